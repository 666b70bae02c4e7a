#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

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
        guard let base = bytes.baseAddress else { return nil }
        let slash = firstIndex(of: UInt8(ascii: "/"), in: base, before: bytes.count) ?? bytes.count
        guard slash > 0, isResource(base, after: slash, to: bytes.count) else { return nil }
        let at = firstIndex(of: UInt8(ascii: "@"), in: base, before: slash) ?? -1
        if isSimple(base, at, slash) {
            let domainLength = slash &- at &- 1
            return Layout(
                localLength: max(at, 0), domainLength: domainLength, bareLength: slash, slash: slash, isPrepared: true)
        }
        let end = base[slash &- 1] == UInt8(ascii: ".") ? slash &- 1 : slash
        var upper: UInt8 = 0
        guard at < 0 || isLocal(base, before: at, &upper), isDomain(base, from: at &+ 1, to: end, &upper) else {
            return nil
        }
        return Layout(
            localLength: max(at, 0),
            domainLength: end &- at &- 1,
            bareLength: end,
            slash: slash,
            isPrepared: end == slash && upper & Kind.upper == 0
        )
    }

    /// Whether what is before the resourcepart is prepared and as plain as most addresses are.
    @inline(__always)
    private static func isSimple(_ bytes: UnsafePointer<UInt8>, _ at: Int, _ slash: Int) -> Bool {
        let domainLength = slash &- at &- 1
        guard domainLength <= 63, ASCIIWords(bytes + (at &+ 1), count: domainLength).areSimpleDomain else {
            return false
        }
        return at < 0 || at <= JID.maximumPartLength && ASCIIWords(bytes, count: at).areSimpleLocal
    }

    @inline(__always)
    private static func firstIndex(of byte: UInt8, in bytes: UnsafePointer<UInt8>, before end: Int) -> Int? {
        guard let found = memchr(bytes, Int32(byte), end) else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(bytes)
    }

    private static func isLocal(_ bytes: UnsafePointer<UInt8>, before end: Int, _ upper: inout UInt8) -> Bool {
        guard end > 0, end <= JID.maximumPartLength else { return false }
        let kinds = kinds.utf8Start
        var (all, any) = (UInt8.max, UInt8(0))
        for index in 0..<end {
            let byte = bytes[index]
            let kind = byte < 0x80 ? kinds[Int(byte)] : 0
            all &= kind
            any |= kind
        }
        upper |= any
        return all & Kind.local != 0
    }

    /// Labels of letters, digits and inner hyphens; those with two hyphens as third and fourth are left to others.
    private static func isDomain(
        _ bytes: UnsafePointer<UInt8>,
        from start: Int,
        to end: Int,
        _ upper: inout UInt8
    ) -> Bool {
        guard start < end, end &- start <= Domainpart.maximumLength else { return false }
        let kinds = kinds.utf8Start
        var labelStart = start
        var any: UInt8 = 0
        for index in start..<end {
            let byte = bytes[index]
            guard byte < 0x80 else { return false }
            let kind = kinds[Int(byte)]
            any |= kind
            if kind & Kind.letterOrDigit != 0 || byte == UInt8(ascii: "-") { continue }
            guard byte == UInt8(ascii: "."), isLabel(bytes, from: labelStart, to: index) else { return false }
            labelStart = index &+ 1
        }
        upper |= any
        return isLabel(bytes, from: labelStart, to: end)
    }

    @inline(__always)
    private static func isLabel(_ bytes: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Bool {
        let hyphen = UInt8(ascii: "-")
        let length = end &- start
        guard length > 0, length <= 63, bytes[start] != hyphen, bytes[end &- 1] != hyphen else { return false }
        return length < 4 || bytes[start &+ 2] != hyphen || bytes[start &+ 3] != hyphen
    }

    @inline(__always)
    private static func isResource(_ bytes: UnsafePointer<UInt8>, after slash: Int, to end: Int) -> Bool {
        guard slash < end else { return true }
        guard slash &+ 1 < end, end &- slash &- 1 <= JID.maximumPartLength else { return false }
        return ASCIIWords(bytes + (slash &+ 1), count: end &- slash &- 1).arePrintable
    }

    // MARK: Kinds of octets

    private enum Kind {
        static var letterOrDigit: UInt8 { 1 }
        static var upper: UInt8 { 2 }
        /// Allowed in a localpart (RFC 7622 §3.3.1).
        static var local: UInt8 { 4 }
    }

    /// A kind for each ASCII character in order: `@` none, `D` local, `E` local and letterOrDigit, `G` all three.
    private static var kinds: StaticString {
        """
        @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@\
        @D@DDD@@DDDDDDD@EEEEEEEEEE@D@D@D\
        @GGGGGGGGGGGGGGGGGGGGGGGGGGDDDDD\
        DEEEEEEEEEEEEEEEEEEEEEEEEEEDDDD@
        """
    }
}

extension JID {
    /// Copies what the layout keeps, with all before the resourcepart in lower case.
    init(lowercasing bytes: UnsafeBufferPointer<UInt8>, layout: FastASCIIParser.Layout) {
        let full = String(unsafeUninitializedCapacity: bytes.count) { buffer in
            for index in 0..<layout.bareLength {
                let byte = bytes[index]
                buffer[index] = byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
            }
            let dropped = layout.slash - layout.bareLength
            for index in layout.slash..<bytes.count { buffer[index - dropped] = bytes[index] }
            return bytes.count - dropped
        }
        self.init(full: full, localLength: layout.localLength, domainLength: layout.domainLength)
    }
}

extension JID {
    /// Where the parts of this address are.
    package var layout: PreparedLayout { PreparedLayout(localLength: localLength, domainLength: domainLength) }

    /// Where the parts of an address are that needs no preparation at all.
    package struct PreparedLayout: Sendable {
        /// Octets of the localpart; 0 if there is none.
        fileprivate let localLength: UInt16
        /// Octets of the domainpart.
        fileprivate let domainLength: UInt16
    }

    /// The layout of octets that are a prepared address in plain ASCII; nil says nothing about others.
    package static func preparedLayout(utf8 address: UnsafeBufferPointer<UInt8>) -> PreparedLayout? {
        guard let layout = FastASCIIParser.parse(address), layout.isPrepared else { return nil }
        return PreparedLayout(
            localLength: UInt16(truncatingIfNeeded: layout.localLength),
            domainLength: UInt16(truncatingIfNeeded: layout.domainLength)
        )
    }

    /// The address that `layout` was found for.
    package init(_ address: String, layout: PreparedLayout) {
        self.init(full: address, localLength: Int(layout.localLength), domainLength: Int(layout.domainLength))
    }
}
