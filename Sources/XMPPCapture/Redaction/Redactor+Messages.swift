import XMPPPrimitives

/// Sentences about the traffic, in which pieces of it stand.
extension Redactor {
    /// The sentence with everything replaced that could come out of the traffic.
    mutating func redacted(message: String) -> String {
        for (lead, content) in Self.leads {
            guard let range = message.firstRange(ofText: lead) else { continue }
            let head = redacted(message: String(message[..<range.lowerBound])) + lead
            let rest = message[range.upperBound...]
            let value = content == .text ? rest : rest.prefix(upTo: Self.end(of: rest))
            let replaced =
                switch content {
                case .text: replacement(for: String(value))
                case .certificate: redacted(certificate: String(value))
                case .names: Self.each(value) { Self.protocols.contains($0) ? $0 : replacement(forHost: $0) }
                }
            return head + replaced + redacted(message: String(rest.dropFirst(value.count)))
        }
        return redactedQuotations(message)
    }

    /// What follows words of a sentence.
    private enum Content {
        /// Anything, to the end of the sentence.
        case text
        /// Names, to the next comma.
        case names
        /// Whom a certificate names: domains and addresses, or a distinguished name (RFC 2253).
        case certificate
    }

    private static let leads: [(String, Content)] = [
        ("comment: ", .text), ("ertificate of ", .certificate), ("server name ", .names), ("ALPN offered: ", .names),
        ("ALPN ", .names),
    ]

    /// Where a part of a sentence ends: at a comma with a space behind it that is not escaped.
    private static func end(of text: Substring) -> String.Index {
        var index = text.startIndex
        while let comma = text[index...].firstIndex(of: ",") {
            let isEscaped = text[..<comma].reversed().prefix { $0 == "\\" }.count % 2 == 1
            index = text.index(after: comma)
            if !isEscaped, text[index...].first == " " { return comma }
        }
        return text.endIndex
    }

    private static func each(_ words: some StringProtocol, _ replace: (String) -> String) -> String {
        words.split(separator: " ", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : replace(String($0)) }.joined(separator: " ")
    }

    /// The same names have the same pseudonyms as where the connection says whom it is for.
    private mutating func redacted(certificate: String) -> String {
        let isDistinguishedName = certificate.prefix { $0.isASCII && $0.isLetter }.count > 0
        guard isDistinguishedName, certificate.drop(while: { $0.isASCII && $0.isLetter }).hasPrefix("=") else {
            return Self.each(certificate) { replacement(forName: $0) }
        }
        var parts: [String] = [""]
        var isEscaped = false
        for character in certificate {
            if !isEscaped, character == "," || character == "+" {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
            isEscaped = character == "\\" && !isEscaped
        }
        return parts.map { part in
            let sides = part.split(separator: "=", maxSplits: 1).map(String.init)
            guard sides.count > 1, let key = sides.first, let value = sides.last else { return replacement(for: part) }
            return key + "=" + replacement(forName: value)
        }.joined(separator: ",")
    }

    /// A name in a certificate: a domain, unless it looks like something else.
    private mutating func replacement(forName name: String) -> String {
        switch ValueForm(name) {
        case .address, .uri, .words: return replacement(for: name)
        default: break
        }
        return name.hasPrefix("*.")
            ? "*." + replacement(forHost: String(name.dropFirst(2))) : replacement(forHost: name)
    }

    /// Words with digits that stand in sentences about traffic.
    private static let ownWords: Set<String> = ["IPv4", "IPv6", "2^32", "HTTP/2"]

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
