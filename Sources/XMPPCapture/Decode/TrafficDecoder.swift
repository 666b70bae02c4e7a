import XMLStream

/// Reads XMPP out of captures, logs and plain XML: what kind of input it is shows in its first bytes.
///
/// ```swift
/// var decoder = TrafficDecoder()
/// decoder.receive(chunk)
/// while let record = try decoder.next() { … }
/// ```
///
/// Records come as soon as the input holds all of them; after the last input, call ``finish()`` and pull the rest.
/// Memory is bounded by what is open at a time, never by the length of the input.
///
/// A capture is read once, in the order of the file. So the secrets that it brings itself open what comes behind them,
/// and what still waits (see ``CaptureLimits/heldTLSBytesPerDirection``), but no connection that was over before; that is
/// said in a note. Times are reported as they are: a packet that was captured before the one in front of it in the file
/// is taken after it all the same, so that only what TCP itself orders, by its sequence numbers, is put in order. How
/// long that waits for missing bytes goes by the same times: a packet of two seconds later ends it.
public struct TrafficDecoder: ~Copyable {
    /// The first bytes, as long as they are too few to tell what the input is.
    private var undetected: [UInt8]? = []
    private var capture: CaptureDecoder?
    private var text: TextDecoder?
    private var log: RecordLog?
    private var management = StreamManagementFollower()

    private let lastChange: Timestamp?
    private var secrets: TLSSecrets
    private let limits: CaptureLimits

    /// Creates a decoder that has seen nothing yet.
    ///
    /// - Parameter lastChange: when a log was last written to, which tells the year of times that it writes without one;
    ///   without it such times are left out.
    /// - Parameter secrets: what opens the TLS sessions of a capture, besides what the capture itself brings.
    /// - Parameter limits: how much memory the reading of a capture may spend.
    public init(
        lastChange: Timestamp? = nil, secrets: TLSSecrets = TLSSecrets(), limits: CaptureLimits = CaptureLimits()
    ) {
        self.lastChange = lastChange
        self.secrets = secrets
        self.limits = limits
    }

    /// Takes the next bytes of the input, any number of them.
    public mutating func receive(_ bytes: [UInt8]) {
        if let before = undetected { return detect(before + bytes, isWhole: false) }
        capture?.receive(bytes)
        text?.receive(bytes)
        log?.receive(bytes)
    }

    /// Takes what a key log has got since it was read: one line a secret, in NSS's format.
    ///
    /// It serves the sessions that begin from now on and those whose records still wait for their keys (see
    /// ``CaptureLimits/heldTLSBytesPerDirection``), which are read with the next bytes of their connection or at its end.
    /// Of those that were over before, a note says so. What is no secret is passed over.
    public mutating func receive(keyLog: [UInt8]) {
        if capture == nil {
            secrets.add(keyLog: keyLog)
        } else {
            capture?.receive(keyLog: keyLog)
        }
    }

    /// Takes events of the TCP streams of a capture instead of its bytes.
    mutating func receive(_ batch: consuming StreamEventBatch) {
        undetected = nil
        if capture == nil { capture = CaptureDecoder(ofEventsWith: limits, secrets: secrets) }
        capture?.receive(batch)
    }

    /// Says that no more input comes.
    public mutating func finish() {
        if let before = undetected { detect(before, isWhole: true) }
        capture?.finish()
        text?.finish()
        log?.finish()
    }

    /// The next record; nil when more input is needed or, once finished, when everything was read.
    ///
    /// - Throws: ``CaptureError`` when a capture file cannot be read further, after all that was whole before it.
    public mutating func next() throws(CaptureError) -> TrafficRecord? {
        guard var record = try capture?.next() ?? text?.next() ?? log?.next() else { return nil }
        management.follow(&record)
        return record
    }

    /// The next records, of which a ``RecordCompletion`` makes those that ``next()`` would return; nil when more input is
    /// needed or, once finished, when everything was read. For input that comes through a ``TrafficIntake``.
    package mutating func nextBatch() -> RecordBatch? {
        if capture != nil { return capture?.nextBatch() }
        var batch = RecordBatch()
        while batch.estimatedBytes < RecordBatch.limit, let record = text?.next() ?? log?.next() {
            batch.estimatedBytes += record.estimatedBytes
            batch.records.append(record)
        }
        return batch.isEmpty ? nil : batch
    }

    /// The next connection that has closed since the last call, with all that went over it; nil if there is none, and
    /// for logs.
    ///
    /// Its last record may not have been pulled yet: pull records until there are none, then connections. Of those that
    /// nobody pulls, the last 16,384 stay.
    public mutating func nextClosedConnection() -> ConnectionTraffic? { capture?.nextClosedConnection() }

    /// What there is to be said about a capture file as a whole so far, such as that it is cut at its end; at most 16
    /// sentences without a full stop, which are also among the records.
    public var fileNotes: [String] {
        switch capture {
        case .some(let capture): capture.fileNotes
        case nil: []
        }
    }

    /// How the note begins that a TLS session brings which nothing can decrypt.
    package static let missingKeys = "no keys for this session"

    /// Whether the input is XML without a log around it, as far as it tells by now, which may be before the first record.
    public var isPlainXML: Bool { text?.isPlainXML ?? false }

    /// Whether the input is a log of records, as `stanzactl redact` writes it; false as long as too little has come.
    package var isRecordLog: Bool { log != nil }

    private mutating func detect(_ bytes: [UInt8], isWhole: Bool) {
        guard isWhole || CaptureFormat.isDecided(by: bytes) else {
            undetected = bytes
            return
        }
        if CaptureFormat.detect(bytes) != nil {
            undetected = nil
            capture = CaptureDecoder(limits: limits, secrets: secrets)
            capture?.receive(bytes)
            return
        }
        let isLog = RecordLine.canBegin(bytes)
        guard isWhole || isLog != nil else {
            undetected = bytes
            return
        }
        undetected = nil
        if isLog == true {
            log = RecordLog()
            log?.receive(bytes)
        } else {
            text = TextDecoder(lastChange: lastChange)
            text?.receive(bytes)
        }
    }
}
