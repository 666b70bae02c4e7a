/// Acknowledgements that seem to be wrong, until it is certain that the recording has not missed what they count.
struct PresumedDisagreements: Sendable {
    private struct Entry {
        /// The sides of which everything has to be there.
        let sides: [Direction]
        let counted: Direction
        let count: Int
    }

    private static let limit = 256

    private var key: StreamKey?
    private var entries: [Entry] = []

    /// Takes the next record of a stream, and what stream management says in it.
    ///
    /// - Returns: the disagreements that are certain by now, with the direction whose stanzas they are about.
    mutating func receive(
        _ record: TrafficRecord, _ said: StreamManagementReport, _ direction: Direction, _ key: StreamKey
    ) -> [(Direction, Int)] {
        self.key = key
        var certain: [(Direction, Int)] = []
        switch record.content {
        case .gap, .error: entries.removeAll { $0.sides.contains(direction) }
        case .note: break
        case .streamOpen, .streamClose, .stanza, .nonza, .bosh:
            certain = entries.filter { $0.sides == [direction] }.map { ($0.counted, $0.count) }
            entries.removeAll { $0.sides == [direction] }
        }
        guard !said.disagreements.isEmpty else { return certain }
        let entry = Entry(sides: said.presumedSides, counted: direction.opposite, count: said.disagreements.count)
        if entry.sides.isEmpty { return certain + [(entry.counted, entry.count)] }
        if entries.count < Self.limit { entries.append(entry) }
        return certain
    }

    /// What is left when nothing more comes.
    var remaining: (key: StreamKey, disagreements: [(Direction, Int)])? {
        key.map { ($0, entries.map { ($0.counted, $0.count) }) }
    }
}
