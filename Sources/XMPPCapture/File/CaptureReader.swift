/// Reads a capture file as its bytes arrive: pcap, pcapng, or either in gzip.
///
/// Push input with ``receive(_:)``, then pull with ``next()`` until that is nil; after the last input call
/// ``finish()`` and pull once more. Memory is bounded by what is pushed at a time and one record.
///
/// ```swift
/// reader.receive(chunk)
/// while let record = try reader.next() { … }
/// ```
public struct CaptureReader: ~Copyable {
    private let limits: CaptureLimits
    private var format: CaptureFormat?
    private var isCompressed = false
    private var inflater = Inflater(.gzip)
    private var buffer = InputBuffer()
    private var pcap: PcapParser
    private var pcapng: PcapngParser
    private var isFinished = false
    private var notes: [CaptureNote] = []
    private var failure: CaptureError?
    private var hasSaidEnd = false
    private var hasSaidRest = false

    /// Creates a reader that has seen nothing yet.
    public init(limits: CaptureLimits = CaptureLimits()) {
        self.limits = limits
        pcap = PcapParser(limits: limits)
        pcapng = PcapngParser(limits: limits)
    }

    /// Takes the next bytes of the file, of any number.
    public mutating func receive(_ bytes: [UInt8]) {
        if isCompressed {
            inflater.receive(bytes)
        } else {
            buffer.append(bytes)
        }
    }

    /// Says that no more input comes; a record that is cut there becomes a note.
    public mutating func finish() {
        isFinished = true
    }

    /// The next record; nil when more input is needed or, once finished, when everything was read.
    ///
    /// - Throws: ``CaptureError`` when the file cannot be read further, and the same ever after.
    public mutating func next() throws(CaptureError) -> CaptureRecord? {
        if let failure { throw failure }
        do {
            while true {
                if let record = try parse() { return record }
                if !notes.isEmpty { return .note(notes.removeFirst()) }
                guard try inflateMore() else { return try endOfInput().map { .note($0) } }
            }
        } catch {
            failure = error
            throw error
        }
    }

    private mutating func parse() throws(CaptureError) -> CaptureRecord? {
        switch format {
        case .pcap: return try pcap.next(from: &buffer)
        case .pcapng: return try pcapng.next(from: &buffer)
        case .gzip, nil:
            return try recognize() ? try parse() : nil
        }
    }

    /// Finds out the format; false if more input is needed for that.
    private mutating func recognize() throws(CaptureError) -> Bool {
        guard buffer.count >= CaptureFormat.prefixLength else { return false }
        switch CaptureFormat.detect(buffer.unread) {
        case .gzip where !isCompressed:
            isCompressed = true
            if let compressed = buffer.take(buffer.count) { inflater.receive(Array(compressed)) }
            buffer = InputBuffer()
            return false
        case .gzip, nil:
            throw Self.notACapture
        case .some(let format):
            self.format = format
            return true
        }
    }

    /// Inflates one piece more; false if there is none.
    private mutating func inflateMore() throws(CaptureError) -> Bool {
        guard isCompressed else { return false }
        switch inflater.next() {
        case .bytes(let bytes):
            buffer.append(bytes)
            return true
        case .needsInput:
            return false
        case .end(let rest):
            if !hasSaidRest, rest.contains(where: { $0 != 0 }) {
                hasSaidRest = true
                notes.append(CaptureNote("what follows the compressed data is not gzip and is ignored"))
                return true
            }
            return false
        case .damaged(let message):
            let place = buffer.offset + UInt64(buffer.count)
            throw CaptureError(.badCompression, at: place, "the gzip data is damaged: \(message)")
        }
    }

    /// What the end of the input leaves to be said, once.
    private mutating func endOfInput() throws(CaptureError) -> CaptureNote? {
        guard isFinished, !hasSaidEnd else { return nil }
        hasSaidEnd = true
        let isCutGzip = isCompressed ? inflater.isInsideMember : CaptureFormat.detect(buffer.unread) == .gzip
        if isCutGzip {
            let message = "the gzip data is cut at the end of the input"
            guard hasBegun else { throw CaptureError(.malformed, at: 0, "\(message), before any packet") }
            return CaptureNote(message)
        }
        if format == nil, isCompressed || CaptureFormat.detect(buffer.unread) == nil { throw Self.notACapture }
        guard hasBegun else { throw CaptureError(.malformed, at: 0, "the file header is cut at the end of the file") }
        if buffer.count > 0 || pcapng.isInsideBlock {
            return CaptureNote("the last record is cut at the end of the file, at byte \(buffer.offset)")
        }
        return nil
    }

    /// How many bytes of the file, decompressed, have been read.
    var offset: UInt64 { buffer.offset }

    /// Whether a file header could be read.
    private var hasBegun: Bool { buffer.offset > 0 }

    private static let notACapture = CaptureError(
        .notACapture,
        at: 0,
        "the input is neither pcap nor pcapng, nor one of them in gzip"
    )
}
