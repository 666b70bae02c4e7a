import XMLStream

/// Finds the elements of XEP-0198 where streams have them.
enum StreamManagement {
    static let namespaces: [Namespace] = ["urn:xmpp:sm:3", "urn:xmpp:sm:2"]

    static func isPart(_ element: Element) -> Bool { namespaces.contains { element.isIn($0) } }

    /// The request `<enable/>` or `<resume/>` that an element is or contains (XEP-0198 §8 with XEP-0388 and XEP-0386).
    static func request(in element: Element) -> Element? { find(["enable", "resume"], in: element, "authenticate") }

    /// The answer `<enabled/>`, `<resumed/>` or `<failed/>` that an element is or contains.
    static func answer(in element: Element) -> Element? {
        find(["enabled", "resumed", "failed"], in: element, "success")
    }

    /// xs:boolean
    static func isTrue(_ text: String?) -> Bool { text == "true" || text == "1" }

    private static func find(_ names: [String], in element: Element, _ wrapper: String) -> Element? {
        if isPart(element) { return names.contains(element.localName) ? element : nil }
        guard element.has(localName: "authenticate") || element.has(localName: "success"),
            element.localName == wrapper, element.namespace == "urn:xmpp:sasl:2"
        else { return nil }
        for child in element.children {
            if isPart(child), names.contains(child.localName) { return child }
            guard child.isIn("urn:xmpp:bind:0") else { continue }
            if let found = child.children.first(where: { isPart($0) && names.contains($0.localName) }) { return found }
        }
        return nil
    }
}
