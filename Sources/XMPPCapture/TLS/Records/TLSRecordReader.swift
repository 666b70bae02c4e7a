/// Cuts one direction's bytes into records.
///
/// What waits to be read is bounded by one record, except while the owner leaves records unread. Behind a gap the
/// reader looks for places where a record can begin; whether one does, only the owner can tell, by decrypting it.
struct TLSRecordReader: Sendable {
    /// What is next to be read.
    enum Next: Sendable {
        /// A whole record; ``consume(_:)`` it, or ``reject()`` it while ``isSearching``.
        case record(TLSRecord)
        /// Bytes are missing here; they are passed by when this is returned.
        case gap(TLSMissingBytes)
        /// No record can begin at the next byte.
        case noRecord
        case needsInput
    }

    /// A gap and what came behind it.
    private struct Later: Sendable {
        let gap: Int64
        var bytes: [UInt8] = []
    }

    private var unread: ArraySlice<UInt8> = []
    /// Whether ``unread`` is part of the input of the moment.
    private var isBorrowed = false
    private var later: [Later] = []
    /// The offset of the first unread byte in its direction.
    private(set) var offset: Int64 = 0
    /// How many bytes are still to come of a record that a gap has damaged.
    private var remainder: Int64 = 0
    /// How many bytes wait to be read.
    private(set) var byteCount = 0
    /// Whether a place where a record begins is sought.
    private(set) var isSearching = false

    /// Takes the next bytes, which begin at `offset`.
    mutating func receive(_ bytes: ArraySlice<UInt8>, at offset: Int64) {
        if byteCount == 0, later.isEmpty { self.offset = offset }
        byteCount += bytes.count
        if !later.isEmpty {
            later[later.count - 1].bytes += bytes
        } else if unread.isEmpty {
            unread = bytes
            isBorrowed = true
        } else {
            unread += bytes
        }
    }

    /// Takes note that the next bytes, which begin at `offset`, are missing.
    mutating func receiveGap(_ missing: Int64, at offset: Int64) {
        if byteCount == 0, later.isEmpty { self.offset = offset }
        later.append(Later(gap: missing))
    }

    /// Looks at what is next.
    mutating func next() -> Next {
        skipRemainder()
        if isSearching { search() }
        let reading: TLSRecordHeader.Reading = remainder > 0 ? .needsMore : TLSRecordHeader.read(unread)
        switch reading {
        case .impossible: return .noRecord
        case .needsMore: return gap(insideRecordOf: nil) ?? .needsInput
        case .header(let header):
            let length = TLSRecord.headerLength + header.length
            guard unread.count >= length else { return gap(insideRecordOf: length) ?? .needsInput }
            let bytes = unread.part(from: 0, length: length)
            return .record(TLSRecord(type: header.type, offset: offset, bytes: bytes))
        }
    }

    /// Passes by a record that was read.
    mutating func consume(_ record: TLSRecord) {
        isSearching = false
        advance(by: record.bytes.count)
    }

    /// Says that no record begins where one seemed to.
    mutating func reject() {
        isSearching = true
        advance(by: 1)
    }

    /// Makes what waits independent of the input it came in, with room for the rest of its record. To be called when
    /// the owner is done with an input.
    mutating func keepUnread() {
        guard isBorrowed || unread.startIndex != 0 else { return }
        isBorrowed = false
        guard !unread.isEmpty else {
            unread = []
            return
        }
        var kept: [UInt8] = []
        if case .header(let header) = TLSRecordHeader.read(unread) {
            kept.reserveCapacity(max(TLSRecord.headerLength + header.length, unread.count))
        }
        kept += unread
        unread = kept[...]
    }

    /// Forgets what waits, because nothing more will be read.
    mutating func discard() {
        offset += Int64(unread.count) + later.reduce(0) { $0 + $1.gap + Int64($1.bytes.count) }
        unread = []
        later = []
        byteCount = 0
    }

    /// Leaves out what is before an offset, because nothing is read any more.
    mutating func pass(to offset: Int64) {
        discard()
        self.offset = max(self.offset, offset)
    }

    private mutating func advance(by count: Int) {
        unread = unread.dropFirst(count)
        offset += Int64(count)
        byteCount -= count
    }

    private mutating func skipRemainder() {
        let count = Int(min(remainder, Int64(unread.count)))
        guard count > 0 else { return }
        advance(by: count)
        remainder -= Int64(count)
    }

    /// Goes on to the next place where a record can begin.
    private mutating func search() {
        var position = 0
        while position < unread.count, case .impossible = TLSRecordHeader.read(unread.part(from: position)) {
            position += 1
        }
        advance(by: position)
    }

    /// Passes by the gap that is next, if there is one, while `length` bytes are due in the record it is in.
    private mutating func gap(insideRecordOf length: Int?) -> Next? {
        guard let first = later.first else { return nil }
        let start = offset
        let rest = length.map { Int64($0 - unread.count) } ?? remainder
        let isInside = rest > 0 && first.gap <= rest && !isSearching
        let isHandshake = length != nil && unread.first == TLSContentType.handshake.rawValue
        advance(by: unread.count)
        offset += first.gap
        unread = first.bytes[...]
        later.removeFirst()
        remainder = isInside ? rest - first.gap : 0
        isSearching = !isInside
        return .gap(
            TLSMissingBytes(
                start: start, end: offset, byteCount: first.gap, isInsideOneRecord: isInside,
                isInsideHandshake: isInside && isHandshake))
    }
}

/// A gap as it concerns records.
struct TLSMissingBytes: Sendable, Equatable {
    /// Where the first record begins that is not whole.
    let start: Int64
    /// Where the gap ends.
    let end: Int64
    let byteCount: Int64
    /// Whether exactly one record is lost, so that it is known where the next begins.
    let isInsideOneRecord: Bool
    /// Whether that record is there to its header, and carries messages of a handshake.
    var isInsideHandshake = false
}
