/// What of a ``TrafficDecoder``'s work comes first, for who has it done on a thread of its own: of a capture, packets
/// become the events of TCP streams, which the decoder then takes instead of bytes. Any other input is handed on as it is.
///
/// ```swift
/// intake.receive(chunk)
/// while let part = try intake.next() { decoder.receive(part) }
/// ```
package struct TrafficIntake: ~Copyable {
    /// What is to be handed on.
    package struct Part: Sendable {
        fileprivate enum Content: Sendable {
            case bytes([UInt8])
            case events(StreamEventBatch)
        }

        fileprivate let content: Content
    }

    /// About how many bytes of a capture a part is made of.
    package static let partBytes = 128 << 10

    private let limits: CaptureLimits
    /// The first bytes, as long as they are too few to tell what the input is.
    private var undetected: [UInt8]? = []
    private var streams: CaptureStreams?
    /// What has come of an input that is no capture.
    private var bytes: [UInt8]?

    /// Creates an intake that has seen nothing yet.
    package init(limits: CaptureLimits = CaptureLimits()) {
        self.limits = limits
    }

    /// Takes the next bytes of the input, once all parts of those before have been handed on.
    package mutating func receive(_ bytes: [UInt8]) {
        if let before = undetected { return detect(before + bytes, isWhole: false) }
        if streams == nil { self.bytes = bytes } else { streams?.receive(bytes) }
    }

    /// Says that no more input comes.
    package mutating func finish() {
        if let before = undetected { detect(before, isWhole: true) }
        streams?.finish()
    }

    /// The next part; nil when more input is needed or, once finished, when everything was read.
    ///
    /// - Throws: ``CaptureError`` when a capture file cannot be read further, after all that was whole before it.
    package mutating func next() throws(CaptureError) -> Part? {
        if let bytes = bytes.take() { return Part(content: .bytes(bytes)) }
        return try streams?.nextBatch(byteCount: UInt64(Self.partBytes)).map { Part(content: .events($0)) }
    }

    private mutating func detect(_ bytes: [UInt8], isWhole: Bool) {
        guard isWhole || CaptureFormat.isDecided(by: bytes) else {
            undetected = bytes
            return
        }
        undetected = nil
        if CaptureFormat.detect(bytes) == nil {
            self.bytes = bytes
        } else {
            streams = CaptureStreams(limits: limits)
            streams?.receive(bytes)
        }
    }
}

extension TrafficDecoder {
    /// Takes what an intake made of the next bytes of the input, once all records of what came before have been pulled.
    package mutating func receive(_ part: consuming TrafficIntake.Part) {
        switch part.content {
        case .bytes(let bytes): receive(bytes)
        case .events(let batch): receive(batch)
        }
    }
}
