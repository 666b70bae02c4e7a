/// The message in which a server chooses (RFC 8446 §4.1.3, RFC 5246 §7.4.1.3).
struct ServerHello: Sendable {
    let version: TLSProtocolVersion
    /// 32 bytes.
    let random: [UInt8]
    let sessionID: [UInt8]
    let suite: TLSCipherSuite
    /// 0 for none (RFC 3749 §2).
    let compression: UInt8
    let extensions: TLSExtensions

    /// Reads the message without its header; nil if it is malformed.
    init?(_ body: ArraySlice<UInt8>) {
        var reader = TLSFieldReader(body)
        guard let legacyVersion = reader.uint16(), let random = reader.bytes(ClientRandom.length),
            let sessionID = reader.vector(lengthBytes: 1), sessionID.count <= 32,
            let suite = reader.uint16(), let compression = reader.uint8()
        else { return nil }
        extensions = TLSExtensions(reader.vector(lengthBytes: 2) ?? [])
        version = extensions.versions.first ?? TLSProtocolVersion(rawValue: legacyVersion)
        self.random = Array(random)
        self.sessionID = Array(sessionID)
        self.suite = TLSCipherSuite(rawValue: suite)
        self.compression = compression
    }

    /// Whether it asks the client to begin again, which it says by a fixed value in place of the random one: the
    /// SHA-256 digest of "HelloRetryRequest".
    var isRetryRequest: Bool { random == Self.retryRandom }

    private static let retryRandom: [UInt8] = [
        0xcf, 0x21, 0xad, 0x74, 0xe5, 0x9a, 0x61, 0x11, 0xbe, 0x1d, 0x8c, 0x02, 0x1e, 0x65, 0xb8, 0x91,
        0xc2, 0xa2, 0x11, 0x16, 0x7a, 0xbb, 0x8c, 0x5e, 0x07, 0x9e, 0x09, 0xe2, 0xc8, 0xa8, 0x33, 0x9c,
    ]
}
