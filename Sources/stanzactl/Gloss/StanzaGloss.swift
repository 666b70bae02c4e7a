import XMLStream

/// Words for stanzas (RFC 6120 §8, RFC 6121 §4, §5), whatever content namespace they are in.
extension Gloss {
    static func stanza(_ stanza: Element) -> String {
        var words = [stanza.localName]
        if let type = stanza.attribute(.type) { words.append(type.asValue) }
        words += addresses(of: stanza)
        let isError = stanza.attribute(.type) == "error"
        var length = 0
        for child in stanza.children {
            // Whatever follows would be cut off.
            guard length < lineLength else { break }
            let count = words.count
            defer { length += words.dropFirst(count).reduce(0) { $0 + $1.unicodeScalars.count + 1 } }
            if child.isInNamespace(of: stanza) {
                if let own = ownPart(child, of: stanza, isError: isError) { words.append(own) }
            } else if !isError || stanza.localName != "iq" {
                words.append(payload(child, of: stanza))
            }
        }
        return words.joined(separator: " ")
    }

    private static func addresses(of stanza: Element) -> [String] {
        switch (stanza.attribute(.from), stanza.attribute(.to)) {
        case (nil, nil): []
        case (let from?, nil): ["from \(from.asValue)"]
        case (nil, let to?): ["→ \(to.asValue)"]
        case (let from?, let to?): ["\(from.asValue) → \(to.asValue)"]
        }
    }

    /// What RFC 6121 itself puts into stanzas.
    private static func ownPart(_ child: Element, of stanza: Element, isError: Bool) -> String? {
        switch child.localName {
        case "body": child.text.quoted(atMost: textLength)
        case "subject": "subject \(child.text.quoted(atMost: textLength))"
        case "thread": nil
        case "show": child.text.asValue
        case "status": child.text.isEmpty ? nil : child.text.quoted(atMost: textLength)
        case "priority": child.text == "0" ? nil : "priority \(child.text.asValue)"
        case "error": "(\(errorWords(child)))"
        default: child.localName.asValue
        }
    }

    private static func errorWords(_ error: Element) -> String {
        let type = error.attribute(.type).map { $0.asValue + " " } ?? ""
        return type + condition(error, in: "urn:ietf:params:xml:ns:xmpp-stanzas")
    }

    /// A payload: in a request or an answer what it is about, elsewhere what was added.
    private static func payload(_ child: Element, of stanza: Element) -> String {
        let words = payload(child)
        guard stanza.localName != "iq" else { return words }
        guard let inner = forwarded(in: child) else { return "+" + words }
        return "+\(words) [\(Self.stanza(inner))]"
    }

    /// The stanza that a carbon or an archive's result carries (XEP-0297); stanzas forwarded within it stay closed.
    private static func forwarded(in payload: Element) -> Element? {
        guard payload.parent?.parent == nil,
            let wrapper = payload.firstChild(.known("forwarded", in: "urn:xmpp:forward:0"))
        else { return nil }
        return wrapper.firstChild(.message)
    }
}
