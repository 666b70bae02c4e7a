/// Records in their order and, among them, what TLS protected and nobody has read yet: what a ``TrafficDecoder`` leaves to
/// a ``RecordCompletion``.
package struct RecordBatch: Sendable {
    var records: [TrafficRecord] = []
    /// What is to be read before the record at `index`, in order.
    var relayed: [(index: Int, content: RelayedContent)] = []
    /// How many bytes were kept by what waits or is open, when these were all.
    var waitingBytes = 0

    /// About how much memory the records of a batch take before another one is begun, in bytes.
    static let limit = 256 << 10

    var isEmpty: Bool { records.isEmpty && relayed.isEmpty }

    /// About how much memory it takes, in bytes.
    package internal(set) var estimatedBytes = 0
}

/// What is to be read elsewhere.
enum RelayedContent: Sendable {
    /// A TLS session begins in a connection, which goes by this number from then on.
    case begin(session: Int, stream: Int, layers: [TrafficRecord.Layer])
    /// What was said inside a session.
    case content(session: Int, Channel.SourceEvent, mayLackEarlier: Bool)
    /// The end of a session.
    case end(session: Int, XMPPChannel.End)
    /// Keys that the capture itself brings along.
    case secrets(DecryptionSecrets)
    /// What a key log has got since it was read.
    case keyLog([UInt8])

    /// About how much memory it takes, in bytes.
    var estimatedBytes: Int {
        switch self {
        case .content(_, .run(let run), _): 128 + run.bytes.count
        case .keyLog(let bytes): 128 + bytes.count
        default: 128
        }
    }
}

extension TrafficRecord {
    /// About how much memory it takes, in bytes.
    package var estimatedBytes: Int { 256 + 2 * max(byteCount ?? 0, 0) }
}

/// Passes on what TLS protected.
final class ContentRelay: ChannelReader {
    private let session: Int
    private let sink: RecordSink

    init(stream: Int, layers: [TrafficRecord.Layer], context: ChannelContext) {
        session = context.relayedSessions
        context.relayedSessions += 1
        sink = context.sink
        sink.relay(.begin(session: session, stream: stream, layers: layers))
    }

    func receive(_ event: Channel.SourceEvent) {
        sink.relay(.content(session: session, event, mayLackEarlier: sink.mayLackEarlier))
    }

    func close(_ end: XMPPChannel.End) { sink.relay(.end(session: session, end)) }
}
