/// A TCP segment with the addresses it was sent between (RFC 9293 §3.1).
public struct TCPSegment: Sendable {
    /// The control bits that matter to reassembly.
    public struct Flags: OptionSet, Sendable, Hashable {
        /// The header's octet of control bits.
        public let rawValue: UInt8

        /// Creates flags from the header's octet.
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// No more data from the sender.
        public static let fin = Flags(rawValue: 1)
        /// Sequence numbers are synchronized; the connection opens.
        public static let syn = Flags(rawValue: 2)
        /// The connection is reset.
        public static let rst = Flags(rawValue: 4)
        /// The acknowledgment number counts.
        public static let ack = Flags(rawValue: 16)
    }

    /// The number of the packet that brought it, or that completed it if it came in fragments.
    public let packet: Int
    /// The time of that packet.
    public let time: Timestamp?
    /// Who sent it.
    public let source: Endpoint
    /// Who it was sent to.
    public let destination: Endpoint
    /// The sequence number of the first byte, or of the SYN.
    public let sequence: UInt32
    /// The next sequence number that the sender expects; counts if ``flags`` has `ack`.
    public let acknowledgment: UInt32
    /// The control bits.
    public let flags: Flags
    /// The data that was captured.
    public let payload: ArraySlice<UInt8>
    /// How many bytes of data behind ``payload`` were sent but not captured.
    public let missing: Int

    /// Whether only an ICMP message tells of it, which quotes what could not be delivered.
    var isQuoted = false

    /// Creates a segment.
    public init(
        packet: Int,
        time: Timestamp?,
        source: Endpoint,
        destination: Endpoint,
        sequence: UInt32,
        acknowledgment: UInt32 = 0,
        flags: Flags,
        payload: ArraySlice<UInt8> = [],
        missing: Int = 0
    ) {
        self.packet = packet
        self.time = time
        self.source = source
        self.destination = destination
        self.sequence = sequence
        self.acknowledgment = acknowledgment
        self.flags = flags
        self.payload = payload
        self.missing = max(missing, 0)
    }

    /// Whether this asks for a new connection: a SYN without an ACK.
    var isOpening: Bool { flags.contains(.syn) && !flags.contains(.ack) }
}
