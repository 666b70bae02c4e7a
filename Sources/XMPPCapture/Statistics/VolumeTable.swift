/// How many stanzas, and how many bytes they are long.
public struct StanzaVolume: Sendable, Hashable {
    /// How many there are.
    public internal(set) var stanzas = 0
    /// Their length in bytes of XML.
    public internal(set) var bytes = 0

    mutating func add(_ byteCount: Int) {
        stanzas += 1
        bytes += byteCount
    }
}

/// Stanzas by name, for a bounded number of names.
public struct VolumeTable: Sendable, Hashable {
    /// The name of what has no row of its own because there were too many names.
    public static let other = "(other)"

    private static let nameLimit = 160
    private let limit: Int
    private var rows: [String: StanzaVolume] = [:]

    init(limit: Int) {
        self.limit = limit
    }

    /// The rows, those with the most bytes first.
    public var sorted: [(name: String, volume: StanzaVolume)] {
        rows.map { (name: $0.key, volume: $0.value) }
            .sorted { ($1.volume.bytes, $0.name) < ($0.volume.bytes, $1.name) }
    }

    /// The row of a name.
    public subscript(_ name: String) -> StanzaVolume { rows[name] ?? StanzaVolume() }

    mutating func add(_ name: String, _ byteCount: Int) {
        let name = name.utf8.count > Self.nameLimit ? String(name.prefix(Self.nameLimit / 4)) + "…" : name
        let row = rows[name] != nil || rows.count < limit ? name : Self.other
        rows[row, default: StanzaVolume()].add(byteCount)
    }
}
