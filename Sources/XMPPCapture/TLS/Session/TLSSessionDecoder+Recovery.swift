extension TLSSessionDecoder {
    /// Takes note that bytes are missing before the next record.
    mutating func receive(_ missing: TLSMissingBytes, _ direction: Direction) {
        self[direction].messages.reset()
        if direction == client, negotiation.clientHello == nil {
            hasCutHello = !hasLostHello && missing.isInsideHandshake
            hasLostHello = true
        }
        var recovery = self[direction].recovery ?? TLSRecovery(start: missing.start)
        recovery.add(missing)
        self[direction].recovery = recovery
    }

    /// Reads a record behind a gap where keys are in use.
    mutating func resume(
        _ record: TLSRecord,
        _ key: RecordKey,
        _ direction: Direction,
        _ secrets: inout TLSSecrets
    ) -> Verdict {
        if tryNumbers(of: key, record, direction, &secrets) { return .consumed }
        for later in laterKeys(than: key, direction, secrets)
        where tryNumbers(of: later, record, direction, &secrets) {
            return .consumed
        }
        if let recovery = self[direction].recovery, recovery.budget <= 0 {
            giveUp(
                direction, "nothing can be decrypted after the gap at byte \(recovery.start) of \(direction.rawValue)")
            return .consumed
        }
        if self[direction].reader.isSearching { return .rejected }
        countFailure(at: record, direction)
        return .consumed
    }

    /// Reads a record behind a gap in a handshake in clear, where the change of keys may be among what is missing;
    /// nil if it is not protected.
    mutating func resume(_ record: TLSRecord, _ direction: Direction, _ secrets: inout TLSSecrets) -> Verdict? {
        guard let version = negotiation.version, version < .tls13, negotiation.algorithms != nil,
            let key = negotiation.connectionKey(isClient: direction == client, secrets: &secrets),
            tryNumbers(of: key, record, direction, &secrets)
        else { return nil }
        return .consumed
    }

    /// Says what was missed in a direction, if something was, now that it goes on or is over.
    mutating func reportRecovery(_ direction: Direction, upTo end: Int64, records: Int?) {
        guard let recovery = self[direction].recovery else { return }
        self[direction].recovery = nil
        let range = recovery.start..<max(end, recovery.start)
        let missing = recovery.missingBytes
        emit(.gap(TLSGap(direction: direction, ciphertext: range, missingBytes: missing, records: records)))
    }

    /// Tries whether a record is one of those that may come next under some keys.
    private mutating func tryNumbers(
        of key: RecordKey,
        _ record: TLSRecord,
        _ direction: Direction,
        _ secrets: inout TLSSecrets
    ) -> Bool {
        guard let recovery = self[direction].recovery, record.body.count >= key.opener.minimumLength else {
            return false
        }
        for skipped in 0...UInt64(recovery.window) {
            guard (self[direction].recovery?.budget ?? 0) > 0 else { return false }
            self[direction].recovery?.budget -= record.bytes.count
            let sequence = key.sequence &+ skipped
            guard let content = open(record, key, sequence, direction) else { continue }
            let isSameKey = isInUse(key, direction)
            reportRecovery(direction, upTo: record.offset, records: isSameKey ? Int(skipped) : nil)
            accept(content, of: record, key, sequence, direction, &secrets)
            return true
        }
        return false
    }

    private func isInUse(_ key: RecordKey, _ direction: Direction) -> Bool {
        if case .keyed(let current) = self[direction].protection {
            return current.opener === key.opener
        }
        return false
    }

    /// The keys that may be in use if the change to them is among what is missing.
    private func laterKeys(than key: RecordKey, _ direction: Direction, _ secrets: TLSSecrets) -> [RecordKey] {
        if key.epoch == .application { return negotiation.key(after: key).map { [$0] } ?? [] }
        return key.epoch.laterEpochs.compactMap {
            negotiation.key($0, isClient: direction == client, secrets: secrets)
        }
    }
}
