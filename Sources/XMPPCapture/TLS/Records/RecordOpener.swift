/// What a record says about itself beside its content, which its protection covers.
struct RecordNumber: Sendable {
    /// How many records of the direction were protected with the same keys before it.
    let sequence: UInt64
    /// The last block of the record before it, which TLS 1.0 takes as initialization vector.
    let previousBlock: [UInt8]
}

/// Takes the protection off records of one direction under one set of keys.
///
/// A try with a wrong number leaves nothing behind; the object only keeps OpenSSL's state, which is expensive to make.
protocol RecordOpener: AnyObject {
    /// The shortest body that a protected record can have, in bytes.
    var minimumLength: Int { get }

    /// Whether a record can only be opened with the last block of the record before it, as in TLS 1.0.
    var chainsRecords: Bool { get }

    /// The last encrypted block of a record; empty unless ``chainsRecords``.
    func lastBlock(of record: TLSRecord) -> [UInt8]

    /// What is inside, or nil if it is not authentic under this number.
    func open(_ record: TLSRecord, number: RecordNumber) -> [UInt8]?
}

/// The 13 bytes that stand before the content when it is authenticated (RFC 5246 §6.2.3.1).
struct PseudoHeader {
    private(set) var bytes = [UInt8](repeating: 0, count: 13)

    /// Describes `record`, whose content without its protection has `length` bytes.
    mutating func describe(_ record: TLSRecord, sequence: UInt64, length: Int) {
        for index in 0..<8 {
            bytes[index] = UInt8(truncatingIfNeeded: sequence >> UInt64(56 - 8 * index))
        }
        for index in 0..<3 {
            bytes[8 + index] = record.bytes.byte(at: index) ?? 0
        }
        bytes[11] = UInt8(truncatingIfNeeded: length >> 8)
        bytes[12] = UInt8(truncatingIfNeeded: length)
    }
}
