import XMPPPrimitives

/// What Docker's `json-file` driver writes of a line: a JSON object with the members `log`, `stream` and `time`, in any
/// order, and perhaps others.
struct ContainerRecord {
    /// The line, with its line feed; without one, the rest of the line is in the next record.
    private(set) var log: [UInt8] = []
    private(set) var stream: [UInt8] = []
    private(set) var time: [UInt8] = []

    /// Nil if the text is anything else.
    init?(_ line: [UInt8]) {
        guard line.first == UInt8(ascii: "{") else { return nil }
        var reader = JSONReader(line)
        var members: Set<[UInt8]> = []
        let isWhole = reader.readObject { name, value in
            guard let value else { return }
            members.insert(name)
            switch String(decoding: name, as: UTF8.self) {
            case "log": log = value
            case "stream": stream = value
            case "time": time = value
            default: break
            }
        }
        guard isWhole, members.contains(Array("log".utf8)), members.contains(Array("stream".utf8)),
            stream == Array("stdout".utf8) || stream == Array("stderr".utf8)
        else { return nil }
    }
}

/// Reads a JSON object (RFC 8259) as far as it takes to get at the strings in it.
private struct JSONReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Reads an object that is all of the text.
    ///
    /// - Parameter member: is given each member's name, and its value if that is a string.
    /// - Returns: false if it is no such object.
    mutating func readObject(_ member: (_ name: [UInt8], _ value: [UInt8]?) -> Void) -> Bool {
        guard skip("{") else { return false }
        if skip("}") { return isAtEnd }
        repeat {
            guard let name = string(), skip(":") else { return false }
            if next == UInt8(ascii: "\"") {
                guard let value = string() else { return false }
                member(name, value)
            } else {
                guard skipValue() else { return false }
                member(name, nil)
            }
        } while skip(",")
        return skip("}") && isAtEnd
    }

    private var isAtEnd: Bool { bytes[position...].allSatisfy(\.isXMLSpace) }

    /// Passes over a character and the white space on both sides of it.
    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        skipSpace()
        return true
    }

    private mutating func skipSpace() {
        while let byte = next, byte.isXMLSpace { position += 1 }
    }

    /// Passes over anything that is no string: up to the comma or brace behind it.
    private mutating func skipValue() -> Bool {
        let start = position
        var depth = 0
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                guard string() != nil else { return false }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return position > start }
                depth -= 1
            case UInt8(ascii: ",") where depth == 0: return position > start
            default: break
            }
            position += 1
        }
        return false
    }

    private mutating func string() -> [UInt8]? {
        guard next == UInt8(ascii: "\"") else { return nil }
        position += 1
        var text: [UInt8] = []
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return text
            case UInt8(ascii: "\\"):
                guard let escaped = escape() else { return nil }
                text += escaped
            default: text.append(byte)
            }
        }
        return nil
    }

    private mutating func escape() -> [UInt8]? {
        guard let byte = next else { return nil }
        position += 1
        switch byte {
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "u"):
            guard let unit = hex() else { return nil }
            return scalar(unit)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        default: return nil
        }
    }

    /// The character that a number of UTF-16 stands for, with the one behind it if they are a pair.
    private mutating func scalar(_ unit: UInt32) -> [UInt8] {
        guard (0xD800...0xDBFF).contains(unit), bytes.has("\\u", at: position) else { return Array([unit].utf8) }
        let start = position
        position += 2
        if let low = hex(), (0xDC00...0xDFFF).contains(low) {
            return Array([0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)].utf8)
        }
        position = start
        return Array([0xFFFD].utf8)
    }

    private mutating func hex() -> UInt32? {
        let digits = bytes[position...].prefix(4).compactMap(\.hexValue)
        guard digits.count == 4 else { return nil }
        position += 4
        return digits.reduce(0) { $0 << 4 | $1 }
    }
}
