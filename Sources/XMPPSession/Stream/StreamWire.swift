import XMLStream
import XMPPStanzas

/// Both directions of one stream: the parser of what comes in, and the queue of what is to be done. All roles have one.
struct StreamWire<Event: Sendable>: ~Copyable {
    var parser: XMLStreamParser
    let framing: StreamFraming
    private var outputs: [SessionOutput<Event>] = []
    private var nextOutput = 0
    /// Whether a stream header was sent that an end tag has not closed yet.
    private(set) var isOpen = false

    init(limits: XMLStreamLimits, framing: StreamFraming = .stream) {
        self.framing = framing
        parser = XMLStreamParser(framing: framing == .webSocket ? .webSocket : .stream, limits: limits)
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

    /// Queues bytes, together with those before them if nothing lies between and they need not be messages of their own.
    mutating func write(_ bytes: [UInt8]) {
        if framing == .stream, nextOutput < outputs.count, case .write(var last)? = outputs.last {
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

    /// Writes a header: with an XML declaration (RFC 6120 §4.7, §11.5), or as a message (RFC 7395 §3.4).
    mutating func open(_ header: StreamHeader) throws(XMLWritingError) {
        var bytes: [UInt8] = []
        switch framing {
        case .stream:
            bytes = Array("<?xml version='1.0'?>".utf8)
            try XMLWriter(in: .document).writeStart(of: header.opening, to: &bytes)
        case .webSocket:
            try XMLWriter(in: .document).write(header.framedOpen, to: &bytes)
        }
        write(bytes)
        isOpen = true
    }

    /// The bytes of an element. A stanza declares no namespace on a stream and takes on the stream's, whichever it was
    /// built in or came by; a message has to declare its own (RFC 7395 §3.3.3).
    func encode(
        _ element: Element, _ invalidCharacters: XMLWriter.InvalidCharacters
    ) throws(XMLWritingError) -> [UInt8] {
        let scope: XMLWriter.Scope = framing == .webSocket ? .document : .onStream(element)
        var bytes: [UInt8] = []
        try XMLWriter(in: scope, invalidCharacters: invalidCharacters).write(element, to: &bytes)
        return bytes
    }

    /// Writes an element of the session's own making, which XML can always carry once unfit characters are replaced; nothing
    /// behind the end of the stream.
    mutating func writeOwn(_ element: Element) {
        guard isOpen else { return }
        do throws(XMLWritingError) {
            write(try encode(element, .replace))
        } catch {
            assertionFailure("An element of the session's own has a name that is none: \(error)")
        }
    }

    mutating func write(_ payload: some Payload) {
        writeOwn(payload.encoded())
    }

    /// Writes the end of the stream, if it has begun (RFC 6120 §4.4, RFC 7395 §3.6).
    mutating func closeStream() {
        guard isOpen else { return }
        switch framing {
        case .stream: write(Array("</stream:stream>".utf8))
        case .webSocket: writeOwn(Element(Name("close", in: .framing)))
        }
        isOpen = false
    }

    // MARK: Restarting

    /// Expects a new stream behind what was parsed last (RFC 6120 §4.3.3), with other limits if there are any.
    mutating func restart(limits: XMLStreamLimits? = nil) {
        parser.restart(limits: limits)
        isOpen = false
    }

    /// Leaves everything to TLS; returns what there was behind what was parsed last.
    mutating func stopForTLS() -> [UInt8] {
        isOpen = false
        return parser.stop()
    }
}
