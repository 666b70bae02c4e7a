#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension [UInt8] {
    /// How many line feeds there are.
    var lineFeedCount: Int { self[...].lineFeedCount }
}

extension ArraySlice<UInt8> {
    /// How many line feeds there are; every byte of a stream is counted once, so by `memchr`.
    var lineFeedCount: Int {
        withUnsafeBytes { bytes in
            guard var position = bytes.baseAddress else { return 0 }
            var count = 0
            let end = position + bytes.count
            while let found = memchr(position, 0x0A, end - position) {
                count += 1
                position = UnsafeRawPointer(found) + 1
            }
            return count
        }
    }
}
