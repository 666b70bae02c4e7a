import XMLStream

/// Reads XMPP out of captures, logs and plain XML: what kind of input it is shows in its first bytes.
///
/// ```swift
/// var decoder = TrafficDecoder()
/// decoder.receive(chunk)
/// while let record = try decoder.next() { … }
/// ```
///
/// Records come as soon as the input holds all of them; after the last input, call ``finish()`` and pull the rest.
/// Memory is bounded by what is open at a time, never by the length of the input.
public struct TrafficDecoder: ~Copyable {
    private enum Source: ~Copyable {
        /// Too few bytes yet to tell.
        case unknown([UInt8])
        case capture(CaptureDecoder)
        case text(TextDecoder)
    }

    private var source = Source.unknown([])

    /// Creates a decoder that has seen nothing yet.
    public init() {}

    /// Takes the next bytes of the input, any number of them.
    public mutating func receive(_ bytes: [UInt8]) {
        switch consume source {
        case .unknown(let before):
            source = Self.begin(with: before + bytes, isWhole: false)
        case .capture(var decoder):
            decoder.receive(bytes)
            source = .capture(decoder)
        case .text(var decoder):
            decoder.receive(bytes)
            source = .text(decoder)
        }
    }

    /// Says that no more input comes.
    public mutating func finish() {
        switch consume source {
        case .unknown(let before):
            source = Self.begin(with: before, isWhole: true)
        case let other:
            source = other
        }
        switch consume source {
        case .unknown: source = .unknown([])
        case .capture(var decoder):
            decoder.finish()
            source = .capture(decoder)
        case .text(var decoder):
            decoder.finish()
            source = .text(decoder)
        }
    }

    /// The next record; nil when more input is needed or, once finished, when everything was read.
    ///
    /// - Throws: ``CaptureError`` when a capture file cannot be read further, after all that was whole before it.
    public mutating func next() throws(CaptureError) -> TrafficRecord? {
        switch consume source {
        case .unknown(let bytes):
            source = .unknown(bytes)
            return nil
        case .capture(var decoder):
            let result = decoder.next()
            source = .capture(decoder)
            return try result.get()
        case .text(var decoder):
            let record = decoder.next()
            source = .text(decoder)
            return record
        }
    }

    /// How many bytes tell a capture from a text.
    private static let detectionLength = 12

    private static func begin(with bytes: [UInt8], isWhole: Bool) -> Source {
        guard isWhole || bytes.count >= detectionLength else { return .unknown(bytes) }
        if CaptureFormat.detect(bytes) != nil {
            var decoder = CaptureDecoder()
            decoder.receive(bytes)
            return .capture(decoder)
        }
        var decoder = TextDecoder()
        decoder.receive(bytes)
        return .text(decoder)
    }
}
