import XMLStream

/// Identifiers that are used again: by a request while its twin waits, or by one of the last requests or messages.
struct DuplicateIDRule: FindingRule {
    static let name = "duplicate-id"

    /// How many identifiers are remembered.
    private static let memory = 256

    /// Hashes of identifiers, the newest last from `next` on, round about.
    private var recent: [Int] = []
    private var known: Set<Int> = []
    private var next = 0

    mutating func examine(_ record: TrafficRecord, _ context: RuleContext, _ report: inout RuleReport) {
        if case .request(let twin?) = context.exchange, let side = record.direction?.opposite {
            guard !context.facts.isLossy else { return }
            report.add(
                .warning,
                "The request has the ‘id’ of record \(twin.place.number), which is not answered: its answers cannot be told apart.",
                "RFC 6120 §8.1.3", presuming: [side])
            return
        }
        // Only what a client sends comes from one source, which has to keep its identifiers apart.
        guard record.direction == .clientToServer, context.facts.kind == .client, !context.management.isRepetition,
            case .stanza(let stanza) = record.content, let id = stanza.attribute(.id),
            ["get", "set"].contains(stanza.attribute(.type)) || stanza.has(localName: "message")
        else { return }
        if !remember("\(stanza.localName) \(id)".hashValue) {
            report.add(.info, "The \(stanza.localName) has the ‘id’ of an earlier one.", "RFC 6120 §8.1.3")
        }
    }

    /// Remembers an identifier; false if it was known.
    private mutating func remember(_ hash: Int) -> Bool {
        guard known.insert(hash).inserted else { return false }
        if recent.count < Self.memory {
            recent.append(hash)
        } else {
            known.remove(recent[next])
            recent[next] = hash
            next = (next + 1) % Self.memory
        }
        return true
    }
}
