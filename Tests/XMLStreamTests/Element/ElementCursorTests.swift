import Testing

@testable import XMLStream

@Suite struct ElementCursorTests {
    @Test func elementsAreFoundInTheirOrderWithoutThoseAround() throws {
        let root = try Element(xml: "<a><b x='1'>text<c/>text<d><e y='2'/></d></b><f/></a>")
        let start = try #require(root.children.first { _ in true })
        let cursor = start.cursor
        var names: [String] = []
        var place = cursor.index
        while let next = cursor.nextElement(from: place) {
            names.append(cursor.element(at: next).localName)
            #expect(cursor.has("d", at: next) == (names.last == "d"))
            place = next + 1
        }
        withExtendedLifetime(root) {}
        #expect(names == ["b", "c", "d", "e"])
    }
}
