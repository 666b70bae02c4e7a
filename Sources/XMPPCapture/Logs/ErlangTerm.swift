import XMPPPrimitives

/// A binary or string as Erlang's `~p` prints it, over several lines: `<<"<iq id=\"1\"/>">>`, `<<"é"/utf8>>`, or, when it
/// holds bytes that are no Latin-1 text, `<<60,112,…>>`.
struct ErlangTerm: Sendable {
    private var text: [UInt8] = []
    private var nesting = 0
    private var isInString = false
    private var isEscaped = false
    private(set) var isComplete = false

    /// How many bytes of the term have been read.
    var count: Int { text.count }

    /// Reads on in the term; what comes after its end is left out.
    mutating func append(_ line: some Sequence<UInt8>) {
        for byte in line where !isComplete {
            take(byte)
        }
        // A line feed is inside a string only when it is escaped.
        if !isInString { text.append(0x0A) }
    }

    private mutating func take(_ byte: UInt8) {
        text.append(byte)
        if isInString {
            if !isEscaped, byte == UInt8(ascii: "\"") { isInString = false }
            isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        } else {
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "<"), UInt8(ascii: "["): nesting += 1
            case UInt8(ascii: ">"), UInt8(ascii: "]"): nesting -= 1
            default: break
            }
        }
        isComplete = !isInString && nesting <= 0 && !byte.isXMLSpace
    }

    /// The bytes that the term stands for.
    ///
    /// In a string without `/utf8` each character is one byte, shown as if it were Latin-1.
    var bytes: [UInt8] {
        var reader = ErlangTermReader(text)
        reader.read()
        guard !reader.isUTF8, reader.values.allSatisfy({ $0 <= 0xFF }) else { return reader.values.utf8 }
        let bytes = reader.values.map { UInt8(truncatingIfNeeded: $0) }
        return String(validating: bytes, as: UTF8.self) == nil ? reader.values.utf8 : bytes
    }
}

private struct ErlangTermReader {
    private let text: [Unicode.Scalar]
    private var position = 0
    /// Bytes or characters, which of the two is known only at the end.
    private(set) var values: [UInt32] = []
    private(set) var isUTF8 = false

    init(_ text: [UInt8]) {
        self.text = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
    }

    private var peek: Unicode.Scalar? { position < text.count ? text[position] : nil }

    mutating func read() {
        while let scalar = peek {
            switch scalar {
            case "\"":
                position += 1
                readString()
            case "0"..."9": values.append(readNumber(radix: 10, digits: 3))
            case "u":
                isUTF8 = true
                position += 1
                while let next = peek, next != ">" && next != "," { position += 1 }
            default: position += 1
            }
        }
    }

    private mutating func readString() {
        while let scalar = peek {
            position += 1
            switch scalar {
            case "\"": return
            case "\\": readEscape()
            default: values.append(scalar.value)
            }
        }
    }

    private mutating func readEscape() {
        guard let scalar = peek else { return }
        switch scalar {
        case "0"..."7":
            values.append(readNumber(radix: 8, digits: 3))
            return
        case "x":
            position += 1
            let isBraced = peek == "{"
            if isBraced { position += 1 }
            values.append(readNumber(radix: 16, digits: isBraced ? 6 : 2))
            if isBraced, peek == "}" { position += 1 }
            return
        case "n": values.append(10)
        case "r": values.append(13)
        case "t": values.append(9)
        case "s": values.append(32)
        case "b": values.append(8)
        case "f": values.append(12)
        case "v": values.append(11)
        case "e": values.append(27)
        case "d": values.append(127)
        default: values.append(scalar.value)
        }
        position += 1
    }

    private mutating func readNumber(radix: UInt32, digits: Int) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<digits {
            guard let scalar = peek, scalar.isASCII,
                let digit = UInt8(truncatingIfNeeded: scalar.value).hexValue, digit < radix
            else { break }
            value = value * radix + digit
            position += 1
        }
        return value
    }
}

extension Array where Element == UInt32 {
    /// The Unicode scalar values as UTF-8; what is no scalar value becomes U+FFFD.
    var utf8: [UInt8] {
        var string = String.UnicodeScalarView()
        for value in self { string.append(Unicode.Scalar(value) ?? "\u{FFFD}") }
        return [UInt8](String(string).utf8)
    }
}
