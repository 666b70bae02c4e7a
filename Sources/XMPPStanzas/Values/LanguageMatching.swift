/// Choosing the text that a reader wants among texts in several languages.
public enum LanguageMatching {
    /// The index of the text that best matches a list of language ranges, the most wanted first; nil if none does.
    ///
    /// This is the lookup of RFC 4647 §3.4: each range is shortened from its end until a tag is equal to it, without
    /// regard to case. Texts without a language are never matched.
    public static func lookup(_ ranges: [String], in tags: [String?]) -> Int? {
        let tags = tags.map { $0?.lowercased() }
        for range in ranges {
            var subtags = range.lowercased().split(separator: "-", omittingEmptySubsequences: false)
            while !subtags.isEmpty {
                let prefix = subtags.joined(separator: "-")
                if prefix != "*", let index = tags.firstIndex(of: prefix) { return index }
                subtags.removeLast()
                // A single letter or digit introduces the subtag behind it and goes away with it.
                if let last = subtags.last, last.utf8.count == 1 { subtags.removeLast() }
            }
        }
        return nil
    }
}
