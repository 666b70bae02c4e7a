import XMLStream

/// What a record says that is no element, as a comment on a line of its own between the elements of plain XML.
///
///     <!-- [gap] 1448 -->
///     <!-- [error] not-well-formed: The end tag does not match. (RFC 6120 §11.3) -->
///
/// The words in brackets are those of ``RecordLine``. RFC 6120 §11.1 forbids comments, so no stream has one by itself.
package struct RecordComment: Sendable, Equatable {
    /// What the record says: a gap, an error or a note.
    package let content: TrafficRecord.Content

    /// The longest comment that is read, in bytes.
    package static let limit = 4096

    /// Nil if the content is an element or the end of a stream.
    package init?(_ content: TrafficRecord.Content) {
        switch content {
        case .gap, .error, .note: self.content = content
        case .streamOpen, .streamClose, .stanza, .nonza, .bosh: return nil
        }
    }

    /// Reads a comment that is the whole of a text, white space aside; nil if it is another one or something else.
    package init?(_ text: some Collection<UInt8>) {
        guard text.count <= Self.limit else { return nil }
        let text = String(decoding: text, as: UTF8.self)
        let words = text.split(whereSeparator: \.isWhitespace)
        guard words.count > 3, words.first == "<!--", words.last == "-->", let kind = words.dropFirst().first,
            let start = words.dropFirst(2).first?.startIndex, let end = words.dropLast().last?.endIndex
        else { return nil }
        let sentence = String(text[start..<end])
        guard !sentence.contains("--") else { return nil }
        switch kind {
        case "[gap]":
            guard sentence.utf8.count < 19, let count = Int64(sentence), count >= 0 else { return nil }
            content = .gap(byteCount: count)
        case "[error]": content = .error(sentence)
        case "[note]": content = .note(sentence)
        default: return nil
        }
    }

    /// The comment, which has no line feed in it, and no `--` (XML 1.0 §2.5).
    package var xml: String {
        switch content {
        case .gap(let byteCount): "<!-- [gap] \(byteCount) -->"
        case .error(let sentence): "<!-- [error] \(Self.fit(sentence)) -->"
        case .note(let sentence): "<!-- [note] \(Self.fit(sentence)) -->"
        case .streamOpen, .streamClose, .stanza, .nonza, .bosh: ""
        }
    }

    private static func fit(_ sentence: String) -> String {
        var result = ""
        for scalar in sentence.unicodeScalars.prefix(limit / 8) {
            if scalar == "-", result.unicodeScalars.last == "-" { result += " " }
            result.unicodeScalars.append(scalar.value < 0x20 ? " " : scalar)
        }
        return result.isEmpty ? "-" : result
    }
}

extension TrafficRecord.Content {
    /// What an error says that a stream's parser found: the condition, the sentence and the rule; nil of another error.
    package var violation: (condition: XMLStreamError.Condition, message: String, rule: String)? {
        guard case .error(let text) = self, let colon = text.firstIndex(of: ":"),
            let condition = XMLStreamError.Condition(rawValue: String(text[..<colon]))
        else { return nil }
        let (message, rule) = String(text[colon...].dropFirst(2)).splitReference
        return rule.isEmpty ? nil : (condition, message, rule)
    }
}
