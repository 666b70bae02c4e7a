/// The message with which a client begins a handshake (RFC 8446 §4.1.2, RFC 5246 §7.4.1.2).
struct ClientHello: Sendable {
    /// The version in the place where TLS 1.2 and before have it.
    let legacyVersion: UInt16
    let random: ClientRandom
    let sessionID: [UInt8]
    let extensions: TLSExtensions

    /// Reads the message without its header; nil if it is malformed.
    init?(_ body: ArraySlice<UInt8>) {
        var reader = TLSFieldReader(body)
        guard let version = reader.uint16(), let random = reader.bytes(ClientRandom.length).flatMap(ClientRandom.init),
            let sessionID = reader.vector(lengthBytes: 1), sessionID.count <= 32,
            reader.vector(lengthBytes: 2) != nil, reader.vector(lengthBytes: 1) != nil
        else { return nil }
        legacyVersion = version
        self.random = random
        self.sessionID = Array(sessionID)
        extensions = TLSExtensions(reader.vector(lengthBytes: 2) ?? [])
    }

    /// The versions that the client speaks, as far as it says.
    var offeredVersions: [TLSProtocolVersion] {
        extensions.versions.isEmpty ? [TLSProtocolVersion(rawValue: legacyVersion)] : extensions.versions
    }

    /// Whether `bytes`, as far as they go, can be the start of a ClientHello in a record of its own.
    static func canBegin(with bytes: ArraySlice<UInt8>) -> Bool {
        guard case .impossible = TLSRecordHeader.read(bytes) else {
            // The type of record, then behind the record's header that of the message and the first of three bytes
            // of its length.
            let isHandshake = bytes.byte(at: 0).map { $0 == TLSContentType.handshake.rawValue } ?? true
            let isHello = bytes.byte(at: 5).map { $0 == HandshakeType.clientHello.rawValue } ?? true
            return isHandshake && isHello && bytes.byte(at: 6) ?? 0 == 0
        }
        return false
    }
}
