/// Bytes that arrived before those in front of them: pieces in order, none overlapping another.
///
/// What arrived first stays; a later piece only adds what was not there.
struct HeldBytes: Sendable {
    /// A run of bytes that one packet brought.
    struct Piece: Sendable {
        let offset: Int64
        let bytes: ArraySlice<UInt8>
        let packet: Int
        let time: Timestamp?
        /// How many bytes behind these the packet had on the wire, but not in the capture.
        let missing: Int

        var end: Int64 { offset + Int64(bytes.count) }
    }

    /// What a piece counts beside its bytes: the memory it takes, and more, because the time to insert one grows with
    /// their number.
    private static let overhead = 512

    private var pieces: [Piece] = []
    /// How many pieces at the front were taken and wait to be removed together.
    private var taken = 0
    /// How much memory this stands for, in bytes.
    private(set) var cost = 0

    var isEmpty: Bool { taken == pieces.count }

    /// The piece with the lowest offset.
    var first: Piece? { isEmpty ? nil : pieces[taken] }

    /// Where the last piece ends.
    var end: Int64? { isEmpty ? nil : pieces[pieces.count - 1].end }

    /// Whether every byte from 0 to `end` is there.
    func isContiguous(upTo end: Int64) -> Bool {
        var position: Int64 = 0
        for piece in pieces[taken...] {
            guard piece.offset == position else { return false }
            position = piece.end
            if position >= end { return true }
        }
        return position >= end
    }

    /// Removes the piece with the lowest offset.
    mutating func removeFirst() -> Piece? {
        guard let piece = first else { return nil }
        cost -= piece.bytes.count + Self.overhead
        taken += 1
        if isEmpty {
            pieces.removeAll(keepingCapacity: pieces.count <= 16)
            taken = 0
        } else if taken > 32, taken > pieces.count / 2 {
            pieces.removeFirst(taken)
            taken = 0
        }
        return piece
    }

    /// Adds what `bytes` have that is not there, as a copy; the result tells whether the rest is the same as before.
    mutating func insert(
        _ bytes: ArraySlice<UInt8>,
        at offset: Int64,
        packet: Int,
        time: Timestamp?,
        missing: Int = 0
    ) -> Bool {
        var isSame = true
        let end = offset + Int64(bytes.count)
        var position = offset
        var index = firstIndex(endingAfter: offset)
        while position < end {
            let next = index < pieces.count ? pieces[index] : nil
            let free = min(next?.offset ?? end, end)
            if position < free {
                let part = bytes.part(from: Int(position - offset), length: Int(free - position))
                let cut = free == end ? missing : 0
                let piece = Piece(
                    offset: position,
                    bytes: ArraySlice(Array(part)),
                    packet: packet,
                    time: time,
                    missing: cut
                )
                pieces.insert(piece, at: index)
                cost += part.count + Self.overhead
                index += 1
                position = free
            }
            guard let next, position < end else { break }
            let both = min(next.end, end)
            let old = next.bytes.part(from: Int(position - next.offset), length: Int(both - position))
            let new = bytes.part(from: Int(position - offset), length: Int(both - position))
            isSame = isSame && old == new
            position = both
            index += 1
        }
        return isSame
    }

    private func firstIndex(endingAfter offset: Int64) -> Int {
        var (low, high) = (taken, pieces.count)
        while low < high {
            let middle = (low + high) / 2
            if pieces[middle].end > offset { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
