import Testing
import XMLStream

/// Namespaces that are longer than all that is in them.
@Suite("Writing long namespaces")
struct LongNamespaceTests {
    private static let long = String(repeating: "n", count: 50_000)

    private static func element(_ xml: String) throws -> Element {
        var parser = XMLStreamParser(framing: .fragments, limits: .recorded)
        parser.receive(Array(xml.utf8))
        guard case .element(let element)? = try parser.next() else { throw Missing() }
        return element
    }

    private struct Missing: Error {}

    @Test(
        "What is declared once for many is not written for each of them, and reads back the same",
        arguments: [
            "<p:b/>", "<b p:a='1'/>", "<p:b p:a='1'><c/><p:d>text</p:d></p:b>", "<p:b xmlns='urn:x' a='1' p:a='2'/>",
            "<b xmlns='\(long)'/>", "<ns1:b xmlns:ns1='urn:short' ns1:a='1' p:a='2'/>",
        ])
    func bounded(child: String) throws {
        let children = String(repeating: child, count: child.utf8.count > 1000 ? 20 : 500)
        let xml = "<message xmlns='jabber:client' xmlns:p='\(Self.long)'>\(children)</message>"
        let element = try Self.element(xml)
        for scope in [XMLWriter.Scope.document, .anywhere, .server] {
            let written = try element.xml(in: scope)
            #expect(written.utf8.count < 8 * Self.long.utf8.count + 3 * xml.utf8.count)
            if scope == .document { #expect(try Self.element(written) == element) }
        }
    }

    @Test("Short namespaces are declared where they change, however often that is")
    func short() throws {
        let payload = "<p:a xmlns:p='urn:example:payload'/>"
        let xml = "<message xmlns='jabber:client'>\(String(repeating: payload, count: 20_000))</message>"
        let written = try Self.element(xml).xml()
        #expect(written.hasSuffix("<a xmlns='urn:example:payload'/><a xmlns='urn:example:payload'/></message>"))
    }

    @Test("A stream header may not declare a namespace that each element would keep")
    func header() throws {
        func parse(_ length: Int) throws -> XMLStreamEvent? {
            var parser = XMLStreamParser(framing: .stream)
            let namespace = String(repeating: "n", count: length)
            parser.receive(
                Array(
                    """
                    <stream:stream xmlns='jabber:client' xmlns:p='\(namespace)' \
                    xmlns:stream='http://etherx.jabber.org/streams'>
                    """.utf8))
            return try parser.next()
        }
        #expect(try parse(1024) != nil)
        let error = #expect(throws: XMLStreamError.self) { try parse(1025) }
        #expect(error?.condition == .policyViolation)
    }
}
