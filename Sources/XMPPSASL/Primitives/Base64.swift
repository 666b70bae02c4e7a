/// Base64 as RFC 4648 §4 defines it, read strictly: the standard alphabet, full padding, no white space and no
/// bits beyond the data, so that each byte string has exactly one accepted spelling (RFC 6120 §13.9.1 asks for
/// this).
public enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")
    private static let invalid: UInt8 = 0xFF
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: invalid, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()

    /// The padded text of the bytes: four characters for every three bytes begun.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        String(decoding: encodedBytes(bytes), as: UTF8.self)
    }

    /// The bytes that the text stands for, or `nil` if any character of it is out of place.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        decode(Array(text.utf8))
    }

    /// The bytes that the ASCII text stands for, or `nil` if any character of it is out of place.
    public static func decode(_ text: some RandomAccessCollection<UInt8>) -> [UInt8]? {
        guard text.count.isMultiple(of: 4) else { return nil }
        let paddingCount = text.suffix(2).reversed().prefix { $0 == padding }.count
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var bits: UInt32 = 0
        var bitCount = 0
        for character in text.dropLast(paddingCount) {
            let value = values[Int(character)]
            guard value != invalid else { return nil }
            bits = bits << 6 | UInt32(value)
            bitCount += 6
            if bitCount >= 8 {
                bitCount -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
            }
        }
        // One padding character leaves two bits over, two leave four; they carry nothing and must be zero.
        guard bitCount == paddingCount * 2, bits & (1 << UInt32(bitCount) - 1) == 0 else { return nil }
        return bytes
    }

    static func encodedBytes(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var bits: UInt32 = 0
        var bitCount: UInt32 = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            bitCount += 8
            while bitCount >= 6 {
                bitCount -= 6
                text.append(alphabet[Int(bits >> bitCount & 0x3F)])
            }
        }
        if bitCount > 0 { text.append(alphabet[Int(bits << (6 - bitCount) & 0x3F)]) }
        while !text.count.isMultiple(of: 4) { text.append(padding) }
        return text
    }
}
