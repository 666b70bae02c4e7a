/// The messages of a handshake (RFC 8446 §4, RFC 5246 §7.4) that are looked into.
enum HandshakeType: UInt8, Sendable {
    case clientHello = 1
    case serverHello = 2
    case newSessionTicket = 4
    case endOfEarlyData = 5
    case encryptedExtensions = 8
    case certificate = 11
    case serverHelloDone = 14
    case clientKeyExchange = 16
    case finished = 20
    case keyUpdate = 24
}

/// A handshake message.
struct HandshakeMessage: Sendable {
    /// The length of the header, in bytes.
    static let headerLength = 4

    /// Nil for a type that is not looked into.
    let type: HandshakeType?
    /// All of it, header included.
    let bytes: [UInt8]

    var body: ArraySlice<UInt8> { bytes[...].part(from: Self.headerLength) }
}

/// Puts handshake messages together from the records of one direction, over which they are spread at will.
struct HandshakeAssembler: Sendable {
    private let limit: Int
    private var unread: [UInt8] = []
    /// How many bytes are still to come of a message that is too long to keep.
    private var oversize = 0
    /// Whether a message was too long and was passed over.
    private(set) var hasSkipped = false

    init(limit: Int) {
        self.limit = limit
    }

    /// How many bytes are kept of a message that is not whole.
    var byteCount: Int { unread.count }

    /// Takes what a handshake record carries.
    mutating func receive(_ bytes: some Collection<UInt8>) {
        let skipped = min(oversize, bytes.count)
        oversize -= skipped
        unread += bytes.dropFirst(skipped)
    }

    /// The next message that is whole.
    mutating func next() -> HandshakeMessage? {
        while let header = unread[...].uint32(at: 0) {
            let length = HandshakeMessage.headerLength + Int(header & 0xff_ffff)
            if length > limit {
                hasSkipped = true
                oversize = max(length - unread.count, 0)
                unread.removeFirst(min(length, unread.count))
                continue
            }
            guard unread.count >= length else { return nil }
            defer { unread.removeFirst(length) }
            return HandshakeMessage(
                type: HandshakeType(rawValue: UInt8(truncatingIfNeeded: header >> 24)),
                bytes: Array(unread.prefix(length))
            )
        }
        return nil
    }

    /// Forgets a message that is not whole.
    mutating func reset() {
        unread = []
        oversize = 0
    }
}
