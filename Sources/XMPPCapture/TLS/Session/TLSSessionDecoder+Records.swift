import XMPPPrimitives

extension TLSSessionDecoder {
    /// How many records in a row may be damaged before a direction is given up.
    private static let maximumFailures = 8
    /// How many records of an epoch without known keys may come before the first of one with.
    private static let maximumForeignRecords = 64

    /// Reads the first record of an epoch, for which the keys must be found.
    mutating func readFirst(
        of epoch: TLSEpoch,
        _ record: TLSRecord,
        _ direction: Direction,
        _ secrets: inout TLSSecrets
    ) -> Verdict {
        if let verdict = readUnprotected(record, direction) { return verdict }
        if let obstacle = obstacle() {
            giveUp(direction, obstacle)
            return .consumed
        }
        guard self[direction].missedRevision != secrets.revision || !canWait else {
            if secrets.areFollowed { sayWaiting(record, direction) }
            return .waits
        }
        if epoch == .early, mayLearnOfEarlyData(secrets) { return .waits }
        guard let key = findKey(epoch, direction, &secrets) else {
            publishFacts()
            if canWait {
                self[direction].missedRevision = secrets.revision
                if secrets.areFollowed { sayWaiting(record, direction) }
                return .waits
            }
            let random = Hexadecimal.text(of: negotiation.facts.clientRandom)
            giveUp(direction, "\(TrafficDecoder.missingKeys), whose client random is \(random)")
            return .consumed
        }
        use(key, direction)
        return readKeyed(record, key, direction, &secrets)
    }

    /// Says once that a session waits for its keys. The first record that waits is the end of the handshake, at which
    /// programs may not have written them yet: what the client says behind it is the application's.
    private mutating func sayWaiting(_ record: TLSRecord, _ direction: Direction) {
        guard direction == client, !hasSaidWaiting else { return }
        guard self[direction].reader.byteCount > record.bytes.count else { return }
        hasSaidWaiting = true
        let random = Hexadecimal.text(of: negotiation.facts.clientRandom)
        note("the keys of this session are not there yet, whose client random is \(random)")
    }

    /// Reads a record for which there are keys.
    mutating func readKeyed(
        _ record: TLSRecord,
        _ key: RecordKey,
        _ direction: Direction,
        _ secrets: inout TLSSecrets
    ) -> Verdict {
        if key.epoch != .connection, let verdict = readUnprotected(record, direction) { return verdict }
        if self[direction].recovery != nil { return resume(record, key, direction, &secrets) }
        guard let content = open(record, key, key.sequence, direction) else {
            return readUnauthentic(record, key, direction, &secrets)
        }
        accept(content, of: record, key, key.sequence, direction, &secrets)
        return .consumed
    }

    /// Takes the protection off a record under one of the numbers it may have.
    func open(_ record: TLSRecord, _ key: RecordKey, _ sequence: UInt64, _ direction: Direction) -> [UInt8]? {
        let number = RecordNumber(sequence: sequence, previousBlock: self[direction].previousBlock)
        return key.opener.open(record, number: number)
    }

    /// Takes what was inside a record.
    mutating func accept(
        _ content: consuming [UInt8],
        of record: TLSRecord,
        _ key: RecordKey,
        _ sequence: UInt64,
        _ direction: Direction,
        _ secrets: inout TLSSecrets
    ) {
        var key = key
        key.sequence = sequence &+ 1
        key.hasOpened = true
        key.foreignRecords = 0
        self[direction].protection = .keyed(key)
        self[direction].failures = 0
        var type = record.type
        if key.epoch != .connection {
            guard let inner = Self.removePadding(from: &content) else { return }
            type = inner
        }
        receiveContent(type, content, record, key.epoch, direction, &secrets)
    }

    /// Begins to use keys.
    mutating func use(_ key: RecordKey, _ direction: Direction) {
        self[direction].protection = .keyed(key)
        self[direction].chainsRecords = key.opener.chainsRecords
        self[direction].messages.reset()
        if key.epoch == .connection, self[direction].recovery == nil { self[direction].previousBlock = key.secret }
    }
}

// MARK: - Content

extension TLSSessionDecoder {
    /// Takes the padding and the type from the end of what was inside (RFC 8446 §5.4); nil if there is no type.
    private static func removePadding(from content: inout [UInt8]) -> TLSContentType? {
        while content.last == 0 { content.removeLast() }
        return content.popLast().flatMap { TLSContentType(rawValue: $0) }
    }

    private mutating func receiveContent(
        _ type: TLSContentType,
        _ content: [UInt8],
        _ record: TLSRecord,
        _ epoch: TLSEpoch,
        _ direction: Direction,
        _ secrets: inout TLSSecrets
    ) {
        switch type {
        case .applicationData: receiveData(content, record, isEarly: epoch == .early, direction)
        case .handshake: receiveMessages(content, direction, &secrets)
        case .alert: receiveAlert(content, record, direction)
        case .changeCipherSpec where epoch == .connection: awaitKeys(of: .connection, direction)
        case .changeCipherSpec, .heartbeat: break
        }
    }

    private mutating func receiveData(_ content: [UInt8], _ record: TLSRecord, isEarly: Bool, _ direction: Direction) {
        guard !content.isEmpty else { return }
        if isEarly, negotiation.facts.acceptsEarlyData == false {
            sayEarlyDataUnread()
            return
        }
        if !hasPublished { publishFacts() }
        let plaintext = TLSPlaintext(
            direction: direction,
            offset: self[direction].plaintextOffset,
            bytes: content,
            ciphertext: record.range,
            isEarlyData: isEarly
        )
        self[direction].plaintextOffset += Int64(content.count)
        emit(.plaintext(plaintext))
    }
}

// MARK: - Keys and their failure

extension TLSSessionDecoder {
    /// TLS 1.3 sends some records unprotected among the others (RFC 8446 §5, §D.4).
    private mutating func readUnprotected(_ record: TLSRecord, _ direction: Direction) -> Verdict? {
        guard record.type != .applicationData, negotiation.isTLS13 else { return nil }
        if self[direction].reader.isSearching { return .rejected }
        if record.type == .alert { receiveAlert(record.body, record, direction) }
        return .consumed
    }

    /// Whether the server's answer to early data may still be read, on which it depends what that data is worth.
    private func mayLearnOfEarlyData(_ secrets: TLSSecrets) -> Bool {
        guard canWait, negotiation.facts.acceptsEarlyData == nil, !self[server].isUnreadable,
            let hello = negotiation.clientHello
        else { return false }
        return secrets.secret(.serverHandshakeTraffic, of: hello.random) != nil
    }

    /// Why no secret can help.
    private func obstacle() -> String? {
        guard let hello = negotiation.serverHello else { return nil }
        if negotiation.clientHello == nil { return missingHandshake }
        if hello.compression != 0 { return "what TLS itself has compressed cannot be read" }
        if negotiation.algorithms == nil { return "cipher suite \(hello.suite) cannot be decrypted" }
        return nil
    }

    /// The keys of an epoch or, if these are not known, of a later one.
    private mutating func findKey(
        _ epoch: TLSEpoch,
        _ direction: Direction,
        _ secrets: inout TLSSecrets
    ) -> RecordKey? {
        let isClient = direction == client
        if epoch == .connection { return negotiation.connectionKey(isClient: isClient, secrets: &secrets) }
        if let key = negotiation.key(epoch, isClient: isClient, secrets: secrets) { return key }
        for later in epoch.laterEpochs {
            guard var key = negotiation.key(later, isClient: isClient, secrets: secrets) else { continue }
            key.foreignRecords = Self.maximumForeignRecords
            return key
        }
        guard var key = negotiation.keyOfLaterUpdate(isClient: isClient, secrets: secrets) else { return nil }
        key.foreignRecords = Self.maximumForeignRecords
        return key
    }

    /// Deals with a record that is not authentic where none is missing before it.
    private mutating func readUnauthentic(
        _ record: TLSRecord,
        _ key: RecordKey,
        _ direction: Direction,
        _ secrets: inout TLSSecrets
    ) -> Verdict {
        if let later = keyInstead(of: key, direction, secrets) {
            if key.epoch == .handshake { sayMisfit(record, direction) }
            use(later, direction)
            return readKeyed(record, later, direction, &secrets)
        }
        if key.foreignRecords > 0 {
            passForeign(key, direction)
            return .consumed
        }
        if key.hasOpened {
            sayDamaged(record, direction)
        } else {
            sayMisfit(record, direction)
        }
        self[direction].recovery = TLSRecovery(start: record.offset)
        countFailure(at: record, direction)
        return .consumed
    }

    /// Counts a record that cannot be read although it is there.
    mutating func countFailure(at record: TLSRecord, _ direction: Direction) {
        self[direction].recovery?.addUnreadable()
        self[direction].failures += 1
        if self[direction].failures >= Self.maximumFailures {
            giveUp(direction, "nothing can be decrypted any more from byte \(record.end) of \(direction.rawValue) on")
        }
    }

    /// The keys of the next epoch, if they may be in use although nothing announced it: early data that the server
    /// refuses just ends, and a wrong secret for the handshake says nothing about the others.
    private mutating func keyInstead(
        of key: RecordKey,
        _ direction: Direction,
        _ secrets: TLSSecrets
    ) -> RecordKey? {
        guard key.epoch == .early || key.epoch == .handshake && !key.hasOpened && key.foreignRecords == 0 else {
            return nil
        }
        for epoch in key.epoch.laterEpochs {
            guard var later = negotiation.key(epoch, isClient: direction == client, secrets: secrets) else { continue }
            later.foreignRecords = Self.maximumForeignRecords
            return later
        }
        return nil
    }

    private mutating func passForeign(_ key: RecordKey, _ direction: Direction) {
        var key = key
        key.foreignRecords -= 1
        self[direction].protection = .keyed(key)
        if direction == client, negotiation.facts.offersEarlyData { sayEarlyDataUnread() }
        if key.foreignRecords == 0 { giveUp(direction, Self.misfit(direction)) }
    }

    private static func misfit(_ direction: Direction) -> String {
        "the secret for \(direction.rawValue) fits none of the session's records"
    }

    /// At the end, says that the right record for a secret has not come.
    mutating func reportForeign(_ direction: Direction) {
        guard case .keyed(let key) = self[direction].protection, !key.hasOpened,
            (1..<Self.maximumForeignRecords).contains(key.foreignRecords)
        else { return }
        giveUp(direction, Self.misfit(direction))
    }

    private mutating func sayDamaged(_ record: TLSRecord, _ direction: Direction) {
        guard !hasSaidDamage else { return }
        hasSaidDamage = true
        note("the TLS record at byte \(record.offset) of \(direction.rawValue) is damaged, it is not authentic")
    }

    private mutating func sayMisfit(_ record: TLSRecord, _ direction: Direction) {
        guard !hasSaidWhy else { return }
        hasSaidWhy = true
        let place = "byte \(record.offset) of \(direction.rawValue)"
        note("the TLS record at \(place) is not authentic under the secret for this session")
    }
}

extension TLSEpoch {
    /// The epochs that can come after it in the same direction.
    var laterEpochs: [TLSEpoch] {
        switch self {
        case .connection, .application: []
        case .early: [.handshake, .application]
        case .handshake: [.application]
        }
    }
}
