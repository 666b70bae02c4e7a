import XMLStream

/// Finds the stream that another one resumes (XEP-0198 §5).
struct ResumptionIndex: Sendable {
    /// How many sessions that can be resumed are remembered.
    private static let limit = 4096
    /// The longest identifier that is remembered, in bytes (XEP-0198 §5 allows 4,000).
    private static let identifierLimit = 4000

    private var keys: [String: StreamKey] = [:]
    private var order: [String] = []

    /// Takes a record of the stream `key`.
    ///
    /// - Returns: the stream that it resumes, if it says so and that one is known.
    mutating func receive(_ record: TrafficRecord, _ key: StreamKey) -> StreamKey? {
        guard record.direction == .serverToClient, case .nonza(let element) = record.content,
            let answer = StreamManagement.answer(in: element)
        else { return nil }
        switch answer.localName {
        case "enabled":
            if let id = answer.attribute(.id), StreamManagement.isTrue(answer["resume"]) { remember(id, key) }
            return nil
        case "resumed":
            guard let id = answer["previd"], let earlier = keys[id], earlier != key else { return nil }
            keys[id] = key
            return earlier
        default: return nil
        }
    }

    private mutating func remember(_ id: String, _ key: StreamKey) {
        guard id.utf8.count <= Self.identifierLimit else { return }
        if keys.updateValue(key, forKey: id) == nil { order.append(id) }
        guard order.count > Self.limit else { return }
        for old in order.prefix(Self.limit / 4) { keys[old] = nil }
        order.removeFirst(Self.limit / 4)
    }
}
