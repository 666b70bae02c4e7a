import XMLStream

/// Words for payloads.
extension Gloss {
    /// What a payload is: its words from the table, else its name; and what its type, or else its node, says.
    static func payload(_ element: Element) -> String {
        let namespace = element.namespaceText(upTo: 4 * valueLength)
        let name = PayloadWords.words(for: namespace, element.ownLocalName) ?? byName(element)
        return words(name, detail(of: element) ?? unreadDetail(of: element))
    }

    /// What can be told of payloads without a type, or that their type cannot read.
    private static func unreadDetail(of element: Element) -> String {
        let node = element["node"].flatMap { element.ownLocalName == "c" ? nil : $0.shortened }
        switch element.namespaceText(upTo: 4 * valueLength) {
        case "http://jabber.org/protocol/pubsub", "http://jabber.org/protocol/pubsub#event",
            "http://jabber.org/protocol/pubsub#owner":
            let action = element.children.first { _ in true }
            return words(node, action?.localName, action?["node"]?.shortened)
        case "urn:xmpp:jingle:1":
            return words(node, element["action"]?.shortened)
        default:
            return node ?? ""
        }
    }
}
