import Testing

@testable import XMLStream

@Suite struct NameTests {
    @Test func knownNamesEqualOthers() {
        let known = Name.known("name-test", in: "urn:name-test")
        #expect(known == Name("name-test", in: "urn:name-test"))
        #expect(known.hashValue == Name("name-test", in: "urn:name-test").hashValue)
        #expect(known.id != 0 && Name.known("name-test", in: "urn:name-test").id == known.id)
        #expect(known != Name("name-test") && known != Name.known("name-test2", in: "urn:name-test"))
        #expect(known.description == "{urn:name-test}name-test" && Name("a").description == "a")
    }

    @Test func namesAreComparedByCharacters() {
        #expect(Name("\u{E9}") != Name("e\u{301}"))
        #expect(Name("\u{212B}") != Name("A\u{30A}"))
        #expect(Namespace(rawValue: "u\u{E9}") != Namespace(rawValue: "ue\u{301}"))
        #expect(Namespace(rawValue: "u") != Namespace(rawValue: "U"))
    }

    @Test func attributesThatOnlyLookAlikeAreTwo() throws {
        let element = try Stream.element(
            "<a xmlns:p='u' xmlns:q='u' p:\u{E9}='1' q:e\u{301}='2' \u{E9}='3' e\u{301}='4'/>"
        )
        #expect(element.attributes.count == 4)
        #expect(element[Name("\u{E9}", in: "u")] == "1" && element[Name("e\u{301}")] == "4")
        let reordered = try Stream.element(
            "<a xmlns:p='u' xmlns:q='u' e\u{301}='4' \u{E9}='3' q:e\u{301}='2' p:\u{E9}='1'/>"
        )
        #expect(element == reordered)
    }

    @Test func namesCanBeMadeKnownWhileOthersRead() async {
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    (0..<50).allSatisfy { _ in
                        Name.known("racing", in: "urn:racing") == Name("racing", in: "urn:racing")
                    }
                }
                group.addTask {
                    (0..<50).allSatisfy { number in
                        let read = try? Stream.element("<racing xmlns='urn:racing' n='\(number)'/>")
                        return read?.has(Name("racing", in: "urn:racing")) ?? false
                    }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }

    @Test func manyNamespacesOfOneStanzaAreKeptApart() throws {
        let count = 3000
        let text = "<a>" + (0..<2 * count).map { "<b xmlns='urn:\($0 % count)'/>" }.joined() + "</a>"
        let children = try Stream.element(text).children.map { $0.namespace.rawValue }
        #expect(children == (0..<2 * count).map { "urn:\($0 % count)" })
    }
}
