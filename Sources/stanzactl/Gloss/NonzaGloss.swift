import XMLStream

/// Words for what streams carry beside stanzas.
extension Gloss {
    static func nonza(_ element: Element) -> String {
        switch Namespace(rawValue: element.namespaceText(upTo: 4 * valueLength)) {
        case .streams where element.localName == "features": features(element)
        case .streams where element.localName == "error":
            "stream error \(condition(element, in: "urn:ietf:params:xml:ns:xmpp-streams"))"
        case "urn:ietf:params:xml:ns:xmpp-sasl": sasl(element, "sasl")
        case "urn:xmpp:sasl:2", "urn:xmpp:sasl:1": sasl(element, "sasl2")
        case "urn:ietf:params:xml:ns:xmpp-tls":
            element.localName == "starttls" ? "starttls" : "starttls \(element.localName)"
        case "http://jabber.org/protocol/compress": compression(element)
        case "urn:xmpp:sm:2", "urn:xmpp:sm:3": streamManagement(element)
        case "urn:xmpp:csi:0": "client \(element.localName)"
        case .dialback: dialback(element)
        case "jabber:component:accept", "jabber:component:connect": "component \(element.localName)"
        default: byName(element)
        }
    }

    // MARK: Features (RFC 6120 §4.3.2)

    private static func features(_ features: Element) -> String {
        let words = features.children.map(feature)
        return words.isEmpty ? "features none" : "features " + words.joined(separator: " ")
    }

    private static func feature(_ feature: Element) -> String {
        switch Namespace(rawValue: feature.namespaceText(upTo: 4 * valueLength)) {
        case "urn:ietf:params:xml:ns:xmpp-sasl" where feature.localName == "mechanisms":
            return "sasl: " + texts("mechanism", of: feature)
        case "urn:xmpp:sasl:2":
            return "sasl2: " + texts("mechanism", of: feature)
        case "http://jabber.org/features/compress":
            return "compression: " + texts("method", of: feature)
        default:
            let marks = feature.children.map(\.localName).filter { $0 == "required" || $0 == "optional" }
            let mark = marks.first.map { "(\($0))" } ?? ""
            return payload(feature) + mark
        }
    }

    private static func texts(_ name: String, of element: Element) -> String {
        element.children.filter { $0.localName == name }.map(\.text).joined(separator: " ")
    }

    // MARK: Negotiation

    private static func sasl(_ element: Element, _ word: String) -> String {
        var words = [word, element.localName]
        if let mechanism = element["mechanism"] { words.append(mechanism) }
        if element.localName == "failure" {
            words.append(condition(element, in: "urn:ietf:params:xml:ns:xmpp-sasl"))
        }
        let identifier = element.children.first { $0.localName == "authorization-identifier" }
        if let identifier { words.append(identifier.text) }
        return words.joined(separator: " ")
    }

    private static func compression(_ element: Element) -> String {
        switch element.localName {
        case "compress": "compress \(texts("method", of: element))"
        case "failure": "compress failure \(condition(element, in: element.namespace))"
        default: element.localName
        }
    }

    /// XEP-0198: `sm ack h=3`, `sm enable resume`, `sm failed item-not-found`.
    private static func streamManagement(_ element: Element) -> String {
        var words = ["sm"]
        switch element.localName {
        case "a": words.append("ack")
        case "r": words.append("request")
        case "failed": words += ["failed", condition(element, in: "urn:ietf:params:xml:ns:xmpp-stanzas")]
        default: words.append(element.localName)
        }
        if let resume = element["resume"], resume == "true" || resume == "1" { words.append("with resumption") }
        if let h = element["h"] { words.append("h=\(h)") }
        return words.joined(separator: " ")
    }

    /// XEP-0220: `dialback result a.test → b.test valid`.
    private static func dialback(_ element: Element) -> String {
        var words = ["dialback", element.localName]
        if let from = element.attribute(.from), let to = element.attribute(.to) { words.append("\(from) → \(to)") }
        if let type = element.attribute(.type) { words.append(type) }
        return words.joined(separator: " ")
    }
}
