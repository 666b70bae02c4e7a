import XMPPPrimitives

/// The words that XMPP itself brings: what is among them says nothing about who used them.
enum ProtocolVocabulary {
    private static let words = Set(wordList.split { $0 == " " || $0 == "\n" }.map(String.init))
    private static let namespaces = Set(namespaceList.split { $0 == " " || $0 == "\n" }.map(String.init))

    /// Whether this is the name of an element, attribute or form field, or a value that a schema enumerates.
    static func containsWord(_ text: String) -> Bool { words.contains(text) }

    /// Whether this is a namespace, feature or node of XMPP, of any version.
    ///
    /// A subscription to a node by capabilities (XEP-0163 §4.3) ends in `+notify`.
    static func containsNamespace(_ text: String) -> Bool {
        if namespaces.contains(text) { return true }
        let suffix = "+notify"
        if text.hasSuffix(suffix) { return containsNamespace(String(text.dropLast(suffix.count))) }
        return containsOtherVersion(of: text)
    }

    /// Whether the text ends in a version, of at most two digits or `tmp`, and its other versions are known.
    private static func containsOtherVersion(of text: String) -> Bool {
        if text.hasSuffix(":tmp") { return stems.contains(String(text.dropLast(3))) }
        let digits = text.utf8.reversed().prefix(while: \.isDigit).count
        guard (1...2).contains(digits) else { return false }
        let stem = text.dropLast(digits)
        guard stem.hasSuffix(":") else { return false }
        return stems.contains(String(stem))
    }

    /// What stands before the versions of the namespaces that have some.
    private static let stems = Set(
        namespaces.compactMap { namespace -> String? in
            let digits = namespace.utf8.reversed().prefix(while: \.isDigit).count
            let stem = namespace.dropLast(digits)
            return digits > 0 && stem.hasSuffix(":") ? String(stem) : nil
        })
}
