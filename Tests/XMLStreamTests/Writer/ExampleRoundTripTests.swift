import Foundation
import Testing

@testable import XMLStream

/// The stanzas that the XEPs give as examples: read, written and read again.
@Suite struct ExampleRoundTripTests {
    static func examples() throws -> [(id: String, xml: String)] {
        let text = try String(
            contentsOf: Fixtures.corpus.appendingPathComponent("stanzas/xep-examples.jsonl"),
            encoding: .utf8
        )
        return try text.split(separator: "\n").map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
            return ("XEP-\(object["xep"] ?? "") \(object["example"] ?? "")", object["xml"] as? String ?? "")
        }
    }

    /// The elements of a fragment, headers among them.
    static func parse(_ xml: [UInt8], byteByByte: Bool = false) throws -> [Element] {
        var parser = XMLStreamParser(framing: .fragments)
        var elements: [Element] = []
        for piece in byteByByte ? xml.map({ [$0] }) : [xml] {
            parser.receive(piece)
            while let event = try parser.next() {
                switch event {
                case .element(let element): elements.append(element)
                case .streamOpen(let opening): elements.append(opening.element)
                case .streamClose: break
                default: Issue.record("unexpected \(event)")
                }
            }
        }
        return elements
    }

    @Test func readingWhatWasWrittenGivesTheSameElement() throws {
        let examples = try Self.examples()
        #expect(examples.count == 4712)
        for (id, xml) in examples {
            let elements = try Self.parse(Array(xml.utf8))
            #expect(!elements.isEmpty)
            for element in elements {
                for scope in [XMLWriter.Scope.anywhere, .client] {
                    let written = try element.xml(in: scope)
                    #expect(try Self.parse(Array(written.utf8)) == [element], "\(id): \(written)")
                    #expect(try Self.parse(Array(written.utf8)).first?.xml(in: scope) == written)
                }
                #expect(element.detached() == element)
                #expect(element.detached().hashValue == element.hashValue)
            }
        }
    }

    @Test func everyTenthIsTheSameByteByByte() throws {
        for (offset, example) in try Self.examples().enumerated() where offset % 10 == 0 {
            let bytes = Array(example.xml.utf8)
            #expect(try Self.parse(bytes, byteByByte: true) == Self.parse(bytes), "\(example.id)")
        }
    }
}
