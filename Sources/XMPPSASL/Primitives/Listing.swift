// What a peer says may be of any length; what is said about it is a sentence.

extension String {
    /// The first characters of a peer's words, with … if there are more.
    package var excerpt: String { excerpt(atMost: 200) }

    /// The first `length` scalars, with … if there are more.
    package func excerpt(atMost length: Int) -> String {
        // Scalars, because one character can be of any number of them.
        guard let end = unicodeScalars.index(startIndex, offsetBy: length, limitedBy: endIndex), end < endIndex else {
            return self
        }
        return String(unicodeScalars[..<end]) + "…"
    }
}

extension Collection<String> {
    /// The first of them, with how many more there are.
    package func listed(separator: String = ", ") -> String {
        let first = prefix(maximumListed).map { $0.excerpt(atMost: 100) }.joined(separator: separator)
        return count > maximumListed ? "\(first) and \(count - maximumListed) more" : first
    }
}

/// As many names as a reader looks through.
private let maximumListed = 20
