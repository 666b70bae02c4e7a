import XMLStream

/// Where mechanisms are named (RFC 6120 §6.4; XEP-0388 §2).
enum SASLElements {
    /// The mechanism that a client chooses, in upper case.
    static func chosenMechanism(in element: Element) -> String? {
        let isChoice =
            element.has(.known("auth", in: "urn:ietf:params:xml:ns:xmpp-sasl"))
            || element.has(.known("authenticate", in: "urn:xmpp:sasl:2"))
        return isChoice ? element["mechanism"]?.uppercased() : nil
    }

    /// The mechanisms that a server offers, in upper case.
    static func offeredMechanisms(in element: Element) -> [String] {
        guard element.has(.features) else { return [] }
        let lists = element.children.filter {
            $0.has(.known("mechanisms", in: "urn:ietf:params:xml:ns:xmpp-sasl"))
                || $0.has(.known("authentication", in: "urn:xmpp:sasl:2"))
        }
        return lists.flatMap { list in
            list.children.filter { $0.has(localName: "mechanism") }.map { $0.text.uppercased() }
        }
    }
}
