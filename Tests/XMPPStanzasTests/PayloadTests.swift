import Testing
import XMLStream

@testable import XMPPStanzas

@Suite struct PayloadTests {
    /// All kinds of fields; attributes are stated behind content on purpose.
    struct Sample: Payload {
        static let element = Name.known("sample", in: "urn:example:sample")
        var text: String?
        var count: Int?
        var mode: Mode
        var title: String?
        var tags: [String]
        var isOn: Bool
        var items: [Item]
        var only: Item.Only?

        enum Mode: String, XMLValue, CaseIterable { case fast, slow }

        static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
            Self(
                text: try c.text(\.text),
                count: try c.attribute("count", \.count),
                mode: try c.attribute("mode", \.mode, default: .fast),
                title: try c.textChild("title", \.title),
                tags: try c.textChildren("tag", \.tags),
                isOn: c.flag("on", \.isOn),
                items: try c.children(\.items),
                only: try c.child(\.only)
            )
        }
    }

    struct Item: Payload {
        static let element = Name.known("item", in: "urn:example:sample")
        var id: Int

        static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
            Self(id: try c.attribute("id", \.id))
        }

        struct Only: Payload {
            static let element = Name.known("only", in: "urn:example:sample")
            static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self { Self() }
        }
    }

    static let full =
        "<sample xmlns='urn:example:sample' count='7' mode='slow'>text<title>T</title><tag>a</tag><tag>b</tag>"
        + "<on/><item id='1'/><item id='2'/><only/></sample>"

    @Test("Fields can be stated in any order")
    func order() throws {
        let sample = try Sample(element(Self.full), strict: true)
        #expect(
            sample
                == Sample(
                    text: "text", count: 7, mode: .slow, title: "T", tags: ["a", "b"], isOn: true,
                    items: [Item(id: 1), Item(id: 2)], only: Item.Only()))
        #expect(try sample.encoded().xml() == Self.full)
    }

    @Test(
        "What cannot be read stays, and nothing takes the place of what was removed",
        arguments: [
            ("<title>a</title><title>b</title><on/><on/><only/><only/>", ""),
            ("<item/><item id='2'/>", "<item id='2'/><item/>"),
            ("<x/><title>a</title>", "<x/>"),
        ])
    func removed(content: String, rest: String) throws {
        let source = try element("<sample xmlns='urn:example:sample'>\(content)</sample>")
        var sample = try Sample(source)
        #expect(try Sample(sample.encoded(keeping: source)) == sample)
        (sample.title, sample.isOn, sample.only) = (nil, false, nil)
        let changed = sample.encoded(keeping: source)
        #expect(try Sample(changed) == sample)
        #expect(changed == (try element("<sample xmlns='urn:example:sample'>\(rest)</sample>")))
    }

    @Test("An unreadable child is kept before a readable one, which still is not read")
    func unreadableFirst() throws {
        let query = try element(
            "<query xmlns='urn:example:holder'><item xmlns='urn:example:sample'/><item xmlns='urn:example:sample' id='2'/></query>"
        )
        let holder = try Holder(query)
        #expect(holder.item == nil)
        #expect(holder.encoded(keeping: query) == query)
    }

    struct Holder: Payload {
        static let element = Name.known("query", in: "urn:example:holder")
        var item: Item?

        static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self { Self(item: try c.child(\.item)) }
    }

    @Test(
        "What a field cannot read is not among what no field knows, and stays",
        arguments: [
            "<item xmlns='urn:example:sample'/><item xmlns='urn:example:sample'/>",
            "<item xmlns='urn:example:sample'/><item xmlns='urn:example:sample' id='2'/>",
            "<count>many</count><count>few</count>", "<count>many</count><count>1</count>",
            "<number>a</number><number>1</number><number>b</number>",
            "<only xmlns='urn:example:sample'/><x/><item xmlns='urn:example:sample'/><count/>",
        ])
    func unreadableIsNotUnknown(content: String) throws {
        let query = try element("<query xmlns='urn:example:open-holder'>\(content)</query>")
        let holder = try OpenHolder(query)
        #expect(try OpenHolder(holder.encoded()) == holder)
        let kept = holder.encoded(keeping: query)
        #expect(try OpenHolder(kept) == holder)
        #expect(kept.children.map(\.description).sorted() == query.children.map(\.description).sorted())
    }

    struct OpenHolder: Payload {
        static let element = Name.known("query", in: "urn:example:open-holder")
        var item: Item?
        var count: Int?
        var numbers: [Int]
        var others: [Element]

        static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
            Self(
                item: try c.child(\.item), count: try c.textChild("count", \.count),
                numbers: try c.textChildren("number", \.numbers), others: c.anyChildren(\.others))
        }
    }

    @Test("Of very many deviations the first thousand are kept")
    func manyDeviations() throws {
        let items = String(repeating: "<item id='x'/>", count: 1500) + "<item id='7'/>"
        let source = try element("<sample xmlns='urn:example:sample'>\(items)</sample>")
        var diagnostics = [PayloadError](repeating: try #require(try Self.oneDeviation()), count: 5)
        let sample = try Sample(source, diagnostics: &diagnostics)
        #expect(sample.items == [Item(id: 7)])
        #expect(diagnostics.count == 1005)
    }

    private static func oneDeviation() throws -> PayloadError? {
        var diagnostics: [PayloadError] = []
        _ = try Sample(element("<sample xmlns='urn:example:sample' count='x'/>"), diagnostics: &diagnostics)
        return diagnostics.first
    }

    @Test("Bad values are skipped with diagnostics, or thrown if reading is strict")
    func diagnostics() throws {
        let source = try element(
            "<sample xmlns='urn:example:sample' count='many' mode='medium'><title>A</title><title>B</title>"
                + "<item id='1'/><item id='x'/><item/><item id='4'/><only/><only/></sample>")
        var diagnostics: [PayloadError] = []
        let sample = try Sample(source, diagnostics: &diagnostics)
        #expect(sample.count == nil)
        #expect(sample.mode == .fast)
        #expect(sample.title == "A")
        #expect(sample.items == [Item(id: 1), Item(id: 4)])
        #expect(
            diagnostics.map(\.description) == [
                "sample: attribute 'count' is \"many\", which is not an integer from \(Int.min) to \(Int.max)",
                "sample: attribute 'mode' is \"medium\", which is not one of fast, slow",
                "sample: more than one <title/>",
                "sample/item[2]: attribute 'id' is \"x\", which is not an integer from \(Int.min) to \(Int.max)",
                "sample/item[3]: attribute 'id' is missing",
                "sample: more than one <only/>",
            ])
        #expect(throws: diagnostics[0]) { try Sample(source, strict: true) }
    }

    @Test("A required field makes that payload unreadable, and no other")
    func required() throws {
        let message = try message(
            "<message><item xmlns='urn:example:sample'/><sample xmlns='urn:example:sample'/><item xmlns='urn:example:sample' id='2'/></message>"
        )
        #expect(throws: PayloadError(.missing(.attribute("id")), path: "item")) { try message[Item.self] }
        #expect(try message[Sample.self] != nil)
        #expect(message.all(Item.self) == [Item(id: 2)])
        #expect(message.has(Item.self))
        #expect(try message[Body.self] == nil)
        #expect(throws: PayloadError.self) { try Item(message.element) }
    }

    @Test("A change keeps, at any depth, what the types do not know")
    func update() throws {
        var message = try message(
            "<message a='1'><first xmlns='urn:f'/><sample xmlns='urn:example:sample' odd='x' count='1'>"
                + "<title lang='de'>T</title><item id='1' mark='m'><deep/></item><item id='2' mark='n'>t</item>"
                + "<title>second</title><other xmlns='urn:o'>o</other></sample><last xmlns='urn:l'/></message>")
        #expect(
            try message.update(Sample.self) { sample in
                sample.count = 2
                sample.title = "U"
                sample.items[1].id = 3
                sample.isOn = true
            })
        #expect(
            try message.element.xml(in: .client)
                == "<message a='1'><first xmlns='urn:f'/><sample xmlns='urn:example:sample' count='2' odd='x'>"
                + "<title lang='de'>U</title><on/><item id='1' mark='m'><deep/></item><item id='3' mark='n'>t</item>"
                + "<title>second</title><other xmlns='urn:o'>o</other></sample><last xmlns='urn:l'/></message>")
        try message.update(Sample.self) { sample in
            sample.items.remove(at: 0)
            sample.items.append(Item(id: 9))
            sample.title = nil
        }
        #expect(try message[Sample.self]?.items == [Item(id: 3), Item(id: 9)])
        #expect(try message.element.xml(in: .client).contains("<item id='3' mark='n'>t</item><item id='9'/>"))
        try message.update(Sample.self) { $0.items = [] }
        #expect(try message[Sample.self]?.items == [])
        #expect(try message.update(Body.self) { $0.text = "" } == false)
    }

    @Test("A change keeps what cannot be read")
    func updateUnreadable() throws {
        var message = try message(
            "<message><sample xmlns='urn:example:sample' count='many' mode='turbo'><title>T</title>"
                + "<item id='one' mark='l'/><item id='1' mark='m'><deep/></item></sample></message>")
        try message.update(Sample.self) { _ in }
        var sample = try #require(message.element.firstChild(Sample.element))
        #expect(sample["count"] == "many")
        #expect(sample["mode"] == "turbo")
        #expect(sample.children(Item.element).map { $0["mark"] } == ["m", "l"])
        try message.update(Sample.self) {
            $0.items[0].id = 2
            $0.count = 3
        }
        sample = try #require(message.element.firstChild(Sample.element))
        #expect(sample["count"] == "3")
        #expect(sample["mode"] == "turbo")
        #expect(sample.children(Item.element).map { $0["id"] } == ["2", "one"])
        #expect(sample.children(Item.element).map { $0["mark"] } == ["m", "l"])
    }

    @Test(
        "A list of another length keeps what is unknown of those of which it can be told which they were",
        arguments: [
            // Changed before an unchanged one, behind which one goes.
            ([8, 2], ["a", "b"]), ([8, 2, 3, 4, 9], ["a", "b", "c", "d", nil]), ([1, 8, 3], ["a", "b", "c"]),
            ([9, 1, 2, 3, 8], [nil, "a", "b", "c", "d"]), ([1, 8, 9, 4, 5], ["a", "b", "c", "d", nil]),
            // Which was which cannot be told.
            ([8], [nil]), ([1, 8, 4], ["a", nil, "d"]), ([8, 9, 2, 3, 4], [nil, nil, "b", "c", "d"]),
            ([3, 8, 1], ["c", nil, "a"]), ([], []),
        ] as [([Int], [String?])])
    func listOfAnotherLength(_ ids: [Int], _ marks: [String?]) throws {
        let items = ["a", "b", "c", "d"].enumerated().map { "<item id='\($0 + 1)' mark='\($1)'/>" }.joined()
        var message = try message("<message><sample xmlns='urn:example:sample'>\(items)</sample></message>")
        try message.update(Sample.self) { $0.items = ids.map { Item(id: $0) } }
        let sample = try #require(message.element.firstChild(Sample.element))
        #expect(sample.children(Item.element).map { $0["id"] } == ids.map { "\($0)" })
        #expect(sample.children(Item.element).map { $0["mark"] } == marks)
    }

    @Test("What is removed from a list of texts does not come back")
    func shorterList() throws {
        var message = try message(
            "<message><sample xmlns='urn:example:sample'><tag>a</tag><tag>b</tag><tag>c</tag></sample></message>")
        for tags in [["b", "c"], ["c"], []] {
            try message.update(Sample.self) { $0.tags = tags }
            #expect(try message[Sample.self]?.tags == tags)
        }
    }

    @Test("Many children are told apart")
    func manyChildren() throws {
        let items = (0..<300).map { Item(id: $0) }
        let sample = Sample(mode: .fast, tags: [], isOn: false, items: items)
        let encoded = sample.encoded()
        #expect(try Sample(encoded, strict: true) == sample)
        var parent = Element(Name("p"), nodes: [.element(encoded)])
        try parent.update(Sample.self) { $0.items.removeLast() }
        #expect(try parent[Sample.self]?.items == Array(items.dropLast()))
    }
}
