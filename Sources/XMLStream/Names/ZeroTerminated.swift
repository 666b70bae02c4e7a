import CExpat

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Reading strings that end with a zero byte a word at a time, as long as no word reaches into another page.
enum ZeroTerminated {
    /// How many bytes `copy` may write behind the end of the string.
    static let overrun = 7

    /// Whether the eight bytes at `place` are on one page.
    @inline(__always)
    static func isWordOnPage(_ place: UnsafePointer<UInt8>) -> Bool { Int(bitPattern: place) & 4095 <= 4088 }

    /// The lowest set bit marks the first byte that is zero; there may be more set above it.
    @inline(__always)
    static func zeroBytes(_ word: UInt64) -> UInt64 {
        (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
    }

    /// Copies a string without its zero byte, and returns how many bytes it has.
    @inline(__always)
    static func copy(_ source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>) -> Int {
        var index = 0
        while isWordOnPage(source + index) {
            let word = stanzakit_load_word(source + index)
            UnsafeMutableRawPointer(target + index).storeBytes(of: word, as: UInt64.self)
            let zeros = zeroBytes(UInt64(littleEndian: word))
            if zeros != 0 { return index &+ (zeros.trailingZeroBitCount &>> 3) }
            index &+= 8
        }
        return copyRest(source, to: target, from: index)
    }

    @inline(never)
    private static func copyRest(
        _ source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, from index: Int
    ) -> Int {
        let count = strlen(UnsafeRawPointer(source + index).assumingMemoryBound(to: CChar.self))
        memcpy(target + index, source + index, count)
        return index &+ count
    }
}
