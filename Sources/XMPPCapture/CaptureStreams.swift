/// From the bytes of a capture file to the ordered bytes of its TCP streams, as they arrive.
///
/// ```swift
/// var streams = CaptureStreams()
/// streams.receive(chunk)
/// while let event = try streams.next() { … }
/// ```
///
/// After the last input call ``finish()`` and pull the rest.
public struct CaptureStreams: ~Copyable {
    private var reader: CaptureReader
    private var decoder: PacketDecoder
    private var reassembler: TCPReassembler
    private var events: [StreamEvent] = []
    private var nextEvent = 0
    private var notes: [CaptureNote] = []
    private var isFinished = false
    private var isOver = false
    private var failure: CaptureError?

    /// Creates a pipeline that has seen nothing yet.
    public init(limits: CaptureLimits = CaptureLimits()) {
        let limits = limits.withinTotal
        reader = CaptureReader(limits: limits)
        decoder = PacketDecoder(limits: limits)
        reassembler = TCPReassembler(limits: limits)
    }

    /// How many bytes are taken by what waits here for other packets.
    var waitingBytes: Int { decoder.waitingBytes + reassembler.heldBytes }

    /// Takes the next bytes of the file, of any number.
    public mutating func receive(_ bytes: [UInt8]) {
        reader.receive(bytes)
    }

    /// Says that no more input comes.
    public mutating func finish() {
        isFinished = true
        reader.finish()
    }

    /// The next event; nil when more input is needed or, once finished, when everything was read.
    ///
    /// - Throws: ``CaptureError`` when the file cannot be read further, after all that was whole before; and the same
    ///   ever after.
    public mutating func next() throws(CaptureError) -> StreamEvent? {
        while true {
            if nextEvent < events.count {
                nextEvent += 1
                return events[nextEvent - 1]
            }
            events.removeAll(keepingCapacity: true)
            nextEvent = 0
            guard readMore() else { break }
        }
        if let failure { throw failure }
        return nil
    }

    /// Reads on until there are events; false if there is nothing to read.
    private mutating func readMore() -> Bool {
        guard !isOver else { return false }
        do {
            while events.isEmpty {
                guard let record = try reader.next() else {
                    if isFinished { end() }
                    return !events.isEmpty
                }
                receive(record)
            }
        } catch {
            failure = error
            end()
        }
        return !events.isEmpty
    }

    private mutating func receive(_ record: consuming CaptureRecord) {
        switch record {
        case .packet(let packet):
            for comment in packet.comments { events.append(.comment(packet: packet.number, comment)) }
            let segment = decoder.decode(packet, notes: &notes)
            if !notes.isEmpty { passNotes() }
            if let segment { reassembler.receive(segment, into: &events) }
        case .secrets(let secrets): events.append(.secrets(secrets))
        case .comment(let text): events.append(.comment(packet: nil, text))
        case .note(let note): events.append(.note(note))
        }
    }

    private mutating func end() {
        isOver = true
        decoder.finish(notes: &notes)
        passNotes()
        reassembler.finish(into: &events)
    }

    private mutating func passNotes() {
        events += notes.map { .note($0) }
        notes.removeAll(keepingCapacity: true)
    }
}
