import Testing
import XMLStream

@testable import XMPPCapture

/// What little input could make large: output and copies.
@Suite("Growth of what is redacted and masked")
struct RedactionGrowthTests {
    private static func element(_ xml: String) throws -> Element {
        var parser = XMLStreamParser(framing: .fragments, limits: .recorded)
        parser.receive(Array(xml.utf8))
        guard case .element(let element)? = try parser.next() else { throw Missing() }
        return element
    }

    private struct Missing: Error {}

    private static let long = String(repeating: "n", count: 100_000)

    @Test(
        "A namespace of any length becomes a short one, wherever it stands",
        arguments: [
            "<p:b/>", "<b p:a='1'/>", "<b xmlns='\(long)'/>",
        ])
    func namespaces(child: String) throws {
        let children = String(repeating: child, count: child.utf8.count > 1000 ? 10 : 2000)
        let element = try Self.element("<message xmlns='jabber:client' xmlns:p='\(Self.long)'>\(children)</message>")
        var redactor = Redactor(key: "0123456789abcdef".utf8)
        let output = try redactor.redacted(element).xml()
        #expect(output.utf8.count < 200 * 2000)
        #expect(!output.contains("nnnn"))
    }

    /// Each element is written once, whatever it is in: a thousand copies of the text would not pass.
    @Test("Deep elements keep their shape, and every text is there once")
    func depth() throws {
        let depth = 1000
        let xml =
            String(repeating: "<b xmlns='urn:xmpp:x:0'>", count: depth) + "some words"
            + String(repeating: "<c/></b>", count: depth)
        let element = try Self.element(xml)
        var redactor = Redactor(key: "0123456789abcdef".utf8)
        let redacted = redactor.redacted(element)
        #expect(redacted.descendants.reduce(0) { count, _ in count + 1 } == 2 * depth - 1)
        #expect(redacted.descendants.filter { !$0.text.isEmpty }.count == 1)
        let secret = try Self.element(
            String(repeating: "<b xmlns='urn:x'>", count: depth) + "<password>s</password>"
                + String(repeating: "</b>", count: depth))
        let masked = SecretMask().masked(secret)
        #expect(masked.descendants.filter { $0.text == "***" }.count == 1)
        #expect(masked.descendants.reduce(0) { count, _ in count + 1 } == depth)
    }

    @Test("A field is looked at once, however many values it has")
    func values() throws {
        let values = String(repeating: "<value>a</value>", count: 5000)
        let xml =
            "<iq xmlns='jabber:client'><x xmlns='jabber:x:data'><field var='\(Self.long)password'>\(values)</field>"
            + "<field var='other'><value>a</value></field></x></iq>"
        let masked = SecretMask().masked(try Self.element(xml))
        #expect(masked.descendants.filter { $0.text == "***" }.count == 5000)
        #expect(masked.descendants.filter { $0.text == "a" }.count == 1)
    }
}
