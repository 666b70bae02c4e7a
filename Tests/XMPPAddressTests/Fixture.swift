import Foundation

/// A table of tab-separated fields in `Fixtures`, with its notation undone; lines that start with `#` are comments.
enum Fixture {
    static func rows(_ name: String, file: String = #filePath) throws -> [[String]] {
        let url = URL(filePath: file).deletingLastPathComponent().appending(path: "Fixtures/\(name)")
        return try String(contentsOf: url, encoding: .utf8)
            .split(separator: "\n")
            .filter { !$0.hasPrefix("#") }
            .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map { text(String($0)) } }
    }

    /// `\u{...}` is a scalar, `\\` a backslash, `{x*N}` is x repeated N times.
    static func text(_ notation: String) -> String {
        notation
            .replacing(/\{((?:\\u\{[0-9A-F]+\})|[^{}*])\*([0-9]+)\}/) {
                String(repeating: String($0.1), count: Int($0.2) ?? 0)
            }
            .replacing(/\\u\{([0-9A-F]+)\}|\\\\/) { match in
                match.1.flatMap { UInt32($0, radix: 16) }.flatMap(Unicode.Scalar.init).map { String($0) } ?? "\\"
            }
    }
}

/// A repeatable source of random numbers (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension String {
    /// Equality by scalars, where Swift's own is by canonical equivalence.
    func isIdentical(to other: String) -> Bool {
        unicodeScalars.elementsEqual(other.unicodeScalars)
    }
}
