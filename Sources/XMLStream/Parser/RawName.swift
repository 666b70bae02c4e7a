import CExpat

/// A name as expat hands it over, measured, hashed and searched for a colon in one pass.
struct RawName {
    let start: UnsafePointer<UInt8>
    let count: Int
    /// The hash of all of it; void when there is a colon.
    let hash: UInt64
    /// Its first eight bytes, zeros behind its end.
    let head: UInt64
    let hasColon: Bool

    /// Reads a name that ends with a zero byte, a word at a time as long as no word reaches into another page.
    @inline(__always)
    static func zeroTerminated(_ start: UnsafePointer<UInt8>) -> RawName {
        var hash = ByteHash()
        var colons: UInt64 = 0
        var head: UInt64 = 0
        var index = 0
        while true {
            guard ZeroTerminated.isWordOnPage(start + index) else { return byteByByte(start) }
            let word = UInt64(littleEndian: stanzakit_load_word(start + index))
            let zeros = ZeroTerminated.zeroBytes(word)
            if zeros != 0 {
                let rest = zeros.trailingZeroBitCount &>> 3
                let tail = word & ((1 &<< UInt64(8 &* rest)) &- 1)
                colons |= ZeroTerminated.zeroBytes(tail ^ 0x3A3A_3A3A_3A3A_3A3A)
                if index == 0 { head = tail }
                let count = index &+ rest
                return RawName(
                    start: start, count: count, hash: hash.finish(tail, count: count), head: head,
                    hasColon: colons != 0)
            }
            colons |= ZeroTerminated.zeroBytes(word ^ 0x3A3A_3A3A_3A3A_3A3A)
            if index == 0 { head = word }
            hash.add(word.littleEndian)
            index &+= 8
        }
    }

    @inline(never)
    private static func byteByByte(_ start: UnsafePointer<UInt8>) -> RawName {
        var hash = ByteHash()
        var hasColon = false
        var (word, head): (UInt64, UInt64) = (0, 0)
        var count = 0
        while true {
            let byte = start[count]
            if byte == 0 { break }
            if byte == 0x3A { hasColon = true }
            word |= UInt64(byte) &<< UInt64(8 &* (count & 7))
            count &+= 1
            if count & 7 == 0 {
                if count == 8 { head = word }
                hash.add(word.littleEndian)
                word = 0
            }
        }
        if count < 8 { head = word }
        return RawName(
            start: start, count: count, hash: hash.finish(word, count: count), head: head, hasColon: hasColon)
    }

    @inline(__always)
    private init(start: UnsafePointer<UInt8>, count: Int, hash: UInt64, head: UInt64, hasColon: Bool) {
        self.start = start
        self.count = count
        self.hash = hash
        self.head = head
        self.hasColon = hasColon
    }

    @inline(__always)
    init(_ start: UnsafePointer<UInt8>, _ count: Int, hasColon: Bool = false) {
        self.start = start
        self.count = count
        hash = ByteHash.hash(start, count)
        head = ByteHash.head(start, count)
        self.hasColon = hasColon
    }
}
