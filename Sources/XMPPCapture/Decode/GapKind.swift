/// Why bytes of a direction could not be handed on.
enum GapKind: Sendable {
    /// The capture does not have them.
    case missing
    /// They were in records of TLS that are missing or cannot be opened; what is counted are the records.
    case records
    /// They are there, and do not show what they are.
    case unread

    /// Whether as many bytes as are counted were in the direction's own content.
    var isExact: Bool {
        switch self {
        case .missing, .unread: true
        case .records: false
        }
    }

    /// What a record says of it, unless it is what a gap usually is.
    var sentence: String? {
        switch self {
        case .missing: nil
        case .records:
            "This is the size of records of TLS that are missing or cannot be opened; their content is shorter."
        case .unread: "These bytes were sent before the capture showed what the connection carries."
        }
    }

    /// What two gaps are together.
    func union(_ other: GapKind) -> GapKind { isExact ? other : self }
}
