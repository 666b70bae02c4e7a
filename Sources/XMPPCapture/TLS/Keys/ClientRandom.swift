/// The random value of a ClientHello (RFC 8446 §4.1.2), by which a key log names sessions.
struct ClientRandom: Sendable, Hashable {
    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// How many bytes it has.
    static let length = 32

    /// Takes 32 bytes; nil for any other number.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count == Self.length, let a = bytes.uint64(at: 0), let b = bytes.uint64(at: 8),
            let c = bytes.uint64(at: 16), let d = bytes.uint64(at: 24)
        else { return nil }
        words = (a, b, c, d)
    }

    /// The bytes.
    var bytes: [UInt8] {
        [words.0, words.1, words.2, words.3].flatMap { word in
            withUnsafeBytes(of: word.bigEndian) { Array($0) }
        }
    }

    static func == (a: ClientRandom, b: ClientRandom) -> Bool { a.words == b.words }

    func hash(into hasher: inout Hasher) {
        // All of it, because who sends a capture chooses which parts differ.
        hasher.combine(words.0)
        hasher.combine(words.1)
        hasher.combine(words.2)
        hasher.combine(words.3)
    }
}
