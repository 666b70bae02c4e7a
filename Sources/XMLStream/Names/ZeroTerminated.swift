import CExpat

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Reading strings that end with a zero byte in words or blocks, as long as none reaches into another page.
enum ZeroTerminated {
    /// How many bytes `copy` may write behind the end of the string.
    static let overrun = 15

    /// Whether the eight bytes at `place` are on one page.
    @inline(__always)
    static func isWordOnPage(_ place: UnsafePointer<UInt8>) -> Bool { Int(bitPattern: place) & 4095 <= 4088 }

    @inline(__always)
    private static func isBlockOnPage(_ place: UnsafePointer<UInt8>) -> Bool { Int(bitPattern: place) & 4095 <= 4080 }

    /// The lowest set bit marks the first byte that is zero; there may be more set above it.
    @inline(__always)
    static func zeroBytes(_ word: UInt64) -> UInt64 {
        (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
    }

    /// Copies a string without its zero byte, and returns how many bytes it has.
    @inline(__always)
    static func copy(_ source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>) -> Int {
        var index = 0
        while isBlockOnPage(source + index) {
            let count = stanzakit_copy_block(source + index, target + index)
            index &+= Int(count)
            if count < 16 { return index }
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
