/// What the peers have agreed on in a handshake, and the keys that follow from it.
struct TLSNegotiation {
    /// How long the handshake messages may be, in bytes, that are kept for the extended master secret.
    private static let maximumTranscript = 256 << 10

    var facts = TLSHandshakeFacts()
    private(set) var clientHello: ClientHello?
    private(set) var serverHello: ServerHello?
    private(set) var algorithms: SuiteAlgorithms?
    /// A ticket that the server issued in this handshake (RFC 5077 §3.3).
    private(set) var issuedTicket: [UInt8] = []
    private var encryptedPremaster: [UInt8] = []
    private var sessionHash: [UInt8]?
    /// The messages of each side up to the ClientKeyExchange, as long as they can be of use.
    private var transcript: (client: [UInt8], server: [UInt8])? = ([], [])
    private var master: [UInt8]?

    var version: TLSProtocolVersion? { serverHello?.version }
    var isTLS13: Bool { version == .tls13 }

    mutating func receive(_ hello: ClientHello) {
        clientHello = hello
        facts.clientRandom = hello.random.bytes
        facts.serverName = hello.extensions.serverName
        facts.offeredProtocols = hello.extensions.protocols
        facts.offeredVersions = hello.offeredVersions
        facts.offersEarlyData = facts.offersEarlyData || hello.extensions.hasEarlyData
    }

    mutating func receive(_ hello: ServerHello) {
        serverHello = hello
        algorithms = hello.suite.algorithms
        facts.version = hello.version
        facts.cipherSuite = hello.suite
        if hello.isRetryRequest {
            facts.wasRetried = true
            facts.acceptsEarlyData = facts.offersEarlyData ? false : nil
        } else if isTLS13 {
            facts.isResumed = hello.extensions.usesPreSharedKey
        } else {
            facts.selectedProtocol = hello.extensions.protocols.first
            facts.isResumed = !hello.sessionID.isEmpty && hello.sessionID == clientHello?.sessionID
        }
    }

    mutating func receive(encryptedExtensions: TLSExtensions) {
        facts.selectedProtocol = encryptedExtensions.protocols.first
        if facts.offersEarlyData { facts.acceptsEarlyData = encryptedExtensions.hasEarlyData }
    }

    /// Takes a Certificate message (RFC 8446 §4.4.2, RFC 5246 §7.4.2), of which the first certificate is the sender's.
    mutating func receive(certificate body: ArraySlice<UInt8>, isClient: Bool, secrets: inout TLSSecrets) {
        var reader = TLSFieldReader(body)
        if isTLS13 { _ = reader.vector(lengthBytes: 1) }
        guard var list = reader.vector(lengthBytes: 3).map({ TLSFieldReader($0) }),
            let certificate = list.vector(lengthBytes: 3).flatMap({ secrets.facts(ofCertificate: $0) })
        else { return }
        if isClient {
            facts.clientCertificate = certificate
        } else {
            facts.serverCertificate = certificate
        }
    }

    /// Takes a ClientKeyExchange message, up to which the handshake makes the extended master secret (RFC 7627 §3).
    mutating func receive(clientKeyExchange body: ArraySlice<UInt8>) {
        if algorithms?.keyExchange == "RSA" {
            var reader = TLSFieldReader(body)
            encryptedPremaster = Array(reader.vector(lengthBytes: 2) ?? [])
        }
        if let transcript {
            sessionHash = prfHash?.digest(
                transcript.client.prefix(helloLength) + transcript.server
                    + transcript.client.dropFirst(helloLength))
        }
        transcript = nil
    }

    /// Takes a NewSessionTicket message of TLS 1.2 (RFC 5077 §3.3).
    mutating func receive(ticket body: ArraySlice<UInt8>, secrets: inout TLSSecrets) {
        var reader = TLSFieldReader(body)
        guard reader.bytes(4) != nil, let ticket = reader.vector(lengthBytes: 2) else { return }
        issuedTicket = Array(ticket)
        if let master { secrets.remember(master, forResumptionBy: issuedTicket) }
    }

    /// Keeps a message for the session's hash.
    mutating func record(_ message: HandshakeMessage, isClient: Bool) {
        switch message.type {
        case .clientHello, .serverHello, .encryptedExtensions: factBytes += message.bytes.count
        default: break
        }
        guard transcript != nil, message.bytes.first != 0 else { return }
        if message.type == .clientHello { helloLength = message.bytes.count }
        if isClient {
            transcript?.client += message.bytes
        } else {
            transcript?.server += message.bytes
        }
        let length = (transcript?.client.count ?? 0) + (transcript?.server.count ?? 0)
        if length > Self.maximumTranscript || isTLS13 { transcript = nil }
    }

    private var helloLength = 0
    /// How long the messages are of which facts are kept, in bytes.
    private var factBytes = 0

    /// About how many bytes are kept of the handshake.
    var keptBytes: Int {
        let transcript = (transcript?.client.count ?? 0) + (transcript?.server.count ?? 0)
        // Facts are kept here, where they are told, and as they were told last.
        return transcript + 3 * factBytes + issuedTicket.count + encryptedPremaster.count
    }
}

// MARK: - TLS 1.2 and before

extension TLSNegotiation {
    /// The hash of the PRF.
    private var prfHash: HashFunction? {
        guard let version, let algorithms else { return nil }
        return version < .tls12 ? .md5AndSHA1 : algorithms.prfHash
    }

    /// Finds the master secret.
    private mutating func findMaster(_ secrets: TLSSecrets) -> [UInt8]? {
        guard let clientHello else { return nil }
        if let logged = secrets.secret(.masterSecret, of: clientHello.random) { return logged }
        if let premaster = secrets.secret(.premasterSecret, of: clientHello.random) {
            return master(from: premaster, clientHello)
        }
        if facts.isResumed {
            return secrets.master(resumedBy: clientHello.extensions.ticket)
                ?? secrets.master(resumedBy: clientHello.sessionID)
        }
        guard !encryptedPremaster.isEmpty else { return nil }
        return secrets.premaster(encrypted: encryptedPremaster, version: clientHello.legacyVersion)
            .flatMap { master(from: $0, clientHello) }
    }

    private func master(from premaster: [UInt8], _ clientHello: ClientHello) -> [UInt8]? {
        guard let serverHello, let prfHash else { return nil }
        let isExtended = serverHello.extensions.usesExtendedMasterSecret
        let label = isExtended ? "extended master secret" : "master secret"
        let randoms = clientHello.random.bytes + serverHello.random
        guard let seed = isExtended ? sessionHash : randoms else { return nil }
        return KeySchedule.prf(premaster, label, seed: seed, length: 48, hash: prfHash)
    }

    /// The keys of one direction (RFC 5246 §6.3); nil if the master secret is not known.
    mutating func connectionKey(isClient: Bool, secrets: inout TLSSecrets) -> RecordKey? {
        guard let serverHello, let algorithms, let prfHash, let clientHello,
            let master = master ?? findMaster(secrets)
        else { return nil }
        self.master = master
        secrets.remember(master, forResumptionBy: serverHello.sessionID)
        secrets.remember(master, forResumptionBy: issuedTicket)
        let cipher = algorithms.cipher
        let macLength = cipher.mode == .cbc ? algorithms.hash.length : 0
        let vectorLength = connectionVectorLength(cipher)
        let length = 2 * (macLength + cipher.keyLength + vectorLength)
        let seed = serverHello.random + clientHello.random.bytes
        guard let block = KeySchedule.prf(master, "key expansion", seed: seed, length: length, hash: prfHash) else {
            return nil
        }
        var parts = TLSFieldReader(block[...])
        guard let mac = parts.part(macLength, isClient), let key = parts.part(cipher.keyLength, isClient),
            let vector = parts.part(vectorLength, isClient),
            let opener = connectionOpener(algorithms, mac: mac, key: key, vector: vector)
        else { return nil }
        return RecordKey(epoch: .connection, opener: opener, secret: vector)
    }

    private func connectionVectorLength(_ cipher: BulkCipher) -> Int {
        switch cipher.mode {
        case .gcm, .ccm: 4
        case .chachaPoly: 12
        case .cbc: version.map { $0 < .tls11 } ?? false ? cipher.blockLength : 0
        }
    }

    private func connectionOpener(
        _ algorithms: SuiteAlgorithms,
        mac: [UInt8],
        key: [UInt8],
        vector: [UInt8]
    ) -> (any RecordOpener)? {
        let cipher = algorithms.cipher
        switch cipher.mode {
        case .gcm, .ccm: return AEADOpener(cipher, key: key, fixed: vector, style: .explicitNonce)
        case .chachaPoly: return AEADOpener(cipher, key: key, fixed: vector, style: .implicitNonce)
        case .cbc:
            guard let mac = HMACContext(algorithms.hash, key: mac) else { return nil }
            let style = CBCOpener.Style(
                encryptsThenMACs: serverHello?.extensions.encryptsThenMACs ?? false,
                hasExplicitVector: version.map { $0 >= .tls11 } ?? true
            )
            return CBCOpener(cipher, key: key, mac: mac, style: style)
        }
    }
}

// MARK: - TLS 1.3

extension TLSNegotiation {
    /// The keys of one direction in an epoch (RFC 8446 §7.3); nil if the secret is not known.
    func key(_ epoch: TLSEpoch, isClient: Bool, secrets: TLSSecrets) -> RecordKey? {
        let label: KeyLogLine.Label
        switch epoch {
        case .connection: return nil
        case .early: label = .clientEarlyTraffic
        case .handshake: label = isClient ? .clientHandshakeTraffic : .serverHandshakeTraffic
        case .application: label = isClient ? .clientTraffic : .serverTraffic
        }
        guard let clientHello, let secret = secrets.secret(label, of: clientHello.random) else { return nil }
        return key(epoch, secret: secret)
    }

    /// The keys after some key update, of which the secret is known though not those before.
    func keyOfLaterUpdate(isClient: Bool, secrets: TLSSecrets) -> RecordKey? {
        let label = isClient ? KeyLogLine.Label.updatedClientTraffic : .updatedServerTraffic
        guard isTLS13, let clientHello, let secret = secrets.secret(label, of: clientHello.random) else { return nil }
        return key(.application, secret: secret)
    }

    /// The keys after those of `key` (RFC 8446 §7.2).
    func key(after key: RecordKey) -> RecordKey? {
        guard let hash = algorithms?.hash,
            let secret = KeySchedule.Expansion(of: key.secret, hash: hash)?.bytes("traffic upd", length: hash.length)
        else { return nil }
        return self.key(key.epoch, secret: secret)
    }

    private func key(_ epoch: TLSEpoch, secret: [UInt8]) -> RecordKey? {
        guard let algorithms, secret.count == algorithms.hash.length else { return nil }
        let cipher = algorithms.cipher
        guard let expansion = KeySchedule.Expansion(of: secret, hash: algorithms.hash),
            let key = expansion.bytes("key", length: cipher.keyLength),
            let vector = expansion.bytes("iv", length: 12),
            let opener = AEADOpener(cipher, key: key, fixed: vector, style: .tls13)
        else { return nil }
        return RecordKey(epoch: epoch, opener: opener, secret: secret)
    }
}

extension TLSFieldReader {
    /// One direction's part of a key block, where the client's and the server's stand side by side.
    fileprivate mutating func part(_ length: Int, _ isClient: Bool) -> [UInt8]? {
        guard let client = bytes(length), let server = bytes(length) else { return nil }
        return Array(isClient ? client : server)
    }
}
