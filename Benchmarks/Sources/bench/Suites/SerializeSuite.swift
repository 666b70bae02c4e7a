import CBench
import XMPP

/// How fast elements become bytes, by processor time.
enum SerializeSuite {
    static let figures = ["chat", "mixed", "roster"].map(elements) + [element, message]

    private static let baseline = "C that copies the markup and escapes the values"

    // MARK: Elements that were parsed

    private static func elements(_ kind: String) -> Figure {
        Figure(name: "serialize.\(kind).elements", unit: "MB/s", baseline: baseline) { settings in
            Vocabulary.makeKnown()
            let elements = try Workload(kind).elements()
            let pieces = try elements.map { try Pieces($0) }
            let longest = pieces.reduce(0) { max($0, $1.byteCount) }
            let output = UnsafeMutablePointer<UInt8>.allocate(capacity: 6 * longest)
            defer { output.deallocate() }
            let writer = XMLWriter(in: .client)
            var bytes: [UInt8] = []
            var count = (ours: 0, baseline: 0)
            let slices = elements.indices.slices(of: max(1, elements.count / 100))
            let seconds = try Clock.medians(rounds: settings.rounds, slices: slices.count) { slice in
                if slice == 0 { count.ours = 0 }
                for element in elements[slices[slice]] {
                    bytes.removeAll(keepingCapacity: true)
                    try writer.write(element, to: &bytes)
                    count.ours += bytes.count
                }
            } baseline: { slice in
                if slice == 0 { count.baseline = 0 }
                for pieces in pieces[slices[slice]] { count.baseline += pieces.write(to: output) }
            }
            if count.baseline != count.ours {
                throw Trouble.failed("the baseline wrote \(count.baseline) bytes instead of \(count.ours)")
            }
            let megabytes = Double(count.ours) / 1e6
            return Measurement(value: megabytes / seconds.ours, baselineValue: megabytes / seconds.baseline)
        }
    }

    // MARK: Messages that are built

    private static let element: Figure = {
        let names = MessageNames()
        return built("built-message", names.build)
    }()

    private static let message: Figure = {
        let builder = MessageBuilder()
        return built("chat") { builder.build(number: $0).element }
    }()

    /// Makes a message and writes it.
    private static func built(_ name: String, _ build: @escaping @Sendable (_ number: Int) -> Element) -> Figure {
        Figure(name: "serialize.\(name)", unit: "ns", baseline: baseline) { settings in
            Vocabulary.makeKnown()
            let (count, slices) = (100_000, 100)
            let pieces = try Pieces(build(0))
            let output = UnsafeMutablePointer<UInt8>.allocate(capacity: 6 * pieces.byteCount)
            defer { output.deallocate() }
            let writer = XMLWriter(in: .client)
            var bytes: [UInt8] = []
            let seconds = try Clock.medians(rounds: settings.rounds, slices: slices) { _ in
                for number in 0..<count / slices {
                    bytes.removeAll(keepingCapacity: true)
                    try writer.write(build(number), to: &bytes)
                }
            } baseline: { _ in
                var written = 0
                for _ in 0..<count / slices { written += pieces.write(to: output) }
                if written != pieces.writtenByteCount * count / slices {
                    throw Trouble.failed("the baseline wrote \(written) bytes")
                }
            }
            return Measurement(
                value: seconds.ours / Double(count) * 1e9,
                baselineValue: seconds.baseline / Double(count) * 1e9
            )
        }
    }

    private static let ids = ["a1b2c3d4-0001", "a1b2c3d4-0002"]
    private static let text = "Wherefore art thou, Romeo? <3 & so on"

    /// A message as an element.
    private struct MessageNames {
        let message = Name.known("message", in: "jabber:client")
        let body = Name.known("body", in: "jabber:client")
        let active = Name.known("active", in: "http://jabber.org/protocol/chatstates")
        let to = Name.known("to")
        let type = Name.known("type")
        let id = Name.known("id")
        private let ids = SerializeSuite.ids

        @inline(never)
        func build(number: Int) -> Element {
            Element(
                message,
                attributes: [
                    Attribute(to, "juliet@capulet.example/balcony"), Attribute(type, "chat"),
                    Attribute(id, ids[number & 1]),
                ],
                nodes: [
                    .element(Element(body, text: SerializeSuite.text)),
                    .element(Element(active)),
                ]
            )
        }
    }

    /// The same message as a typed stanza.
    private struct MessageBuilder {
        private let to = try? JID("juliet@capulet.example/balcony")
        private let ids = SerializeSuite.ids

        @inline(never)
        func build(number: Int) -> Message {
            Message(to: to, type: .chat, id: ids[number & 1]) {
                Body(SerializeSuite.text)
                ChatState.active
            }
        }
    }
}
