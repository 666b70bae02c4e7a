/// Finds the parts of an address that is plain ASCII and needs no more than lowercasing, which most are.
///
/// It never reports an error: what it does not take goes the long way, where errors are made.
enum FastASCIIParser {
    /// Where the parts are, in octets.
    struct Layout {
        var localLength: Int
        var domainLength: Int
        /// The octets before the resourcepart's `/`, a final dot of the domainpart left out.
        var bareLength: Int
        /// Where the resourcepart's `/` is; the end of the address if there is none.
        var slash: Int
        /// Whether the address is already as preparation would leave it.
        var isPrepared: Bool
    }

    /// The layout, or `nil` for an address that is invalid or needs real preparation.
    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Layout? {
        var (at, slash, upper) = (-1, bytes.count, false)
        for index in bytes.indices {
            let byte = bytes[index]
            if byte == UInt8(ascii: "/") {
                slash = index
                break
            }
            if byte == UInt8(ascii: "@"), at < 0 { at = index }
            upper = upper || isUpper(byte)
        }
        guard slash > 0, at != 0, at <= JID.maximumPartLength, isResource(bytes, after: slash) else { return nil }
        if at > 0 {
            for index in 0..<at where !isLocal(bytes[index]) { return nil }
        }
        let end = bytes[slash - 1] == UInt8(ascii: ".") ? slash - 1 : slash
        guard isDomain(bytes, from: at + 1, to: end) else { return nil }
        return Layout(
            localLength: max(at, 0),
            domainLength: end - at - 1,
            bareLength: end,
            slash: slash,
            isPrepared: end == slash && !upper
        )
    }

    private static func isResource(_ bytes: UnsafeBufferPointer<UInt8>, after slash: Int) -> Bool {
        guard slash < bytes.count else { return true }
        guard slash + 1 < bytes.count, bytes.count - slash - 1 <= JID.maximumPartLength else { return false }
        var isValid = true
        for index in slash + 1..<bytes.count { isValid = isValid && bytes[index] &- 0x20 < 0x5F }
        return isValid
    }

    /// Labels of letters, digits and inner hyphens; those with two hyphens as third and fourth are left to others.
    private static func isDomain(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Bool {
        guard start < end, end - start <= Domainpart.maximumLength else { return false }
        var labelStart = start
        for index in start..<end {
            let byte = bytes[index]
            if byte == UInt8(ascii: ".") {
                guard isLabelEnd(bytes, index, labelStart) else { return false }
                labelStart = index + 1
            } else if byte == UInt8(ascii: "-") {
                guard index != labelStart else { return false }
                if index == labelStart + 3, bytes[index - 1] == UInt8(ascii: "-") { return false }
            } else if !isLetterOrDigit(byte) {
                return false
            }
        }
        return isLabelEnd(bytes, end, labelStart)
    }

    private static func isLabelEnd(_ bytes: UnsafeBufferPointer<UInt8>, _ end: Int, _ start: Int) -> Bool {
        end > start && end - start <= 63 && bytes[end - 1] != UInt8(ascii: "-")
    }

    private static func isUpper(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "A") < 26 }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
    }

    /// U+0021 ... U+007E but those RFC 7622 §3.3.1 excludes, as a set of bits.
    private static func isLocal(_ byte: UInt8) -> Bool {
        let set = byte < 64 ? UInt64(0xABFF_7F3A_0000_0000) : byte < 128 ? 0x7FFF_FFFF_FFFF_FFFE : 0
        return set >> UInt64(byte & 63) & 1 != 0
    }
}

extension JID {
    /// Copies what the layout keeps, with all before the resourcepart in lower case.
    init(lowercasing bytes: UnsafeBufferPointer<UInt8>, layout: FastASCIIParser.Layout) {
        let full = String(unsafeUninitializedCapacity: bytes.count) { buffer in
            var count = 0
            for byte in bytes[..<layout.bareLength] {
                buffer[count] = byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
                count += 1
            }
            for byte in bytes[layout.slash...] {
                buffer[count] = byte
                count += 1
            }
            return count
        }
        self.init(full: full, localLength: layout.localLength, domainLength: layout.domainLength)
    }
}
