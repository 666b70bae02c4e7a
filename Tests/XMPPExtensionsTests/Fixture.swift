import Testing
import XMLStream
import XMPPAddress
import XMPPStanzas

/// A value and the XML that it is read from and written to: one line tests both directions.
struct Fixture: Sendable, CustomTestStringConvertible {
    let typeName: String
    let xml: String
    /// Reads, compares with the value, and writes.
    let check: @Sendable (Element) throws -> Element
    /// Reads, changes nothing, and writes over the element.
    let update: @Sendable (Element) throws -> Element
    /// Adds the type to a catalog.
    let register: @Sendable (inout PayloadCatalog) -> Void

    var testDescription: String { xml }

    init<P: Payload>(_ value: P, _ xml: String) {
        typeName = String(reflecting: P.self)
        self.xml = xml
        register = { $0.add(P.self) }
        check = { element in
            let read = try P(element, strict: true)
            #expect(read == value)
            return value.encoded()
        }
        update = { element in
            var parent = Element(Name("parent"), nodes: [.element(element)])
            try parent.update(P.self) { _ in }
            return try #require(parent.children.first { _ in true })
        }
    }
}

/// The one element that `xml` is.
func element(_ xml: String) throws -> Element {
    var parser = XMLStreamParser(framing: .webSocket)
    parser.receive(Array(xml.utf8))
    guard case .element(let element)? = try parser.next() else {
        throw Unparsable(xml: xml)
    }
    return element
}

struct Unparsable: Error { let xml: String }

func jid(_ text: String) -> JID {
    do { return try JID(text) } catch { preconditionFailure("\(text) in a fixture is no address: \(error)") }
}

func time(_ text: String) -> DateTime {
    guard let time = DateTime(xmlText: text) else { preconditionFailure("\(text) in a fixture is no time") }
    return time
}
