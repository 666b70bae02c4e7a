import XMLStream
import XMPPCapture

/// One direction of a stream, read as records. The session judges what comes in; here it is only shown.
struct LoginTraffic: ~Copyable {
    private let direction: Direction
    private var parser = XMLStreamParser(framing: .fragments)
    private var hasFailed = false

    init(_ direction: Direction) {
        self.direction = direction
    }

    /// The records that are complete with these bytes.
    mutating func records(_ bytes: [UInt8]) -> [TrafficRecord] {
        guard !hasFailed else { return [] }
        parser.receive(bytes)
        var records: [TrafficRecord] = []
        do {
            while let event = try parser.next() {
                guard let content = Self.content(of: event) else { continue }
                records.append(TrafficRecord(content, direction: direction))
            }
        } catch {
            hasFailed = true
            records.append(TrafficRecord(.error(error.description), direction: direction))
        }
        return records
    }

    private static func content(of event: XMLStreamEvent) -> TrafficRecord.Content? {
        switch event {
        case .streamOpen(let opening): .streamOpen(opening)
        case .streamClose(let element): .streamClose(element)
        case .element(let element):
            element.has(.message) || element.has(.presence) || element.has(.iq) ? .stanza(element) : .nonza(element)
        case .skipped, .endOfInput: nil
        }
    }
}
