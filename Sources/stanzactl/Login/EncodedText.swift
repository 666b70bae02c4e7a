import XMPPPrimitives

/// A text in which others may have encoded some octets or all.
struct EncodedText {
    /// How octets are encoded.
    enum Encoding {
        /// Some of them, whichever, behind percent signs (RFC 3986 §2.1), and spaces perhaps as plus signs, as in URLs and
        /// in forms.
        case percent
        /// Each as two hexadecimal digits, as dumps have them.
        case hexadecimal
    }

    /// How much of some octets stands at a place.
    struct Match {
        /// How many of them, from the first.
        var count = 0
        /// Whether at least one of them is encoded.
        var isEncoded = false
        /// Where they end.
        var end: Int
    }

    /// What may stand between the octets of a dump, or before each.
    private static let separators: [[UInt8]] = ["\\x", "0x", " ", ":", "-", ","].map { Array($0.utf8) }
    /// What the beginning of an octet that is cut short is made of.
    private static let fragmentBytes = Set("0123456789abcdefABCDEFx%\\ :-,".utf8)

    private let text: [UInt8]

    init(_ text: [UInt8]) { self.text = text }

    /// Whether anything may be encoded so in the text.
    func mayHave(_ encoding: Encoding) -> Bool {
        encoding == .hexadecimal || text.contains { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }
    }

    func match(_ octets: [UInt8], at place: Int, in encoding: Encoding) -> Match {
        switch encoding {
        case .percent: percentMatch(octets, at: place)
        case .hexadecimal: hexadecimalMatch(octets, at: place)
        }
    }

    private func percentMatch(_ octets: [UInt8], at place: Int) -> Match {
        var match = Match(end: place)
        for octet in octets {
            guard let byte = byte(at: match.end) else { break }
            if byte == UInt8(ascii: "%"), digits(at: match.end + 1) == octet {
                match.end += 3
                match.isEncoded = true
            } else if byte == octet {
                match.end += 1
            } else if byte == UInt8(ascii: "+"), octet == UInt8(ascii: " ") {
                match.end += 1
                match.isEncoded = true
            } else {
                break
            }
            match.count += 1
        }
        return match
    }

    private func hexadecimalMatch(_ octets: [UInt8], at place: Int) -> Match {
        var match = Match(end: place)
        for octet in octets {
            let start = match.count == 0 ? place : endOfSeparators(at: match.end)
            guard digits(at: start) == octet else { break }
            match.end = start + 2
            match.isEncoded = true
            match.count += 1
        }
        return match
    }

    private func endOfSeparators(at place: Int) -> Int {
        var end = place
        while let separator = Self.separators.first(where: { text[min(end, text.count)...].starts(with: $0) }) {
            end += separator.count
        }
        return end
    }

    /// Where the beginning of an encoded octet ends that was cut short behind a place.
    func endOfFragment(at place: Int) -> Int {
        var end = place
        while end < place + 5, let byte = byte(at: end), Self.fragmentBytes.contains(byte) { end += 1 }
        return end
    }

    private func digits(at place: Int) -> UInt8? {
        guard let high = byte(at: place)?.hexValue, let low = byte(at: place + 1)?.hexValue else { return nil }
        return UInt8(truncatingIfNeeded: high << 4 | low)
    }

    private func byte(at place: Int) -> UInt8? { place < text.count ? text[place] : nil }
}
