import COpenSSL

/// Makes words that stand for others: the same for the same, and without a way back for who does not have the key.
///
/// They are written in consonants, so that no word of a language comes out.
struct Pseudonyms: Sendable {
    private let key: [UInt8]
    private var cache: [String: [UInt8]] = [:]

    private static let cacheLimit = 20_000
    private static let consonants = Array("bcdfghjklmnpqrst".utf8)

    init(key: [UInt8]) { self.key = key }

    /// The word for a value that is one word: an account, a nickname, an identifier, a token.
    mutating func word(_ value: String) -> String {
        let length = value.utf8.count
        return "x-" + letters(for: value, count: length <= 24 ? 10 : Self.sizeClass(length) - 2)
    }

    /// Letters that depend on the value.
    mutating func letters(for value: String, count: Int) -> String {
        String(decoding: stream(for: value, count: count).map { Self.consonants[Int($0 & 0x0F)] }, as: UTF8.self)
    }

    /// Bytes that depend on the value; behind the first 64 they repeat.
    mutating func stream(for value: String, count: Int) -> [UInt8] {
        let block = block(for: value)
        guard count > block.count else { return Array(block.prefix(count)) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while bytes.count < count { bytes += block.prefix(count - bytes.count) }
        return bytes
    }

    /// The length, in bytes, that stands for a length: the next power of two, and 16 at least.
    static func sizeClass(_ length: Int) -> Int {
        var size = 16
        while size < length, size < Int.max / 2 { size *= 2 }
        return size
    }

    /// The number that stands for one that says how large something is: the next that is one less than a power of two, and
    /// 15 at least, so that no limit of a type is stepped over (XML Schema Part 2 §3.3).
    static func numberClass(_ number: UInt64) -> UInt64 {
        UInt64.max >> UInt64(min((number | 15).leadingZeroBitCount, 60))
    }

    /// A number that depends on the value, within bounds.
    mutating func number(for value: String, in bounds: ClosedRange<UInt64>) -> UInt64 {
        let random = stream(for: value, count: 8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let (count, isAll) = (bounds.upperBound - bounds.lowerBound).addingReportingOverflow(1)
        return isAll ? random : bounds.lowerBound + random % count
    }

    private mutating func block(for value: String) -> [UInt8] {
        if let known = cache[value] { return known }
        let block = authenticationCode(Array(value.utf8))
        if cache.count >= Self.cacheLimit { cache.removeAll(keepingCapacity: true) }
        if value.utf8.count <= 256 { cache[value] = block }
        return block
    }

    /// HMAC-SHA-512 (RFC 2104).
    private func authenticationCode(_ bytes: [UInt8]) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: 64)
        var length: UInt32 = 0
        // A key of no bytes would be a null pointer, which means something else there.
        let key = key.isEmpty ? [0] : key
        _ = HMAC(EVP_sha512(), key, Int32(clamping: key.count), bytes, bytes.count, &code, &length)
        return code
    }
}
