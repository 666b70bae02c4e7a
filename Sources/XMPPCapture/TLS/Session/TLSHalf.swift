/// One direction of a TLS session.
struct TLSHalf {
    /// What the next records are protected with.
    enum Protection {
        /// Nothing.
        case clear
        /// Keys that are looked up when the first record needs them.
        case awaiting(TLSEpoch)
        case keyed(RecordKey)
        /// Something that keeps them from being read, for good.
        case unreadable
    }

    var reader = TLSRecordReader()
    var protection = Protection.clear
    var messages: HandshakeAssembler
    /// How many bytes of plaintext were delivered.
    var plaintextOffset: Int64 = 0
    /// What was missed, while the place where it goes on is sought.
    var recovery: TLSRecovery?
    /// The secrets that were looked through in vain for the next record's keys.
    var missedRevision: Int?
    /// How many records in a row were not authentic.
    var failures = 0
    /// Whether the keys in use need ``previousBlock``.
    var chainsRecords = false
    /// The last block of the latest record, for TLS 1.0.
    var previousBlock: [UInt8] = []

    init(limits: CaptureLimits) {
        messages = HandshakeAssembler(limit: limits.tlsMessageBytes)
    }

    /// The first offset of which an event may still come.
    var unreadOffset: Int64 { recovery?.start ?? reader.offset }

    var isUnreadable: Bool {
        if case .unreadable = protection { true } else { false }
    }
}

/// A stage of a session with keys of its own.
enum TLSEpoch: Sendable, Equatable {
    /// TLS 1.2 and before: all between two ChangeCipherSpec messages.
    case connection
    /// TLS 1.3 (RFC 8446 §7.1): early data, the handshake, and everything after it.
    case early
    case handshake
    case application
}

/// The keys of one direction in one epoch, and how far they have been used.
struct RecordKey {
    let epoch: TLSEpoch
    let opener: any RecordOpener
    /// In TLS 1.3, what the keys are made of.
    var secret: [UInt8] = []
    /// The number of the next record.
    var sequence: UInt64 = 0
    /// Whether a record was opened with it.
    var hasOpened = false
    /// How many records of an epoch before, whose keys are not known, may still come.
    var foreignRecords = 0
}

/// What was missed in a direction whose records can be decrypted, until it goes on.
struct TLSRecovery {
    /// The most numbers that are tried for a record.
    private static let maximumWindow: Int64 = 1 << 16
    /// No record is shorter than header, type and tag.
    private static let minimumRecordLength: Int64 = 14

    /// Where the first record begins that was lost.
    let start: Int64
    private(set) var missingBytes: Int64 = 0
    /// How many records may have been lost at most.
    private(set) var window = 1
    /// How many bytes may still be decrypted on trial.
    var budget = 64 << 20

    init(start: Int64) {
        self.start = start
    }

    mutating func add(_ missing: TLSMissingBytes) {
        missingBytes += missing.byteCount
        let records = missing.isInsideOneRecord ? 1 : missing.byteCount / Self.minimumRecordLength + 2
        window = Int(min(Int64(window) + records, Self.maximumWindow))
    }

    /// Counts a record that is there but cannot be read.
    mutating func addUnreadable() {
        window = Int(min(Int64(window) + 1, Self.maximumWindow))
    }
}
