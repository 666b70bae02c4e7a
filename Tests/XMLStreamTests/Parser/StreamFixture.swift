import Testing
import XMLStream

/// Short ways to put streams together and to take them apart.
enum Stream {
    /// A client's header, 97 bytes on one line.
    static let header =
        "<stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' version='1.0'>"
    static let declaration = "<?xml version='1.0'?>"

    /// The events of an input that has no error.
    static func events(
        _ text: String,
        framing: XMLStreamParser.Framing = .stream,
        limits: XMLStreamLimits = .default
    ) throws -> [XMLStreamEvent] {
        var parser = XMLStreamParser(framing: framing, limits: limits)
        parser.receive(Array(text.utf8))
        return try parser.drain()
    }

    /// The elements of an input that has no error.
    static func elements(_ text: String, limits: XMLStreamLimits = .default) throws -> [Element] {
        try events(text, framing: .fragments, limits: limits).compactMap { $0.element }
    }

    /// The only element of an input.
    static func element(_ text: String, limits: XMLStreamLimits = .default) throws -> Element {
        let elements = try elements(text, limits: limits)
        try #require(elements.count == 1)
        return elements[0]
    }

    /// What is wrong with an input, the same whole and byte by byte.
    static func error(
        _ bytes: [UInt8],
        framing: XMLStreamParser.Framing = .stream,
        limits: XMLStreamLimits = .default,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> XMLStreamError? {
        let whole = Transcript(bytes, framing: framing, limits: limits)
        let slow = Transcript.byteByByte(bytes, framing: framing, limits: limits)
        #expect(whole.withoutArrivals == slow.withoutArrivals, sourceLocation: sourceLocation)
        return whole.error
    }
}

extension XMLStreamParser {
    /// Everything that can be had without more bytes.
    mutating func drain() throws -> [XMLStreamEvent] {
        var events: [XMLStreamEvent] = []
        while let event = try next() { events.append(event) }
        return events
    }
}

extension XMLStreamEvent {
    var element: Element? {
        if case .element(let element) = self { element } else { nil }
    }
}
