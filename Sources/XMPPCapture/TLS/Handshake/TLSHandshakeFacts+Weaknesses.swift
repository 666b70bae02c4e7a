extension TLSHandshakeFacts {
    /// What RFC 9325 and RFC 8996 have against the version and the cipher suite, a sentence each with its section.
    public var weaknesses: [String] {
        var sentences: [String] = []
        if let version, version < .tls12 {
            let reference = version < .tls10 ? "RFC 7568 §3" : version < .tls11 ? "RFC 8996 §4" : "RFC 8996 §5"
            sentences.append("\(version) must not be used any more. (\(reference))")
        }
        guard let cipherSuite else { return sentences }
        let words = cipherSuite.name.split(separator: "_")
        let with = words.firstIndex(of: "WITH")
        if let broken = words.first(where: { Self.brokenCiphers.contains(String($0)) }) {
            sentences.append("The cipher suite \(cipherSuite) uses \(broken), which does not protect. (RFC 9325 §4.1)")
        } else if words.contains("anon") {
            sentences.append("The cipher suite \(cipherSuite) authenticates nobody. (RFC 9325 §4.1)")
        } else if let with, !words[..<with].contains(where: { $0.hasSuffix("DHE") }) {
            sentences.append("The cipher suite \(cipherSuite) gives no forward secrecy. (RFC 9325 §4.1)")
        }
        return sentences
    }

    private static let brokenCiphers: Set<String> = ["NULL", "RC4", "RC2", "DES", "DES40", "3DES", "EXPORT", "IDEA"]
}
