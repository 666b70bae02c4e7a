import Foundation
import Testing
import XMLStream

@testable import XMPPCapture
@testable import stanzactl

/// What is redacted is of the types that it was of: what can be read in the examples of the XEPs, with other values in
/// place of theirs, can be read after it was redacted, and what cannot still cannot.
@Suite("Values that are redacted")
struct RedactedValuesTests {
    private struct Example: Decodable {
        let xml: String
    }

    private static let stanzas: [String] = {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../Corpus/stanzas/xep-examples.jsonl")
        let lines = (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n") ?? []
        return lines.compactMap { try? JSONDecoder().decode(Example.self, from: Data($0.utf8)).xml }
    }()

    /// Values at the edges of XML Schema's types, and in their other forms.
    private static let specimens = [
        "0", "1", "8", "127", "200", "40000", "65535", "2147483647", "4294967295", "9223372036854775807",
        "18446744073709551615", "-1", "-128", " 7 ", "+5", "-12.25", "99.999", "true", "false", "AAAA", "AA==", "Zg==",
        "AB==", "YWJj ZGVm", "deadbeef", "2024-02-29", "2023-02-29", "2024-02-29T23:30:00.123+02:00",
        "2024-12-31T23:30:00-05:30", "2024-13-01T00:00:00Z", "20240229T23:30:00", "+02:00", "a@b.test/c", "b.test",
        "image/png", "1.0", "word", "two words", "chat",
    ]

    private static func read(_ xml: String) -> Element? {
        let header = "<s:s xmlns:s='urn:s' xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>"
        return try? elements(header + xml + "</s:s>").first?.children.first { _ in true }
    }

    /// Where a sentence says that something is wrong, and with what.
    private static func places(_ element: Element) -> [String] {
        ValueDiagnosis.sentences(about: TrafficRecord(.stanza(element)), showsValues: { false })
            .map { $0.components(separatedBy: ": ").first ?? "" }.sorted()
    }

    private static func findings(_ element: Element) -> [String] {
        var audit = TrafficAudit()
        let record = TrafficRecord(StanzaNamespaces.content(element), stream: 0, direction: .clientToServer)
        return (audit.receive(record) + audit.finish()).map { "\($0.rule) \($0.severity)" }.sorted()
    }

    @Test("Examples are as right and as wrong as they were, and are redacted alike each time")
    func asTheyAre() throws {
        ValueDiagnosis.prepare()
        var redactor = Redactor(key: "a key for tests".utf8)
        var other = Redactor(key: "a key for tests".utf8)
        var count = 0
        for xml in Self.stanzas {
            guard let element = Self.read(xml) else { continue }
            let redacted = redactor.redacted(element)
            #expect(Self.places(redacted).count == Self.places(element).count, "\(xml)")
            #expect(Self.findings(redacted) == Self.findings(element), "\(xml)")
            #expect(other.redacted(element) == redacted)
            count += 1
        }
        #expect(count > 4500)
    }

    @Test("So they are with other values", arguments: specimens)
    func changed(value: String) throws {
        ValueDiagnosis.prepare()
        var redactor = Redactor(key: "a key for tests".utf8)
        // A quarter of the places for each value, and each quarter for ten values or so.
        let offset = (Self.specimens.firstIndex(of: value) ?? 0) % 4
        for (place, element) in Self.spots.enumerated().filter({ $0.offset % 4 == offset }).map(\.element) {
            let changed = Self.element(element, at: place, value)
            let redacted = redactor.redacted(changed)
            #expect(
                Self.places(redacted).count == Self.places(changed).count,
                "\(place): \(Self.places(redacted)), \(Self.places(changed))")
            #expect(Self.findings(redacted) == Self.findings(changed), "\(place)")
        }
        #expect(Self.spots.count > 1000)
    }

    /// Each place that the examples have a value in, with the smallest of them.
    private static let spots: [(String, Element)] = {
        ValueDiagnosis.prepare()
        var spots: [String: Element] = [:]
        for element in stanzas.sorted(by: { $0.utf8.count < $1.utf8.count }).compactMap(read) {
            for place in places(in: element) where spots[place] == nil { spots[place] = element }
        }
        return spots.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }()

    private static func place(_ element: Element, _ attribute: Attribute?) -> String {
        "\(element.namespace.rawValue) \(element.localName) \(attribute?.name.localName ?? "")"
    }

    /// The attributes and texts of an element and of all in it.
    private static func places(in element: Element) -> [String] {
        let texts = element.children.contains { _ in true } || element.text.isEmpty ? [] : [place(element, nil)]
        return element.attributes.map { place(element, $0) } + texts + element.children.flatMap { places(in: $0) }
    }

    /// The element with another value in one place, wherever it is.
    private static func element(_ element: Element, at place: String, _ value: String) -> Element {
        let attributes = element.attributes.map { attribute in
            Self.place(element, attribute) == place ? Attribute(attribute.name, value) : attribute
        }
        var nodes: [Element.Node] = []
        for node in element.nodes {
            switch node {
            case .element(let child): nodes.append(.element(Self.element(child, at: place, value)))
            case .text(let text): nodes.append(.text(Self.place(element, nil) == place ? value : text))
            }
        }
        return Element(element.name, attributes: attributes, nodes: nodes)
    }
}
