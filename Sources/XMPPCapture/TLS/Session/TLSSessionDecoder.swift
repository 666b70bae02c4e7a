/// Reads the TLS session of one TCP stream: what its handshake shows and, with the right secrets, what was said inside.
///
/// The caller gives it the bytes of both directions from the first that belongs to TLS on, in the order in which they
/// come out of ``CaptureStreams``; after each input it pulls the events. Offsets are those of the TCP stream, so that
/// the packets of a piece of plaintext can be found.
///
/// ```swift
/// session.receive(data, secrets: &secrets)
/// while let event = session.nextEvent() { … }
/// ```
///
/// **Waiting.** A record waits as long as what is needed to read it may still come: the other side's hello, or a secret
/// that the capture or a growing key log brings later. Secrets that were added are looked at with the next input.
/// What both sides said meanwhile comes side after side, when the secrets are there: its packets tell the order.
/// When more waits than ``CaptureLimits/heldTLSBytesPerDirection`` or, in all sessions, ``CaptureLimits/heldTLSBytes``,
/// or at the end, the session is given up, which is said in one note.
///
/// **After a gap** the next record is the one that is authentic under one of the next numbers.
public struct TLSSessionDecoder {
    let stream: Int?
    let limits: CaptureLimits
    var halves: [TLSHalf]
    var negotiation = TLSNegotiation()
    /// Which side of the TCP stream is the client of TLS. It is the one that opened the stream, unless a ClientHello
    /// shows that this was guessed wrong.
    var client = Direction.clientToServer
    /// Whether the ClientHello will not come any more.
    var hasLostHello = false
    /// Whether only a part of it is missing.
    var hasCutHello = false
    /// Whether there is still hope for what a record needs.
    var canWait = true
    var hasSaidWhy = false
    var hasSaidDamage = false
    var hasSaidWaiting = false
    private var hasSaidEarlyData = false
    private(set) var place: (packet: Int?, time: Timestamp?) = (nil, nil)
    private var heldBytes = 0
    /// How many bytes are kept of records and messages that wait, and of the handshake.
    private(set) var keptBytes = 0
    /// What ``unreadOffset(of:)`` says, at hand after every input: whoever has this in a class would copy all of it to
    /// ask for more than a property.
    private(set) var unreadOffsets: (client: Int64, server: Int64) = (0, 0)
    private var published: TLSHandshakeFacts?
    private(set) var hasPublished = false
    private var events: [TLSEvent] = []
    private var nextIndex = 0
    /// Whether the events that wait have plaintext of each side.
    private var hasPlaintext = (client: false, server: false)

    /// Creates a decoder that has seen nothing; `stream` is the number of the TCP stream for its notes.
    public init(stream: Int? = nil, limits: CaptureLimits = CaptureLimits()) {
        self.stream = stream
        self.limits = limits
        halves = [TLSHalf(limits: limits), TLSHalf(limits: limits)]
    }

    /// What the handshake has shown so far.
    public var handshake: TLSHandshakeFacts { negotiation.facts }

    /// What key logs know the session by.
    var clientRandom: ClientRandom? { negotiation.clientHello?.random }

    /// Takes the next bytes of one direction; those before the first byte of TLS must be left out.
    public mutating func receive(_ data: StreamData, secrets: inout TLSSecrets) {
        place = (data.packet, data.time)
        guard !self[data.direction].isUnreadable else {
            self[data.direction].reader.pass(to: data.offset + Int64(data.bytes.count))
            return settle(&secrets)
        }
        self[data.direction].reader.receive(data.bytes, at: data.offset)
        run(&secrets)
    }

    /// Takes note of bytes that the capture does not have.
    public mutating func receive(_ gap: StreamGap, secrets: inout TLSSecrets) {
        place = (gap.packet, gap.time)
        guard !self[gap.direction].isUnreadable, gap.byteCount > 0 else { return }
        self[gap.direction].reader.receiveGap(gap.byteCount, at: gap.offset)
        run(&secrets)
    }

    /// Says that nothing more comes. It must be called even for a stream that is given up, because the allowance for
    /// what waits is shared through `secrets`.
    public mutating func finish(secrets: inout TLSSecrets) {
        canWait = false
        pump(&secrets)
        for direction in Direction.allCases {
            reportForeign(direction)
            reportRecovery(direction, upTo: self[direction].reader.offset, records: nil)
            self[direction].reader.discard()
            self[direction].protection = .unreadable
        }
        publishFacts()
        settle(&secrets)
    }

    /// Reads nothing more, and keeps nothing more: too much is kept.
    mutating func abandon(secrets: inout TLSSecrets) {
        for direction in Direction.allCases {
            giveUp(direction, "the TLS session is given up, because too much is open in all connections at a time")
            self[direction].reader.discard()
            self[direction].messages.reset()
        }
        negotiation = TLSNegotiation()
        settle(&secrets)
    }

    /// The next event; nil when there is none before the next input.
    public mutating func nextEvent() -> TLSEvent? {
        guard nextIndex < events.count else {
            events.removeAll(keepingCapacity: true)
            nextIndex = 0
            hasPlaintext = (false, false)
            return nil
        }
        nextIndex += 1
        return events[nextIndex - 1]
    }

    /// Whether the events that one input brought have plaintext of both sides, as they do when secrets come late: in
    /// each direction they are in order then, but it takes the packets to tell which side spoke first.
    var needsOrder: Bool { hasPlaintext.client && hasPlaintext.server }

    /// The first offset of a direction of which an event may still come.
    public func unreadOffset(of direction: Direction) -> Int64 {
        direction == .clientToServer ? unreadOffsets.client : unreadOffsets.server
    }

    /// Whether `bytes`, the first of a stream, are the beginning of a ClientHello, so that the stream is direct TLS.
    ///
    /// A few bytes can be too few to tell; the result is nil for these.
    public static func looksLikeClientHello(_ bytes: ArraySlice<UInt8>) -> Bool? {
        guard ClientHello.canBegin(with: bytes) else { return false }
        return bytes.count >= TLSRecord.headerLength + HandshakeMessage.headerLength ? true : nil
    }

    /// Whether `bytes` begin with a record of TLS that carries data of an application, as in the middle of a session.
    ///
    /// A few bytes can be too few to tell; the result is nil for these.
    public static func looksLikeApplicationData(_ bytes: ArraySlice<UInt8>) -> Bool? {
        switch TLSRecordHeader.read(bytes) {
        case .impossible: false
        case .needsMore: bytes.first == nil || bytes.first == TLSContentType.applicationData.rawValue ? nil : false
        case .header(let header): header.type == .applicationData && header.length > 0
        }
    }
}

// MARK: - Running

extension TLSSessionDecoder {
    /// What becomes of a record.
    enum Verdict {
        case consumed
        /// What is needed to read it may still come.
        case waits
        /// It is no record; the search goes on.
        case rejected
    }

    /// The state of one direction.
    subscript(direction: Direction) -> TLSHalf {
        @inline(__always)
        get { halves[direction == .clientToServer ? 0 : 1] }
        @inline(__always)
        _modify { yield &halves[direction == .clientToServer ? 0 : 1] }
    }

    var server: Direction { client == .clientToServer ? .serverToClient : .clientToServer }

    private mutating func run(_ secrets: inout TLSSecrets) {
        pump(&secrets)
        settle(&secrets)
        let longest = max(halves[0].reader.byteCount, halves[1].reader.byteCount)
        let isLate = longest > limits.heldTLSBytesPerDirection || secrets.heldBytes > limits.heldTLSBytes
        if isLate, longest > TLSRecord.headerLength + TLSRecordHeader.maximumLength {
            canWait = false
            pump(&secrets)
            canWait = true
            settle(&secrets)
        }
        halves[0].reader.keepUnread()
        halves[1].reader.keepUnread()
    }

    /// Notes how many bytes wait, and from where on.
    private mutating func settle(_ secrets: inout TLSSecrets) {
        let bytes = halves[0].reader.byteCount + halves[1].reader.byteCount
        secrets.heldBytes += bytes - heldBytes
        heldBytes = bytes
        let messages = halves[0].messages.byteCount + halves[1].messages.byteCount
        keptBytes = bytes + messages + negotiation.keptBytes
        unreadOffsets = (halves[0].unreadOffset, halves[1].unreadOffset)
    }

    /// Reads all that can be read by now.
    private mutating func pump(_ secrets: inout TLSSecrets) {
        var goesOn = true
        while goesOn {
            goesOn = false
            // The server first: it tells how the client's next records are protected.
            while step(server, &secrets) { goesOn = true }
            while step(client, &secrets) { goesOn = true }
        }
    }

    /// Reads one record or gap; false if there is none that can be read by now.
    private mutating func step(_ direction: Direction, _ secrets: inout TLSSecrets) -> Bool {
        guard !self[direction].isUnreadable else {
            self[direction].reader.discard()
            return false
        }
        switch self[direction].reader.next() {
        case .needsInput: return false
        case .gap(let missing): receive(missing, direction)
        case .noRecord: receiveNoRecord(direction)
        case .record(let record):
            switch read(record, direction, &secrets) {
            case .waits: return false
            case .rejected:
                chain(record, direction)
                self[direction].reader.reject()
            case .consumed:
                chain(record, direction)
                self[direction].reader.consume(record)
            }
        }
        return true
    }

    private mutating func read(_ record: TLSRecord, _ direction: Direction, _ secrets: inout TLSSecrets) -> Verdict {
        switch self[direction].protection {
        case .clear: readClear(record, direction, &secrets)
        case .awaiting(let epoch): readFirst(of: epoch, record, direction, &secrets)
        case .keyed(let key): readKeyed(record, key, direction, &secrets)
        case .unreadable: .consumed
        }
    }

    /// Keeps what the next record needs of this one, in TLS 1.0.
    private mutating func chain(_ record: TLSRecord, _ direction: Direction) {
        guard self[direction].chainsRecords, case .keyed(let key) = self[direction].protection else { return }
        self[direction].previousBlock = key.opener.lastBlock(of: record)
    }

    private mutating func receiveNoRecord(_ direction: Direction) {
        let offset = self[direction].reader.offset
        switch self[direction].protection {
        case .keyed:
            if self[direction].recovery == nil { self[direction].recovery = TLSRecovery(start: offset) }
            self[direction].recovery?.addUnreadable()
            self[direction].reader.reject()
        default: giveUp(direction, "what begins at byte \(offset) of \(direction.rawValue) is not a TLS record")
        }
    }
}

// MARK: - Saying

extension TLSSessionDecoder {
    mutating func emit(_ event: TLSEvent) {
        if case .plaintext(let plaintext) = event {
            switch plaintext.direction {
            case .clientToServer: hasPlaintext.client = true
            case .serverToClient: hasPlaintext.server = true
            }
        }
        events.append(event)
    }

    mutating func note(_ message: String) {
        emit(.note(CaptureNote(packet: place.packet, stream: stream, time: place.time, message)))
    }

    /// Says what the handshake shows, unless that has been said.
    mutating func publishFacts() {
        let facts = negotiation.facts
        guard facts != published, negotiation.clientHello != nil || negotiation.serverHello != nil else { return }
        published = facts
        hasPublished = true
        emit(.handshake(facts))
    }

    /// Says once that early data is left out: what the server refused was never heard (RFC 8446 §2.3).
    mutating func sayEarlyDataUnread() {
        guard !hasSaidEarlyData else { return }
        hasSaidEarlyData = true
        let isRefused = negotiation.facts.acceptsEarlyData == false
        note(isRefused ? "the server refused the client's early data, it is left out" : "no keys for the early data")
    }

    /// Reads no more of a direction; the reason is said once a session.
    mutating func giveUp(_ direction: Direction, _ reason: String) {
        let end = self[direction].reader.offset
        self[direction].protection = .unreadable
        reportRecovery(direction, upTo: end, records: nil)
        publishFacts()
        guard !hasSaidWhy else { return }
        hasSaidWhy = true
        note(reason)
    }
}
