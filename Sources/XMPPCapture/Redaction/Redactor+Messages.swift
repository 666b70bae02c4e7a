/// Sentences about the traffic, in which pieces of it stand.
extension Redactor {
    /// The sentence with everything replaced that could come out of the traffic.
    mutating func redacted(message: String) -> String {
        for (lead, isFree) in Self.leads {
            guard let range = message.firstRange(ofText: lead) else { continue }
            let head = redacted(message: String(message[..<range.lowerBound])) + lead
            let rest = message[range.upperBound...]
            if isFree { return head + replacement(for: String(rest)) }
            let value = rest.prefix { $0 != "," }
            let names = value.split(separator: " ", omittingEmptySubsequences: false).map {
                let isKept = $0.isEmpty || Self.protocols.contains(String($0))
                return isKept ? String($0) : replacement(forHost: String($0))
            }
            return head + names.joined(separator: " ") + redacted(message: String(rest.dropFirst(value.count)))
        }
        return redactedQuotations(message)
    }

    /// What names of the traffic follow, and whether they go on to the end of the sentence rather than to a comma.
    private static let leads: [(String, isFree: Bool)] = [
        ("comment: ", true), ("ertificate of ", true), ("server name ", false), ("ALPN offered: ", false),
        ("ALPN ", false),
    ]

    /// Words with digits that stand in sentences about traffic.
    private static let ownWords: Set<String> = ["IPv4", "IPv6", "2^32"]

    /// Protocols that are registered for ALPN (RFC 7301 §6) and say nothing about who offers them.
    private static let protocols: Set<String> = ["xmpp-client", "xmpp-server", "http/1.1", "h2"]

    private mutating func redactedQuotations(_ message: String) -> String {
        var result = ""
        var rest = message[...]
        while let open = rest.firstIndex(where: { "“‘\"".contains($0) }) {
            result += redactedWords(String(rest[..<open]))
            let isSingle = rest[open] == "‘"
            let closing: Character = isSingle ? "’" : rest[open] == "“" ? "”" : "\""
            let inner = rest[rest.index(after: open)...]
            // What is quoted can have quotation marks in it: the last one closes.
            let end = isSingle ? inner.firstIndex(of: closing) : inner.lastIndex(of: closing)
            let quoted = String(inner[..<(end ?? inner.endIndex)])
            result += String(rest[open]) + kept(quoted)
            guard let end else { return result }
            result += String(closing)
            rest = inner[inner.index(after: end)...]
        }
        return result + redactedWords(String(rest))
    }

    private mutating func kept(_ quoted: String) -> String {
        let isOurs = ProtocolVocabulary.containsWord(quoted) || ProtocolVocabulary.containsNamespace(quoted)
        return isOurs ? quoted : replacement(for: quoted)
    }

    private mutating func redactedWords(_ text: String) -> String {
        var previous = ""
        let isAboutRequests = text.contains("equest")
        return text.split(separator: " ", omittingEmptySubsequences: false).map { word in
            let isRequest = ["Request", "Requests", "request", "requests", "where"].contains(previous)
            previous = String(word)
            if isRequest, isAboutRequests, previous.isNumber(ofDigits: 1...16) {
                return replacement(forRequestNumber: previous)
            }
            return redacted(word: previous)
        }.joined(separator: " ")
    }

    /// Words of a sentence have no such characters within, but addresses, hosts and identifiers have.
    private mutating func redacted(word: String) -> String {
        let opening = word.prefix { "([{<".contains($0) }
        let closing = String(word.dropFirst(opening.count).reversed().prefix { ")]}>/.,;:!?".contains($0) }.reversed())
        let core = String(word.dropFirst(opening.count).dropLast(closing.count))
        let letters = core.hasSuffix("'s") || core.hasSuffix("’s") ? core.dropLast(2) : core[...]
        let isPlain = letters.utf8.allSatisfy { $0.isLetter || $0 == 0x2D || $0 == 0x5F }
        let number = core.hasPrefix("h=") ? String(core.dropFirst(2)) : core
        let isNumeric = core.hasPrefix("§") || number.isSignedNumber || core.isVersion || Self.ownWords.contains(core)
        let isRegistered = core.hasPrefix("TLS_") || core.hasPrefix("XEP-") || core.hasPrefix("SHA")
        guard !isPlain, !isNumeric, !isRegistered, !ProtocolVocabulary.containsNamespace(core) else { return word }
        return opening + replacement(for: core) + closing
    }
}

extension String {
    /// Where a text stands for the first time.
    fileprivate func firstRange(ofText text: String) -> Range<String.Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }
}
