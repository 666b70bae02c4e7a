/// Writes one JSON object (RFC 8259) on a line of its own.
struct JSONObjectWriter {
    private(set) var bytes: [UInt8] = [0x7B]

    /// Adds a member; nil adds none.
    mutating func add(_ key: StaticString, _ value: String?) {
        guard var value else { return }
        value.withUTF8 { add(key, utf8: $0) }
    }

    /// Adds a member; nil adds none.
    mutating func add(_ key: StaticString, _ value: (some BinaryInteger)?) {
        guard let value else { return }
        begin(key)
        bytes.append(contentsOf: String(value).utf8)
    }

    /// Adds an array of numbers; one without any adds none.
    mutating func add(_ key: StaticString, _ values: [Int]) {
        addArray(key, values) { $0.bytes.append(contentsOf: String($1).utf8) }
    }

    /// Adds an array of strings; one without any adds none.
    mutating func add(_ key: StaticString, _ values: [String]) {
        addArray(key, values) { writer, value in
            var value = value
            value.withUTF8 { writer.appendString($0) }
        }
    }

    /// Adds a member whose value is this UTF-8.
    mutating func add(_ key: StaticString, utf8: UnsafeBufferPointer<UInt8>) {
        begin(key)
        appendString(utf8)
    }

    /// Adds a member whose value is an object, which must not have been finished.
    mutating func add(_ key: StaticString, _ object: JSONObjectWriter) {
        begin(key)
        bytes.append(contentsOf: object.bytes)
        bytes.append(0x7D)
    }

    /// Ends the object and its line.
    mutating func finish() { bytes.append(contentsOf: [0x7D, 0x0A]) }

    private mutating func addArray<Value>(
        _ key: StaticString, _ values: [Value], _ append: (inout JSONObjectWriter, Value) -> Void
    ) {
        guard !values.isEmpty else { return }
        begin(key)
        bytes.append(0x5B)
        for (index, value) in values.enumerated() {
            if index > 0 { bytes.append(0x2C) }
            append(&self, value)
        }
        bytes.append(0x5D)
    }

    private mutating func begin(_ key: StaticString) {
        if bytes.count > 1 { bytes.append(0x2C) }
        bytes.append(0x22)
        key.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: [0x22, 0x3A])
    }

    private mutating func appendString(_ text: UnsafeBufferPointer<UInt8>) {
        bytes.append(0x22)
        var runStart = 0
        var position = 0
        while position < text.count {
            let byte = text[position]
            // A control of C1 is written in two bytes, 0xC2 and its own number.
            let isC1 = byte == 0xC2 && position + 1 < text.count && text[position + 1] < 0xA0
            guard byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F || isC1 else {
                position += 1
                continue
            }
            bytes.append(contentsOf: text[runStart..<position])
            position += isC1 ? 2 : 1
            runStart = position
            appendEscape(text[position - 1])
        }
        bytes.append(contentsOf: text[runStart...])
        bytes.append(0x22)
    }

    private mutating func appendEscape(_ byte: UInt8) {
        switch byte {
        case 0x22: bytes.append(contentsOf: [0x5C, 0x22])
        case 0x5C: bytes.append(contentsOf: [0x5C, 0x5C])
        case 0x0A: bytes.append(contentsOf: [0x5C, 0x6E])
        case 0x0D: bytes.append(contentsOf: [0x5C, 0x72])
        case 0x09: bytes.append(contentsOf: [0x5C, 0x74])
        default:
            let digits = String(byte, radix: 16)
            bytes.append(contentsOf: (digits.utf8.count < 2 ? "\\u000" : "\\u00").utf8)
            bytes.append(contentsOf: digits.utf8)
        }
    }
}
