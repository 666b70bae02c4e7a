import XMPPPrimitives

/// An IPv6 address in brackets, the one IP-literal of use in a JID (RFC 3986 §3.2.2, RFC 7622 §3.2).
///
/// Hexadecimal digits are lowercased, as all of a domainpart is; the text is not otherwise rewritten, since RFC 7622
/// compares domainparts by their code points. Zone identifiers (RFC 9844) and IPvFuture are refused.
enum IPv6Literal {
    static func prepare(_ bytes: ArraySlice<UInt8>) throws(PreparationError) -> String {
        // The longest form, six groups and an IPv4 address, has 45 octets.
        guard bytes.count <= 47, bytes.first == UInt8(ascii: "["), bytes.last == UInt8(ascii: "]"),
            isAddress(bytes.dropFirst().dropLast())
        else { throw PreparationError(.notAnIPv6Address) }
        return String(decoding: bytes.map(\.lowercased), as: UTF8.self)
    }

    /// IPv6address: eight groups, or fewer and one `::` that stands for at least one.
    static func isAddress(_ text: ArraySlice<UInt8>) -> Bool {
        guard let gap = gap(in: text) else { return groupCount(of: text, mayEndInIPv4: true) == 8 }
        let (before, after) = (text[..<gap], text[(gap + 2)...])
        guard let left = before.isEmpty ? 0 : groupCount(of: before, mayEndInIPv4: false),
            let right = after.isEmpty ? 0 : groupCount(of: after, mayEndInIPv4: true)
        else { return false }
        return left + right <= 7
    }

    private static func gap(in text: ArraySlice<UInt8>) -> Int? {
        zip(text.indices, text.indices.dropFirst()).first { pair in
            text[pair.0] == UInt8(ascii: ":") && text[pair.1] == UInt8(ascii: ":")
        }?.0
    }

    /// The 16-bit groups of a text without `::`, an IPv4 address counting as two; `nil` if it is malformed.
    private static func groupCount(of text: ArraySlice<UInt8>, mayEndInIPv4: Bool) -> Int? {
        let pieces = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        var count = 0
        for (index, piece) in pieces.enumerated() {
            if (1...4).contains(piece.count), piece.allSatisfy(\.isHexDigit) {
                count += 1
            } else if mayEndInIPv4, index == pieces.count - 1, isIPv4Address(piece) {
                count += 2
            } else {
                return nil
            }
        }
        return count
    }

    /// IPv4address: four decimal octets without leading zeros.
    private static func isIPv4Address(_ text: ArraySlice<UInt8>) -> Bool {
        let octets = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return octets.count == 4 && octets.allSatisfy(isDecimalOctet)
    }

    private static func isDecimalOctet(_ digits: ArraySlice<UInt8>) -> Bool {
        guard (1...3).contains(digits.count), digits.allSatisfy(\.isDigit) else {
            return false
        }
        let value = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        return value <= 255 && (digits.count == 1 || digits.first != UInt8(ascii: "0"))
    }
}
