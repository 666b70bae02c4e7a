import XMLStream
import XMPPPrimitives

/// Children that are the stanza's own, by name and language.
extension Element {
    /// The child of a name that best matches language ranges (RFC 4647 §3.4); if none does, the one in the stanza's own
    /// language, else the first.
    func bestChild(_ name: Name, for ranges: [String]) -> Element? {
        guard let first = firstChild(name) else { return nil }
        if ranges.isEmpty && first.attributeOffset(.xmlLang) == nil { return first }
        let candidates = children(name)
        if let index = LanguageMatching.lookup(ranges, in: candidates.map(\.language)) { return candidates[index] }
        let own = language?.lowercased()
        return candidates.first { $0.attributeOffset(.xmlLang) == nil }
            ?? candidates.first { $0.language?.lowercased() == own } ?? first
    }

    /// The children of a name, but for those that cannot be read; a type reads those of other namespaces too.
    func texts<P: Payload>(_ name: Name) -> [P] { children(name).compactMap { try? P($0) } }

    /// The text of the child that `bestChild` finds without language ranges.
    func bestText(_ name: Name) -> String? {
        withExtendedLifetime(self) {
            let cursor = self.cursor
            guard let first = cursor.firstChild(name) else { return nil }
            if cursor.at(first).attribute(.xmlLang) == nil { return cursor.text(of: first) }
            return bestChild(name, for: [])?.text
        }
    }

    /// The stanza with another text in the child that `bestChild` finds, or without all of that name.
    func settingText(_ name: Name, to text: String?) -> Element {
        settingText(name, of: bestChild(name, for: []), to: text)
    }

    /// The stanza with another text in the first child of a name, or without all of them.
    func settingFirstText(_ name: Name, to text: String?) -> Element {
        settingText(name, of: firstChild(name), to: text)
    }

    private func settingText(_ name: Name, of child: Element?, to text: String?) -> Element {
        var copy = self
        if let text {
            guard var child else {
                copy.append(Element(name, text: text))
                return copy
            }
            let old = child
            child.setText(text)
            copy.replace(old, with: child)
        } else if firstChild(name) != nil {
            copy.removeChildren { $0.has(name) }
        }
        return copy
    }

    func appending<C: StanzaContent>(_ content: C) -> Element {
        TapeWriter.element { tape in
            tape.startCopy(of: self)
            copyContent(to: tape)
            var writer = StanzaWriter(tape, StanzaNames(of: self))
            content.write(to: &writer)
            tape.endElement()
        }
    }

    // MARK: Deviations

    func invalidType<V: XMLValue>(_: V.Type) -> PayloadError? {
        guard let text = attribute(.type), V(xmlText: text) == nil else { return nil }
        return PayloadError(.invalid(.attribute("type"), value: text, wanted: V.xmlDescription), path: localName)
    }

    func invalidText<V: XMLValue>(_: V.Type, in root: Element) -> PayloadError? {
        guard V(xmlText: text.trimmed) == nil else { return nil }
        return PayloadError(.invalid(.text, value: text, wanted: V.xmlDescription), path: path(below: root))
    }

    /// Children of a name whose language another one has already (RFC 6121 §5.2.3).
    func repeatedLanguages(_ name: Name) -> [PayloadError] {
        let children = children(name)
        guard children.count > 1 else { return [] }
        var seen = Set<String>()
        return children.compactMap { child in
            let language = child.language?.lowercased() ?? ""
            guard !seen.insert(language).inserted else { return nil }
            let rule = "there is another <\(name.localName)/> in the same language"
            return PayloadError(.violation(rule), path: child.path(below: self))
        }
    }
}

extension String {
    /// The text without the white space of XML at its ends.
    var trimmed: String {
        guard let first = utf8.first, let last = utf8.last, first <= 0x20 || last <= 0x20 else { return self }
        var rest = utf8[...]
        while let byte = rest.first, byte.isXMLSpace { rest.removeFirst() }
        while let byte = rest.last, byte.isXMLSpace { rest.removeLast() }
        return String(Substring(rest))
    }
}
