/// Reads a DNS message from its beginning; throws at its end.
struct DNSReader {
    let bytes: [UInt8]
    var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func readByte() throws(DNSMessageError) -> UInt8 {
        guard position < bytes.count else { throw .malformed }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func readUInt16() throws(DNSMessageError) -> UInt16 {
        let high = try readByte()
        return UInt16(high) << 8 | UInt16(try readByte())
    }

    mutating func readBytes(_ count: Int) throws(DNSMessageError) -> ArraySlice<UInt8> {
        guard count <= bytes.count - position else { throw .malformed }
        defer { position += count }
        return bytes[position..<position + count]
    }
}
