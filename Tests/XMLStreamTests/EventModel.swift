import Foundation
import XMLStream

/// Events in the form that the vectors give them in, as canonical JSON text.
enum EventModel {
    static func events(of input: [UInt8]) -> [String] {
        var parser = XMLStreamParser()
        parser.receive(input)
        var events: [String] = []
        while let event = try? parser.next() { events.append(describe(event)) }
        return events
    }

    static func describe(_ event: XMLStreamEvent) -> String {
        switch event {
        case .streamOpen(let opening):
            normalized(["open", attributes(opening.element), opening.element.language ?? NSNull()] as [Any])
        case .element(let element): normalized(["stanza", model(element)] as [Any])
        case .streamClose: normalized(["close"])
        default: "\(event)"
        }
    }

    static func normalized(_ value: Any) -> String {
        let data = try? JSONSerialization.data(withJSONObject: value, options: [.sortedKeys, .withoutEscapingSlashes])
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    private static func model(_ element: Element) -> [Any] {
        let children = element.nodes.map { node -> Any in
            switch node {
            case .element(let child): model(child)
            case .text(let text): text
            }
        }
        return [element.name.description, attributes(element), element.language ?? NSNull(), children]
    }

    private static func attributes(_ element: Element) -> [String: String] {
        Dictionary(uniqueKeysWithValues: element.attributes.map { ($0.name.description, $0.value) })
    }
}
