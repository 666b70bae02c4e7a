/// Reads the fields of a handshake message one after the other (RFC 8446 §3); nil where they end too early.
struct TLSFieldReader: Sendable {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func uint8() -> UInt8? {
        rest.popFirst()
    }

    mutating func uint16() -> UInt16? {
        guard let value = rest.uint16(at: 0) else { return nil }
        rest = rest.dropFirst(2)
        return value
    }

    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// A vector whose length is written in `lengthBytes` bytes before it.
    mutating func vector(lengthBytes: Int) -> ArraySlice<UInt8>? {
        guard let digits = bytes(lengthBytes) else { return nil }
        return bytes(digits.reduce(0) { $0 << 8 | Int($1) })
    }

    /// All 16-bit integers of a vector whose length is written in `lengthBytes` bytes before it.
    mutating func uint16s(lengthBytes: Int) -> [UInt16]? {
        guard var items = vector(lengthBytes: lengthBytes).map({ TLSFieldReader($0) }) else { return nil }
        var values: [UInt16] = []
        while let value = items.uint16() { values.append(value) }
        return values
    }
}
