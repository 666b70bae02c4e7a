extension TLSSessionDecoder {
    /// What of the handshake is missing that is needed to read on.
    var missingHandshake: String {
        switch (negotiation.clientHello, negotiation.serverHello) {
        case (nil, _) where hasCutHello: "encrypted, only a part of the ClientHello is in the file"
        case (nil, nil): "encrypted, the handshake is not in the file"
        case (nil, _): "encrypted, the ClientHello is not in the file"
        case (_, nil): "encrypted, the ServerHello is not in the file"
        default: "encrypted, a part of the handshake is not in the file"
        }
    }

    /// Reads a record that is not protected.
    mutating func readClear(_ record: TLSRecord, _ direction: Direction, _ secrets: inout TLSSecrets) -> Verdict {
        if self[direction].recovery != nil, let verdict = resume(record, direction, &secrets) { return verdict }
        switch record.type {
        case .handshake:
            learnRoles(from: record, direction)
            if direction == server, isMissingHello { return .waits }
            receiveMessages(record.body, direction, &secrets)
        case .changeCipherSpec: return readChange(direction)
        case .applicationData: return readUnexpectedData(direction)
        case .alert: receiveAlert(record.body, record, direction)
        case .heartbeat: break
        }
        return .consumed
    }

    /// Whether the ClientHello is not there, but may still come.
    private var isMissingHello: Bool {
        negotiation.clientHello == nil && canWait && !hasLostHello && !self[client].isUnreadable
    }

    /// A stream that was captured from the middle on may have been taken the wrong way round.
    private mutating func learnRoles(from record: TLSRecord, _ direction: Direction) {
        guard direction == server, negotiation.clientHello == nil, negotiation.serverHello == nil,
            record.body.first == HandshakeType.clientHello.rawValue
        else { return }
        client = direction
    }

    private mutating func readChange(_ direction: Direction) -> Verdict {
        guard let version = negotiation.version else {
            if canWait, direction == client, !self[server].isUnreadable { return .waits }
            giveUp(direction, missingHandshake)
            return .consumed
        }
        if version < .tls13 {
            self[direction].recovery = nil
            awaitKeys(of: .connection, direction)
            publishFacts()
        }
        return .consumed
    }

    /// Takes data of an application before the handshake is over.
    private mutating func readUnexpectedData(_ direction: Direction) -> Verdict {
        if direction == client, negotiation.facts.offersEarlyData {
            if negotiation.facts.wasRetried {
                // The server has refused the early data, and the client may have sent more before it knew.
                sayEarlyDataUnread()
                return .consumed
            }
            if negotiation.version == nil, canWait, !self[server].isUnreadable { return .waits }
        }
        giveUp(direction, missingHandshake)
        return .consumed
    }

    /// Takes what a handshake record carries, protected or not.
    mutating func receiveMessages(
        _ bytes: some Collection<UInt8>,
        _ direction: Direction,
        _ secrets: inout TLSSecrets
    ) {
        let hadSkipped = self[direction].messages.hasSkipped
        self[direction].messages.receive(bytes)
        while let message = self[direction].messages.next() {
            negotiation.record(message, isClient: direction == client)
            receive(message, direction, &secrets)
        }
        if self[direction].messages.hasSkipped, !hadSkipped {
            note("a handshake message of more than \(limits.tlsMessageBytes) bytes is passed over")
        }
    }

    private mutating func receive(_ message: HandshakeMessage, _ direction: Direction, _ secrets: inout TLSSecrets) {
        let isClient = direction == client
        switch message.type {
        case .clientHello where isClient: receiveClientHello(message, direction)
        case .serverHello where !isClient: receiveServerHello(message)
        case .certificate: negotiation.receive(certificate: message.body, isClient: isClient, secrets: &secrets)
        case .newSessionTicket where !negotiation.isTLS13:
            negotiation.receive(ticket: message.body, secrets: &secrets)
        case .serverHelloDone: publishFacts()
        case .clientKeyExchange:
            negotiation.receive(clientKeyExchange: message.body)
            self[server].missedRevision = nil
            publishFacts()
        case .encryptedExtensions where !isClient && negotiation.isTLS13:
            negotiation.receive(encryptedExtensions: TLSExtensions(message.body.dropFirst(2)))
        case .endOfEarlyData where isClient && negotiation.isTLS13: awaitKeys(of: .handshake, direction)
        case .finished where negotiation.isTLS13:
            awaitKeys(of: .application, direction)
            publishFacts()
        case .keyUpdate where negotiation.isTLS13: updateKey(direction)
        default: break
        }
    }

    private mutating func receiveClientHello(_ message: HandshakeMessage, _ direction: Direction) {
        guard let hello = ClientHello(message.body) else {
            note("the ClientHello is malformed")
            return
        }
        if negotiation.clientHello != nil, !negotiation.facts.wasRetried || negotiation.version != .tls13 {
            negotiation = TLSNegotiation()
            negotiation.facts.isRenegotiation = true
            negotiation.record(message, isClient: true)
        }
        negotiation.receive(hello)
    }

    private mutating func receiveServerHello(_ message: HandshakeMessage) {
        guard let hello = ServerHello(message.body) else {
            note("the ServerHello is malformed")
            return
        }
        negotiation.receive(hello)
        if hello.version == .tls13, !hello.isRetryRequest {
            let isEarly = negotiation.facts.offersEarlyData && !negotiation.facts.wasRetried
            awaitKeys(of: .handshake, server)
            awaitKeys(of: isEarly ? .early : .handshake, client)
        }
    }

    /// Has the next record begin an epoch.
    mutating func awaitKeys(of epoch: TLSEpoch, _ direction: Direction) {
        self[direction].protection = .awaiting(epoch)
        self[direction].missedRevision = nil
        self[direction].messages.reset()
    }

    /// Goes on to the keys that a KeyUpdate message announces (RFC 8446 §4.6.3).
    private mutating func updateKey(_ direction: Direction) {
        guard case .keyed(let key) = self[direction].protection, key.epoch == .application,
            let next = negotiation.key(after: key)
        else { return }
        self[direction].protection = .keyed(next)
    }

    /// Takes what an alert record carries, protected or not.
    mutating func receiveAlert(_ bytes: some Collection<UInt8>, _ record: TLSRecord, _ direction: Direction) {
        let bytes = Array(bytes.prefix(2))
        guard bytes.count == 2 else { return }
        let alert = TLSAlert(direction: direction, isFatal: bytes[0] == 2, code: bytes[1], ciphertext: record.range)
        publishFacts()
        emit(.alert(alert))
    }
}
