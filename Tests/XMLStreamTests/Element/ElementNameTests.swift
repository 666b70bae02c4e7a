import Testing
import XMLStream

@Suite("Comparing names of elements")
struct ElementNameTests {
    private let known = Name.known("presence", in: "jabber:client")
    private let unknown = Name("nobody-knows", in: "urn:example:unknown")

    @Test("An element's name is found where it stands first, known beforehand or not")
    func index() {
        let names = [Name("presence"), known, unknown, Name("presence", in: "jabber:client")]
        #expect(Element(known).nameIndex(in: names) == 1)
        #expect(Element(Name("presence", in: "jabber:client")).nameIndex(in: names) == 1)
        #expect(Element(unknown).nameIndex(in: names) == 2)
        #expect(Element(Name("presence", in: "jabber:server")).nameIndex(in: names) == nil)
        #expect(Element(known).nameIndex(in: []) == nil)
    }

    @Test("The local name alone is compared whatever the namespace")
    func localName() {
        #expect(Element(known).has(localName: "presence"))
        #expect(Element(Name("presence", in: "urn:x")).has(localName: "presence"))
        #expect(!Element(known).has(localName: "presenc"))
        #expect(!Element(unknown).has(localName: "presence"))
    }
}
