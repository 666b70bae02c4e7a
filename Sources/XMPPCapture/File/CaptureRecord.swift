/// What a capture file holds, record by record.
public enum CaptureRecord: Sendable, Hashable {
    /// A packet.
    case packet(CapturedPacket)
    /// Keys that the file itself brings along.
    case secrets(DecryptionSecrets)
    /// What somebody wrote about the whole file or one of its interfaces; a packet's comments are in the packet.
    case comment(String)
    /// Something malformed that does not stop the reading.
    case note(CaptureNote)
}

/// One packet as it was captured.
public struct CapturedPacket: Sendable, Hashable {
    /// Its number in the file as Wireshark counts, from 1.
    public let number: Int
    /// When it was captured; nil where the format has no place for it (a pcapng Simple Packet Block).
    public let time: Timestamp?
    /// What kind of header its bytes begin with.
    public let link: LinkType
    /// How many bytes it had on the wire, at least as many as were captured.
    public let originalLength: Int
    /// The bytes that were captured, without a copy: they keep the chunk of input alive in which they came.
    public let bytes: ArraySlice<UInt8>
    /// What somebody wrote about this packet (pcapng `opt_comment`).
    public let comments: [String]

    /// Creates a packet; an `originalLength` smaller than what was captured is raised to that.
    public init(
        number: Int,
        time: Timestamp?,
        link: LinkType,
        originalLength: Int,
        bytes: ArraySlice<UInt8>,
        comments: [String] = []
    ) {
        self.number = number
        self.time = time
        self.link = link
        self.originalLength = max(originalLength, bytes.count)
        self.bytes = bytes
        self.comments = comments
    }
}

/// The content of a pcapng Decryption Secrets Block (draft-ietf-opsawg-pcapng §4.7).
public struct DecryptionSecrets: Sendable, Hashable {
    /// The registered number of a secrets format.
    public struct Format: RawRepresentable, Sendable, Hashable {
        /// The number as the file has it.
        public let rawValue: UInt32

        /// Creates a format from its registered number.
        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// The NSS key log: one line of text a secret.
        public static let tlsKeyLog = Format(rawValue: 0x544c_534b)
    }

    /// What format the bytes are in.
    public let format: Format
    /// The secrets, untouched.
    public let bytes: [UInt8]

    /// Creates secrets.
    public init(format: Format, bytes: [UInt8]) {
        self.format = format
        self.bytes = bytes
    }
}
