import XMLStream

/// Words for payloads.
extension Gloss {
    /// What a payload is: its words from the table, else its name; the node or the text that says what it is about.
    static func payload(_ element: Element) -> String {
        var words = PayloadWords.words(for: element.namespace.rawValue, element.localName) ?? byName(element)
        if let node = element["node"], !node.isEmpty, element.localName != "c" { words += " \(node)" }
        switch element.namespace.rawValue {
        case "http://jabber.org/protocol/pubsub", "http://jabber.org/protocol/pubsub#event",
            "http://jabber.org/protocol/pubsub#owner":
            words += pubsub(element)
        case "http://jabber.org/protocol/muc#user":
            words += mucCodes(element)
        case "urn:xmpp:jingle:1":
            words += element["action"].map { " \($0)" } ?? ""
        case "urn:ietf:params:xml:ns:xmpp-bind":
            words += element.children.first { ["jid", "resource"].contains($0.localName) }.map { " \($0.text)" } ?? ""
        default:
            break
        }
        return words
    }

    /// XEP-0060: what is done, to which node.
    private static func pubsub(_ element: Element) -> String {
        guard let action = element.children.first(where: { _ in true }) else { return "" }
        return " \(action.localName)" + (action["node"].map { " \($0)" } ?? "")
    }

    /// XEP-0045 §15.6: the status codes.
    private static func mucCodes(_ element: Element) -> String {
        let codes = element.children.filter { $0.localName == "status" }.compactMap { $0["code"] }
        return codes.isEmpty ? "" : " " + codes.joined(separator: ",")
    }
}
