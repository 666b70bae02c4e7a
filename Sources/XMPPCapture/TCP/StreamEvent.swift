/// What happens on the TCP streams of a capture, in the order in which it becomes certain.
public enum StreamEvent: Sendable, Hashable {
    /// A stream begins.
    case opened(TCPStreamOpening)
    /// The next bytes of one direction.
    case data(StreamData)
    /// Bytes of one direction that the capture does not have.
    case gap(StreamGap)
    /// A stream is over; nothing more comes of it.
    case closed(TCPStreamClosing)
    /// Keys that the file itself brings along.
    case secrets(DecryptionSecrets)
    /// What somebody wrote in the file; `packet` is nil if it is about the whole of it.
    case comment(packet: Int?, String)
    /// Something malformed, ambiguous or given up.
    case note(CaptureNote)
}

/// The beginning of a TCP stream.
public struct TCPStreamOpening: Sendable, Hashable {
    /// Its number, as Wireshark's `tcp.stream`: from 0 in the order of first packets.
    public let stream: Int
    /// The side that opened the connection.
    public let client: Endpoint
    /// The side that accepted the connection.
    public let server: Endpoint
    /// Whether the capture does not show who opened it, so that the ports had to tell.
    public let directionIsGuessed: Bool
    /// The stream's first packet.
    public let packet: Int
    /// The time of that packet.
    public let time: Timestamp?
}

/// A run of bytes in order, all brought by one packet.
public struct StreamData: Sendable, Hashable {
    /// The number of the stream.
    public let stream: Int
    /// Which way the bytes went.
    public let direction: Direction
    /// How many bytes of this direction are before these, those in gaps included.
    public let offset: Int64
    /// The packet that brought the bytes.
    public let packet: Int
    /// The time of that packet.
    public let time: Timestamp?
    /// The bytes; they may keep the chunk of input alive in which they came.
    public let bytes: ArraySlice<UInt8>
}

/// A run of bytes that is not in the capture.
public struct StreamGap: Sendable, Hashable {
    /// The number of the stream.
    public let stream: Int
    /// Which way the bytes went.
    public let direction: Direction
    /// How many bytes of this direction are before the gap, those in earlier gaps included.
    public let offset: Int64
    /// How many bytes are missing.
    public let byteCount: Int64
    /// The packet that showed the gap: the one that brought what follows it, was cut, or acknowledged it.
    public let packet: Int
    /// The time of that packet.
    public let time: Timestamp?
}

/// The end of a TCP stream.
public struct TCPStreamClosing: Sendable, Hashable {
    /// Why nothing more comes of a stream.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// Both sides have sent all they had (FIN).
        case finished
        /// One side reset the connection (RST).
        case reset
        /// A new connection took the same addresses and ports.
        case replaced
        /// It was given up to keep within ``CaptureLimits/streams``.
        case evicted
        /// The capture ended before the stream did.
        case endOfCapture
    }

    /// The number of the stream.
    public let stream: Int
    /// Why it is over.
    public let reason: Reason
    /// The last packet of the stream that was seen.
    public let packet: Int
    /// The time of that packet.
    public let time: Timestamp?
}
