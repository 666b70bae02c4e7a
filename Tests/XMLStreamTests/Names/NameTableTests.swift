import Testing
import XMLStream

@Suite struct NameTableTests {
    private static let names = [
        Name.known("table-first", in: "urn:table"), Name.known("table-second", in: "urn:table"),
        Name.known("table-second"), .message,
    ]
    private let table = NameTable(names)

    @Test func findsElementsByTheirNames() {
        for (index, name) in Self.names.enumerated() { #expect(table.index(ofNameOf: Element(name)) == index) }
        #expect(table.index(ofNameOf: Element(.presence)) == nil)
        #expect(table.index(ofNameOf: Element(Name("table-third", in: "urn:table"))) == nil)
        #expect(table.index(ofNameOf: Element(Name("table-first", in: "urn:other"))) == nil)
    }

    @Test func findsElementsThatWereMadeBeforeTheNameWasKnown() {
        let element = Element(Name("made-before", in: "urn:table"))
        let later = NameTable([.iq, .known("made-before", in: "urn:table")])
        #expect(later.index(ofNameOf: element) == 1)
    }

    @Test func numbersTellWhatCannotBeInIt() {
        let element = Element(Name("number-before", in: "urn:table"))
        #expect(element.nameNumber == 0)
        #expect(table.canContain(number: element.nameNumber))
        for name in Self.names { #expect(table.canContain(number: Element(name).nameNumber)) }
        #expect(!table.canContain(number: Element(.presence).nameNumber))
        #expect(!NameTable([]).canContain(number: Element(.iq).nameNumber))
    }

    @Test func ofSeveralEqualNamesTheFirstCounts() {
        #expect(NameTable([.iq, .message, .iq]).index(ofNameOf: Element(.iq)) == 0)
        #expect(NameTable([]).index(ofNameOf: Element(.iq)) == nil)
    }
}
