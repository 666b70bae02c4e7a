import Testing

@testable import XMLStream

/// Building elements and changing them by value.
@Suite struct ElementEditingTests {
    @Test func buildingGivesWhatReadingGives() throws {
        let wantsMore = true
        let built = Element(Name("m", in: .client), attributes: [Attribute(Name("id"), "1")]) {
            "a"
            "b"
            Element(Name("c", in: "urn:c"), text: "d")
            if wantsMore { Element(Name("e", in: .client)) }
            for number in 0..<2 { Element(Name("f", in: .client), text: "\(number)") }
            Element?.none
        }
        let read = try Stream.element("<m id='1'>ab<c xmlns='urn:c'>d</c><e/><f>0</f><f>1</f></m>")
        #expect(built == read)
        #expect(built.nodes.map { $0 } == read.nodes.map { $0 })
    }

    @Test func attributesGivenTwiceKeepTheLast() {
        let element = Element(
            Name("a"),
            attributes: [Attribute(Name("x"), "1"), Attribute(Name("y"), "2"), Attribute(Name("x"), "3")]
        )
        #expect(element.attributes == [Attribute(Name("x"), "3"), Attribute(Name("y"), "2")])
    }

    @Test func editingIsByValue() throws {
        let original = try Stream.element("<a x='1'>t<b/><c>u</c></a>")
        var copy = original
        copy["x"] = "2"
        copy["y"] = "3"
        copy.append(text: "v")
        copy.append(Element(Name("d", in: .client)))
        #expect(try copy == Stream.element("<a x='2' y='3'>t<b/><c>u</c>v<d/></a>"))
        #expect(try original == Stream.element("<a x='1'>t<b/><c>u</c></a>"))
        copy["x"] = nil
        copy["nothing"] = nil
        copy.removeChildren { $0.localName == "c" }
        #expect(try copy == Stream.element("<a y='3'>t<b/>v<d/></a>"))
        copy.removeChildren { _ in true }
        #expect(copy.nodes.map { $0 } == [.text("tv")])
        copy.setText("")
        #expect(copy.isEmpty)
    }

    @Test func replacingTakesThePlaceOfTheFirst() throws {
        var element = try Stream.element("<a><b>1</b>x<b>2</b></a>")
        element.replaceChild(with: Element(Name("b", in: .client), text: "3"))
        element.replaceChild(with: Element(Name("c", in: .client)))
        #expect(try element == Stream.element("<a><b>3</b>x<b>2</b><c/></a>"))
    }

    @Test func copiesKeepEverything() throws {
        let whole = try Stream.element("<a xmlns:p='u'><p:b p:c='1' d='2'>x<e xmlns='v'><f/></e></p:b></a>")
        let part = try #require(whole.children.first { _ in true })
        let copy = part.detached()
        #expect(copy == part && copy.parent == nil)
        #expect(copy.tape !== part.tape && copy.index == 0)
        #expect(try copy.xml() == part.xml())
        let inNew = Element(Name("z"), nodes: [.element(part), .text("y"), .element(part)])
        #expect(inNew.children.map { $0 } == [part, part])
        #expect(inNew.children.allSatisfy { $0.parent == inNew })
    }

    @Test func theLanguageAroundIsKept() throws {
        let text = Stream.header.dropLast() + " xml:lang='de'><a><b/><c xml:lang='fr'><d/></c></a>"
        var element = try #require(try Stream.events(String(text)).last?.element)
        #expect(element.detached().language == "de")
        #expect(element.firstChild(Name("c", in: .client))?.children.map { $0.detached().language } == ["fr"])
        element["x"] = "1"
        #expect(element.language == "de")
        #expect(element.firstChild(Name("b", in: .client))?.language == "de")
        #expect(element["xml:lang"] == nil && element.attributes.count == 1)
    }

    @Test func aManyfoldTreeIsDropped() throws {
        let depth = 1000
        var element = Element(Name("a"), text: "x")
        for _ in 0..<depth { element = Element(Name("a"), nodes: [.element(element)]) }
        #expect(element.descendants.reduce(0) { count, _ in count + 1 } == depth)
        #expect(try element.xml().utf8.count == 7 * (depth + 1) + 1)
    }
}
