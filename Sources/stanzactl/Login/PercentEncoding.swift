/// A text some octets of which may be percent-encoded, whichever (RFC 3986 §2.1), and its spaces plus signs, as in URLs and
/// in forms.
struct PercentEncoding {
    private static let percent = UInt8(ascii: "%")
    private static let plus = UInt8(ascii: "+")
    private static let space = UInt8(ascii: " ")

    /// How much of some octets stands at a place.
    struct Match {
        /// How many of them, from the first.
        var count = 0
        /// Whether at least one of them is encoded.
        var isEncoded = false
        /// Where they end.
        var end: Int
    }

    private let text: [UInt8]

    init(_ text: [UInt8]) { self.text = text }

    /// Whether anything in the text may be encoded.
    var isThere: Bool { text.contains(Self.percent) || text.contains(Self.plus) }

    func match(_ octets: [UInt8], at place: Int) -> Match {
        var match = Match(end: place)
        for octet in octets {
            if encodedOctet(at: match.end) == octet {
                match.end += 3
                match.isEncoded = true
            } else if match.end < text.count, text[match.end] == octet {
                match.end += 1
            } else if octet == Self.space, match.end < text.count, text[match.end] == Self.plus {
                match.end += 1
                match.isEncoded = true
            } else {
                break
            }
            match.count += 1
        }
        return match
    }

    private func encodedOctet(at place: Int) -> UInt8? {
        guard place + 2 < text.count, text[place] == Self.percent else { return nil }
        let digits = text[(place + 1)...(place + 2)].map { Character(UnicodeScalar($0)).hexDigitValue }
        guard let high = digits[0], let low = digits[1] else { return nil }
        return UInt8(high << 4 | low)
    }

    /// Where an encoded octet ends that begins at a place and may be cut short by what follows.
    func endOfFragment(at place: Int) -> Int {
        guard place < text.count, text[place] == Self.percent else { return place }
        let hasDigit = place + 1 < text.count && Character(UnicodeScalar(text[place + 1])).isHexDigit
        return place + (hasDigit ? 2 : 1)
    }
}
