import XMLStream

/// Finds the stream that another one resumes (XEP-0198 §5).
struct ResumptionIndex: Sendable {
    /// How many sessions that can be resumed are remembered.
    private static let limit = 4096
    /// The longest identifier that is remembered, in bytes (XEP-0198 §5 allows 4,000).
    private static let identifierLimit = 4000

    /// What a stream resumes.
    struct Resumption {
        let earlier: StreamKey
        /// Whether that is where the session last was: no other stream has asked for it without an answer that was seen.
        let isCertain: Bool
    }

    private struct Session {
        var key: StreamKey
        /// The stream that asks for it.
        var asker: StreamKey?
        /// Whether another one asked for it before and the answer was not seen.
        var isContested = false
    }

    private var sessions: [String: Session] = [:]
    private var order: [String] = []

    /// Takes a record of the stream `key`.
    ///
    /// - Returns: the stream that it resumes, if it says so and that one is known.
    mutating func receive(_ record: TrafficRecord, _ key: StreamKey) -> Resumption? {
        guard case .nonza(let element) = record.content else { return nil }
        guard record.direction == .serverToClient else {
            ask(StreamManagement.request(in: element), key)
            return nil
        }
        guard let answer = StreamManagement.answer(in: element) else { return nil }
        switch answer.localName {
        case "enabled":
            if let id = answer.attribute(.id), StreamManagement.isTrue(answer["resume"]) { remember(id, key) }
            return nil
        case "resumed":
            guard let id = answer["previd"], let session = sessions[id], session.key != key else { return nil }
            sessions[id] = Session(key: key)
            return Resumption(earlier: session.key, isCertain: !session.isContested)
        default: return nil
        }
    }

    private mutating func ask(_ request: Element?, _ key: StreamKey) {
        guard let id = request?["previd"], var session = sessions[id] else { return }
        session.isContested = session.isContested || session.asker.map { $0 != key } ?? false
        session.asker = key
        sessions[id] = session
    }

    private mutating func remember(_ id: String, _ key: StreamKey) {
        guard id.utf8.count <= Self.identifierLimit else { return }
        if sessions.updateValue(Session(key: key), forKey: id) == nil { order.append(id) }
        guard order.count > Self.limit else { return }
        for old in order.prefix(Self.limit / 4) { sessions[old] = nil }
        order.removeFirst(Self.limit / 4)
    }
}
