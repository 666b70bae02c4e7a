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
    private var batch = StreamEventBatch()
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
            if let event = batch.next() { return event }
            batch.removeAll()
            guard readOn(byteCount: 1) else { break }
        }
        if let failure { throw failure }
        return nil
    }

    /// The events of about so many further bytes of the file, or of all that there are by now; nil if they bring none.
    /// Not to be mixed with ``next()``.
    ///
    /// - Throws: what ``next()`` throws.
    mutating func nextBatch(byteCount: UInt64) throws(CaptureError) -> StreamEventBatch? {
        guard readOn(byteCount: byteCount) else {
            if let failure { throw failure }
            return nil
        }
        let next = StreamEventBatch(waitingBytes: heldBytes, capacity: batch.events.count)
        return exchange(&batch, with: next)
    }

    /// How many bytes are taken by what waits here for other packets, after the event that was returned last.
    var waitingBytes: Int { batch.waitingBytes }

    private var heldBytes: Int { decoder.waitingBytes + reassembler.heldBytes }

    /// Reads so many bytes of the file or, while these bring no event, more; false if there is nothing to tell.
    private mutating func readOn(byteCount: UInt64) -> Bool {
        guard !isOver else { return false }
        let end = reader.offset &+ byteCount
        do {
            while reader.offset < end || batch.events.isEmpty {
                guard let record = try reader.next() else {
                    if isFinished { self.end() }
                    break
                }
                let start = batch.events.count
                receive(record)
                if batch.events.count > start { batch.note(waitingBytes: heldBytes, from: start) }
            }
        } catch {
            failure = error
            self.end()
        }
        batch.note(waitingBytes: heldBytes, from: batch.events.count)
        return !batch.isEmpty
    }

    private mutating func receive(_ record: consuming CaptureRecord) {
        switch record {
        case .packet(let packet):
            for comment in packet.comments { batch.events.append(.comment(packet: packet.number, comment)) }
            let segment = decoder.decode(packet, notes: &notes)
            if !notes.isEmpty { passNotes() }
            if let segment { reassembler.receive(segment, into: &batch.events) }
        case .secrets(let secrets): batch.events.append(.secrets(secrets))
        case .comment(let text): batch.events.append(.comment(packet: nil, text))
        case .note(let note): batch.events.append(.note(note))
        }
    }

    private mutating func end() {
        isOver = true
        // So that it does not depend on whether the last packets came together with the end.
        batch.note(waitingBytes: heldBytes, from: batch.events.count)
        decoder.finish(notes: &notes)
        passNotes()
        reassembler.finish(into: &batch.events)
    }

    private mutating func passNotes() {
        batch.events += notes.map { .note($0) }
        notes.removeAll(keepingCapacity: true)
    }
}
