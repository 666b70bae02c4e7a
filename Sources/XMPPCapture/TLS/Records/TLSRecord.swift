/// What a TLS record carries (RFC 8446 §5.1).
enum TLSContentType: UInt8, Sendable {
    case changeCipherSpec = 20
    case alert = 21
    case handshake = 22
    case applicationData = 23
    /// RFC 6520.
    case heartbeat = 24
}

/// A record as it was on the wire.
struct TLSRecord: Sendable {
    /// The length of the header, in bytes.
    static let headerLength = 5

    let type: TLSContentType
    /// Where in its direction it begins.
    let offset: Int64
    /// All of it, header included.
    let bytes: ArraySlice<UInt8>

    /// What is after the header.
    var body: ArraySlice<UInt8> { bytes.part(from: Self.headerLength) }
    var end: Int64 { offset + Int64(bytes.count) }
    var range: Range<Int64> { offset..<end }
}

/// A record's header.
struct TLSRecordHeader: Sendable {
    /// The most that a protected record of any version may have (RFC 5246 §6.2.3).
    static let maximumLength = (1 << 14) + 2048

    let type: TLSContentType
    /// The length of what follows.
    let length: Int

    /// What a header at the start of `bytes` can be.
    enum Reading: Sendable {
        case header(TLSRecordHeader)
        case needsMore
        /// No record begins like this.
        case impossible
    }

    static func read(_ bytes: ArraySlice<UInt8>) -> Reading {
        guard let first = bytes.byte(at: 0) else { return .needsMore }
        guard let type = TLSContentType(rawValue: first) else { return .impossible }
        guard let major = bytes.byte(at: 1) else { return .needsMore }
        guard major == 3 else { return .impossible }
        guard let minor = bytes.byte(at: 2) else { return .needsMore }
        guard minor <= 4 else { return .impossible }
        guard let length = bytes.uint16(at: 3) else { return .needsMore }
        guard length <= maximumLength else { return .impossible }
        return .header(TLSRecordHeader(type: type, length: Int(length)))
    }
}
