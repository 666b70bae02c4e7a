import XMPPPrimitives

/// How names in certificates are compared with host names (RFC 6125 §6.4).
enum DNSName {
    /// Compares whole names without regard to the case of ASCII letters and to a final dot.
    static func areEqual(_ a: some StringProtocol, _ b: some StringProtocol) -> Bool {
        fold(a) == fold(b)
    }

    /// Compares a presented name, which may have a wildcard as its whole left-most label, with a reference.
    ///
    /// The wildcard stands for exactly one label, and at least two labels must follow it: `*.org` would be anyone.
    static func matches(presented: String, reference: String) -> Bool {
        guard presented.hasPrefix("*.") else {
            return !presented.contains("*") && areEqual(presented, reference)
        }
        let parent = fold(presented.dropFirst(2))
        guard let dot = reference.firstIndex(of: "."), dot != reference.startIndex else { return false }
        let isNarrow = parent.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).count >= 2
        return isNarrow && !parent.contains(UInt8(ascii: "*")) && parent == fold(reference[dot...].dropFirst())
    }

    /// Whether it can stand in a certificate: labels of letters, digits, `-` and `_`, of which the left-most may be a wildcard.
    static func isPresentable(_ name: String) -> Bool {
        let host = name.hasPrefix("*.") ? name.dropFirst(2) : name[...]
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        return name.utf8.count <= 253
            && labels.allSatisfy { label in
                1...63 ~= label.utf8.count
                    && label.utf8.allSatisfy { byte in
                        byte.isLetter || byte.isDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
                    }
            }
    }

    static func withoutFinalDot(_ name: String) -> String {
        name.hasSuffix(".") ? String(name.dropLast()) : name
    }

    private static func fold(_ name: some StringProtocol) -> [UInt8] {
        let bytes = name.utf8.map(\.lowercased)
        return bytes.last == UInt8(ascii: ".") ? Array(bytes.dropLast()) : bytes
    }
}
