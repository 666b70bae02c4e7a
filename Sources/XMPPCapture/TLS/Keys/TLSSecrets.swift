/// The secrets with which recorded TLS sessions are decrypted: from key logs, from the capture itself, private keys.
///
/// It also remembers what one session leaves to another that resumes it. One value serves all sessions of a capture;
/// more can be added at any time, see ``TLSSessionDecoder``.
public struct TLSSecrets: Sendable {
    /// What reading a key log gave.
    public struct Reading: Sendable, Hashable {
        /// How many secrets were taken up, repeated ones included.
        public let secrets: Int
        /// How many lines, other than comments and secrets that decrypt nothing, could not be understood.
        public let malformedLines: Int
        /// How many secrets found no room, see ``CaptureLimits/tlsSecrets``.
        public let refusedSecrets: Int
    }

    private struct Key: Hashable {
        let random: ClientRandom
        let label: KeyLogLine.Label
    }

    private let limits: CaptureLimits
    private var secrets: [Key: [UInt8]] = [:]
    /// How many key updates came before the secrets that are after such.
    private var updates: [Key: Int] = [:]
    /// Premaster secrets by the first 8 bytes of what they are when encrypted.
    private var premasters: [[UInt8]: [UInt8]] = [:]
    /// Master secrets by session identifier or ticket.
    private var sessions: [[UInt8]: [UInt8]] = [:]
    /// How many bytes the identifiers and tickets have.
    private var sessionBytes = 0
    /// What certificates say, by their DER: servers show the same one to everybody, and reading it takes OpenSSL
    /// longer than all else in a handshake.
    private var certificates: [[UInt8]: TLSCertificateFacts] = [:]
    private var lastCertificate: (der: [UInt8], facts: TLSCertificateFacts)?
    private var privateKeys: [RSAPrivateKey] = []
    /// Grows with everything that is added, so that those who wait know when to look again.
    private(set) var revision = 0
    /// Whether somebody follows what is read as it comes, and so is told at once when a session waits for its secrets.
    package var areFollowed = false
    /// How many bytes wait in all sessions for a secret that may yet come.
    var heldBytes = 0

    /// Creates a collection of nothing.
    public init(limits: CaptureLimits = CaptureLimits()) {
        self.limits = limits
    }

    /// Whether there is nothing to decrypt with.
    public var isEmpty: Bool { secrets.isEmpty && premasters.isEmpty && sessions.isEmpty && privateKeys.isEmpty }

    /// Takes up a key log in NSS's format, as `SSLKEYLOGFILE` makes programs write it.
    ///
    /// Lines may end in LF or CRLF and come in any order. Of several secrets for the same purpose the last one counts;
    /// what is no secret is counted and passed over.
    @discardableResult
    public mutating func add(keyLog: [UInt8]) -> Reading {
        var (taken, malformed, refused) = (0, 0, 0)
        for line in keyLog.split(separator: 0x0a) {
            switch KeyLogLine.read(line) {
            case .nothing: break
            case .malformed: malformed += 1
            case .secret(let line):
                if add(line) { taken += 1 } else { refused += 1 }
            }
        }
        revision += 1
        return Reading(secrets: taken, malformedLines: malformed, refusedSecrets: refused)
    }

    /// Takes up secrets that a capture brings along; nil if they are in another format than a key log.
    @discardableResult
    public mutating func add(_ secrets: DecryptionSecrets) -> Reading? {
        guard secrets.format == .tlsKeyLog else { return nil }
        return add(keyLog: secrets.bytes)
    }

    /// Takes up a server's private key in PEM, for sessions with static RSA key exchange (RFC 5246 §7.4.7.1).
    ///
    /// - Throws: ``TLSSecretsError`` if there is no RSA key that can be read without a password.
    public mutating func add(privateKeyPEM: [UInt8]) throws(TLSSecretsError) {
        privateKeys.append(try RSAPrivateKey(pem: privateKeyPEM))
        revision += 1
    }

    private mutating func add(_ line: KeyLogLine) -> Bool {
        switch line.name {
        case .session(let random, let label):
            let key = Key(random: random, label: label)
            guard secrets.count < limits.tlsSecrets || secrets[key] != nil else { return false }
            // Of those after key updates, the first is enough: the others follow from it.
            if line.updates > 0 {
                guard line.updates <= updates[key] ?? .max else { break }
                updates[key] = line.updates
            }
            secrets[key] = line.secret
        case .encryptedPremaster(let start):
            guard premasters.count < limits.tlsSecrets || premasters[start] != nil else { return false }
            premasters[start] = line.secret
        case .sessionID(let id): remember(line.secret, forResumptionBy: id)
        }
        return true
    }
}

// MARK: - Looking up

extension TLSSecrets {
    /// How many resumable sessions are remembered, and bytes of their names; beyond that all are forgotten and it begins
    /// anew.
    private static let maximumSessions = 1 << 14
    private static let maximumSessionBytes = 8 << 20
    /// How many certificates are remembered, and the longest of them in bytes.
    private static let maximumCertificates = 64
    private static let maximumCertificateBytes = 16 << 10

    /// A secret of the session whose ClientHello has that random value.
    func secret(_ label: KeyLogLine.Label, of random: ClientRandom) -> [UInt8]? {
        secrets[Key(random: random, label: label)]
    }

    /// The premaster secret that was sent encrypted so, to a server that understands `version` from its ClientHello.
    func premaster(encrypted: [UInt8], version: UInt16) -> [UInt8]? {
        if let logged = premasters[Array(encrypted.prefix(8))] { return logged }
        let start = [UInt8(version >> 8), UInt8(version & 0xff)]
        for key in privateKeys {
            // The version within tells a secret from the noise that some versions of OpenSSL give for a wrong key.
            if let secret = key.decrypt(encrypted), secret.starts(with: start) { return secret }
        }
        return nil
    }

    /// Whether a master secret might come from an encrypted premaster secret.
    var hasPrivateKey: Bool { !privateKeys.isEmpty }

    /// The master secret of the session that is resumed by an identifier or a ticket.
    func master(resumedBy name: [UInt8]) -> [UInt8]? {
        sessions[name]
    }

    /// Keeps a master secret for sessions that will be resumed by an identifier or a ticket (RFC 5077).
    mutating func remember(_ master: [UInt8], forResumptionBy name: [UInt8]) {
        guard !name.isEmpty else { return }
        if sessions.count >= Self.maximumSessions || sessionBytes + name.count > Self.maximumSessionBytes {
            sessions.removeAll()
            sessionBytes = 0
        }
        if sessions.updateValue(master, forKey: name) == nil { sessionBytes += name.count }
    }

    /// What a certificate says; nil if it is none.
    mutating func facts(ofCertificate der: ArraySlice<UInt8>) -> TLSCertificateFacts? {
        guard der.count <= Self.maximumCertificateBytes else { return TLSCertificateFacts(der: der) }
        let key = Array(der)
        // To compare a certificate takes less time than to hash it.
        if let last = lastCertificate, last.der == key { return last.facts }
        if let known = certificates[key] {
            lastCertificate = (key, known)
            return known
        }
        guard let facts = TLSCertificateFacts(der: der) else { return nil }
        if certificates.count >= Self.maximumCertificates { certificates.removeAll() }
        certificates[key] = facts
        lastCertificate = (key, facts)
        return facts
    }
}
