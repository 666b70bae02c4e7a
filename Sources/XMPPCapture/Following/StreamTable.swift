/// What is known about each stream of an input, for as many streams as are followed at a time.
struct StreamTable<State: Sendable>: Sendable {
    private struct Entry {
        var state: State
        var lastUse: Int
    }

    private var entries: [StreamKey: Entry] = [:]
    private var clock = 0
    private let limit: Int

    /// Creates a table of at most `limit` streams.
    init(limit: Int) {
        self.limit = max(limit, 8)
    }

    subscript(_ key: StreamKey) -> State? { entries[key]?.state }

    func contains(_ key: StreamKey) -> Bool { entries.index(forKey: key) != nil }

    /// All streams, in the order in which they were last used.
    var states: [State] { entries.values.sorted { $0.lastUse < $1.lastUse }.map(\.state) }

    /// Changes the state of a stream, which begins as `initial` if there is none.
    ///
    /// Inlined, because a closure that is called elsewhere has its own copies of the records in it.
    @inline(__always)
    mutating func change<Result>(
        _ key: StreamKey, from initial: @autoclosure () -> State, _ body: (inout State) -> Result
    ) -> Result {
        clock += 1
        if let index = entries.index(forKey: key) {
            entries.values[index].lastUse = clock
            return body(&entries.values[index].state)
        }
        var entry = Entry(state: initial(), lastUse: clock)
        defer { entries[key] = entry }
        return body(&entry.state)
    }

    mutating func remove(_ key: StreamKey) -> State? { entries.removeValue(forKey: key)?.state }

    /// Gives up the streams that were not used for longest, an eighth of them, if there are more than allowed.
    mutating func evict() -> [State] {
        guard entries.count > limit else { return [] }
        // Numbers are sorted, because states are heavy to move about.
        let firstKept = entries.values.map(\.lastUse).sorted()[limit / 8]
        let oldest = entries.filter { $0.value.lastUse < firstKept }.sorted { $0.value.lastUse < $1.value.lastUse }
        for (key, _) in oldest { entries[key] = nil }
        return oldest.map(\.value.state)
    }
}
