/// Writes one JSON object (RFC 8259) on a line of its own.
struct JSONObjectWriter {
    private(set) var bytes: [UInt8] = [0x7B]
    /// Whether `<` and `&` are escaped too, so that nothing in it ends a script element or begins a comment there.
    private let isForHTML: Bool

    init(isForHTML: Bool = false) {
        self.isForHTML = isForHTML
    }

    /// Begins another object in the same memory.
    mutating func restart() {
        bytes.removeAll(keepingCapacity: true)
        bytes.append(0x7B)
    }

    private static let isForTerminal = Output.isTerminal

    /// With escapes for what turns the direction of writing or ends a line, which can make a terminal show what is not
    /// there; in JSON they can only stand in strings. Controls are escaped everywhere.
    static func escapingForTerminal(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var position = 0
        while position < bytes.count {
            if bytes[position] == 0xE2, position + 2 < bytes.count {
                let scalar = 0x2000 + Int(bytes[position + 1] & 0x3F) << 6 + Int(bytes[position + 2] & 0x3F)
                if (0x2028...0x202E).contains(scalar) || (0x2066...0x2069).contains(scalar) {
                    result.append(contentsOf: "\\u\(String(scalar, radix: 16))".utf8)
                    position += 3
                    continue
                }
            }
            result.append(bytes[position])
            position += 1
        }
        return result
    }

    /// Adds a member; nil adds none.
    mutating func add(_ key: StaticString, _ value: String?) {
        guard var value else { return }
        value.withUTF8 { add(key, utf8: $0) }
    }

    /// Adds a member; nil adds none.
    mutating func add(_ key: StaticString, _ value: (some FixedWidthInteger)?) {
        guard let value else { return }
        begin(key)
        appendNumber(value)
    }

    /// Adds an array of numbers; one without any adds none.
    mutating func add(_ key: StaticString, _ values: [Int]) {
        addArray(key, values) { $0.appendNumber($1) }
    }

    /// Adds an array of strings; one without any adds none.
    mutating func add(_ key: StaticString, _ values: [String]) {
        addArray(key, values) { writer, value in
            var value = value
            value.withUTF8 { writer.appendString($0) }
        }
    }

    /// Adds an object that is not ended yet; nil adds none.
    mutating func add(_ key: StaticString, _ object: JSONObjectWriter?) {
        guard let object else { return }
        begin(key)
        bytes.append(contentsOf: object.bytes)
        bytes.append(0x7D)
    }

    /// Adds an array of objects that are not ended yet; one without any adds none.
    mutating func add(_ key: StaticString, _ objects: [JSONObjectWriter]) {
        addArray(key, objects) { writer, object in
            writer.bytes.append(contentsOf: object.bytes)
            writer.bytes.append(0x7D)
        }
    }

    /// Adds a duration as a number of seconds; nil adds none.
    mutating func add(_ key: StaticString, seconds nanoseconds: Int64?) {
        guard let nanoseconds else { return }
        begin(key)
        bytes.append(contentsOf: Decimal.seconds(nanoseconds).utf8)
    }

    /// Adds a number with three decimals; nil adds none.
    mutating func add(_ key: StaticString, thousandths: Int?) {
        guard let thousandths else { return }
        begin(key)
        bytes.append(contentsOf: Decimal.number(thousandths: thousandths).utf8)
    }

    /// Adds a member whose value is this UTF-8.
    mutating func add(_ key: StaticString, utf8: UnsafeBufferPointer<UInt8>) {
        begin(key)
        appendString(utf8)
    }

    /// Adds a string that `write` appends, which must not have anything in it to be escaped.
    mutating func add(_ key: StaticString, plain write: (inout [UInt8]) -> Void) {
        begin(key)
        bytes.append(0x22)
        write(&bytes)
        bytes.append(0x22)
    }

    /// Adds a member whose value is an object, which must not have been finished.
    mutating func add(_ key: StaticString, _ object: JSONObjectWriter) {
        begin(key)
        bytes.append(contentsOf: object.bytes)
        bytes.append(0x7D)
    }

    /// Ends the object and its line.
    mutating func finish() {
        if Self.isForTerminal, !isForHTML { bytes = Self.escapingForTerminal(bytes) }
        bytes.append(0x7D)
        bytes.append(0x0A)
    }

    /// Adds an array of what `append` writes of each value; one without any adds none.
    mutating func addArray<Values: Sequence>(
        _ key: StaticString, _ values: Values, _ append: (inout JSONObjectWriter, Values.Element) -> Void
    ) {
        var isEmpty = true
        for value in values {
            if isEmpty {
                begin(key)
                bytes.append(0x5B)
            } else {
                bytes.append(0x2C)
            }
            isEmpty = false
            append(&self, value)
        }
        if !isEmpty { bytes.append(0x5D) }
    }

    /// Appends a key, put together before: each time something is appended, it is asked whether there is room.
    private mutating func begin(_ key: StaticString) {
        let isFirst = bytes.count == 1
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: key.utf8CodeUnitCount + 4) { text in
            text[0] = 0x2C
            text[1] = 0x22
            var end = 2
            key.withUTF8Buffer { end = text[end...].update(fromContentsOf: $0) }
            text[end] = 0x22
            text[end + 1] = 0x3A
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[(isFirst ? 1 : 0)..<end + 2]))
        }
    }

    private mutating func appendNumber<Number: FixedWidthInteger>(_ value: Number) {
        if value < 0 { bytes.append(0x2D) }
        // A byte has fewer than three digits.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 3 * MemoryLayout<Number>.size) { digits in
            var rest = value.magnitude
            var start = digits.endIndex
            repeat {
                start -= 1
                digits[start] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
        }
    }

    private mutating func appendString(_ text: UnsafeBufferPointer<UInt8>) {
        bytes.append(0x22)
        appendCharacters(text)
        bytes.append(0x22)
    }
}

// MARK: - Characters

extension JSONObjectWriter {
    /// Appends part of the text of the object as it is, such as a quotation mark.
    mutating func appendPlain(_ text: StaticString) { text.withUTF8Buffer { bytes.append(contentsOf: $0) } }

    /// Appends characters of a string, escaped where they have to be.
    mutating func appendCharacters(_ text: UnsafeBufferPointer<UInt8>) {
        var runStart = 0
        var position = 0
        while true {
            position = skippingPlainBytes(from: position, in: UnsafeRawBufferPointer(text))
            guard position < text.count else { break }
            let byte = text[position]
            // A control of C1 is written in two bytes, 0xC2 and its own number.
            let isC1 = byte == 0xC2 && position + 1 < text.count && text[position + 1] < 0xA0
            let isMarkup = isForHTML && (byte == 0x3C || byte == 0x26)
            guard byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F || isC1 || isMarkup else {
                position += 1
                continue
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[runStart..<position]))
            position += isC1 ? 2 : 1
            runStart = position
            appendEscape(text[position - 1])
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[runStart...]))
    }

    /// The position of the next byte that may have to be escaped, or of the last few, found sixteen or eight at a time.
    private func skippingPlainBytes(from start: Int, in text: UnsafeRawBufferPointer) -> Int {
        var position = start
        if !isForHTML {
            while position + 16 <= text.count {
                let part = text.loadUnaligned(fromByteOffset: position, as: SIMD16<UInt8>.self)
                guard !Self.hasEscapable(part) else { break }
                position += 16
            }
        }
        while position + 8 <= text.count {
            let word = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            let found = escapable(word)
            if found != 0 { return position + found.trailingZeroBitCount / 8 }
            position += 8
        }
        return position
    }

    /// Whether one of these bytes is a control, a quotation mark, a backslash, DEL, or begins a control of C1.
    private static func hasEscapable(_ part: SIMD16<UInt8>) -> Bool {
        // Compared with vectors and then seen as two words: compared with numbers, or asked whether any is true, the bytes
        // are taken one by one.
        typealias Bytes = SIMD16<UInt8>
        let found =
            (part .< Bytes(repeating: 0x20)) .| (part .== Bytes(repeating: 0x22)) .| (part .== Bytes(repeating: 0x5C))
            .| (part .== Bytes(repeating: 0x7F)) .| (part .== Bytes(repeating: 0xC2))
        let words = unsafeBitCast(found, to: SIMD2<UInt64>.self)
        return words.x | words.y != 0
    }

    /// Eight bytes in which the top bit of the first one is set that is a control, a quotation mark, a backslash, DEL,
    /// what begins a control of C1, or for HTML `&` or `<`; bits above that one mean nothing.
    private func escapable(_ word: UInt64) -> UInt64 {
        func zeros(_ word: UInt64) -> UInt64 { (word &- Self.ones) & ~word }
        func places(of byte: UInt64) -> UInt64 { zeros(word ^ Self.ones &* byte) }
        var found = (word &- Self.ones &* 0x20) & ~word
        found |= places(of: 0x22) | places(of: 0x5C) | places(of: 0x7F) | places(of: 0xC2)
        if isForHTML { found |= places(of: 0x26) | places(of: 0x3C) }
        return found & (Self.ones &* 0x80)
    }

    private static let ones: UInt64 = 0x0101_0101_0101_0101

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
