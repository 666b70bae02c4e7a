import XMLStream
import XMPPStanzas

/// Both directions of one stream: the parser of what comes in, and the queue of what is to be done. All roles have one.
struct StreamWire<Event: Sendable>: ~Copyable {
    var parser: XMLStreamParser
    private var outputs: [SessionOutput<Event>] = []
    private var nextOutput = 0
    /// Whether a stream header was sent that an end tag has not closed yet.
    private(set) var isOpen = false

    init(limits: XMLStreamLimits) {
        parser = XMLStreamParser(limits: limits)
    }

    // MARK: Outputs

    mutating func append(_ output: SessionOutput<Event>) {
        outputs.append(output)
    }

    mutating func takeOutput() -> SessionOutput<Event>? {
        guard nextOutput < outputs.count else { return nil }
        let output = outputs[nextOutput]
        nextOutput += 1
        if nextOutput == outputs.count {
            // An emptied array would keep its memory for as long as the stream rests.
            outputs = []
            nextOutput = 0
        }
        return output
    }

    /// Queues bytes, together with those before them if nothing lies between.
    mutating func write(_ bytes: [UInt8]) {
        if nextOutput < outputs.count, case .write(var last)? = outputs.last {
            outputs.removeLast()
            last += bytes
            outputs.append(.write(last))
        } else {
            outputs.append(.write(bytes))
        }
    }

    /// How many bytes have come behind the last thing that was parsed.
    var waitingByteCount: Int { parser.receivedByteCount - parser.eventRange.upperBound }

    // MARK: Writing

    /// Writes a header with an XML declaration (RFC 6120 §4.7, §11.5).
    mutating func open(_ header: StreamHeader) throws(XMLWritingError) {
        var bytes = Array("<?xml version='1.0'?>".utf8)
        try XMLWriter(in: .document).writeStart(of: header.opening, to: &bytes)
        write(bytes)
        isOpen = true
    }

    /// Writes an element of the session's own making, which XML can always carry once unfit characters are replaced.
    mutating func writeOwn(_ element: Element) {
        var bytes: [UInt8] = []
        do throws(XMLWritingError) {
            try XMLWriter(in: .onStream(element), invalidCharacters: .replace).write(element, to: &bytes)
        } catch {
            assertionFailure("An element of the session's own has a name that is none: \(error)")
        }
        write(bytes)
    }

    mutating func write(_ payload: some Payload) {
        writeOwn(payload.encoded())
    }

    /// Writes the end of the stream, if it has begun (RFC 6120 §4.4).
    mutating func closeStream() {
        guard isOpen else { return }
        isOpen = false
        write(Array("</stream:stream>".utf8))
    }

    // MARK: Restarting

    /// Expects a new stream behind what was parsed last (RFC 6120 §4.3.3).
    mutating func restart() {
        parser.restart()
        isOpen = false
    }

    /// The same, with other limits; offsets begin anew.
    mutating func restart(limits: XMLStreamLimits) {
        let rest = parser.stop()
        parser = XMLStreamParser(limits: limits)
        if !rest.isEmpty { parser.receive(rest) }
        isOpen = false
    }

    /// Leaves everything to TLS; returns what there was behind what was parsed last.
    mutating func stopForTLS() -> [UInt8] {
        isOpen = false
        return parser.stop()
    }
}
