/// Writes one JSON object (RFC 8259) on a line of its own.
struct JSONObjectWriter {
    private var text: JSONText
    /// What is to be appended as it is, while it is put together.
    private var plain: [UInt8] = []

    /// An object without members yet. For HTML, `<` and `&` are escaped too, so that nothing in it ends a script element or
    /// begins a comment there.
    init(isForHTML: Bool = false) {
        text = JSONText(escapesMarkup: isForHTML)
        text.append(0x7B)
    }

    /// What has been written.
    var bytes: ArraySlice<UInt8> { text.bytes }

    /// Begins another object in the same memory.
    mutating func restart() {
        text.removeAll()
        text.append(0x7B)
    }

    private static let isForTerminal = Output.isTerminal

    /// With escapes for what turns the direction of writing or ends a line, which can make a terminal show what is not
    /// there; in JSON they can only stand in strings. Controls are escaped everywhere.
    static func escapingForTerminal(_ text: ArraySlice<UInt8>) -> [UInt8] {
        let bytes = Array(text)
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
        text.append(number: value)
    }

    /// Adds an array of numbers; one without any adds none.
    mutating func add(_ key: StaticString, _ values: [Int]) {
        addArray(key, values) { $0.text.append(number: $1) }
    }

    /// Adds an array of strings; one without any adds none.
    mutating func add(_ key: StaticString, _ values: [String]) {
        addArray(key, values) { writer, value in
            var value = value
            value.withUTF8 { writer.text.append(string: $0) }
        }
    }

    /// Adds an object that is not ended yet; nil adds none.
    mutating func add(_ key: StaticString, _ object: JSONObjectWriter?) {
        guard let object else { return }
        begin(key)
        text.append(object.bytes)
        text.append(0x7D)
    }

    /// Adds an array of objects that are not ended yet; one without any adds none.
    mutating func add(_ key: StaticString, _ objects: [JSONObjectWriter]) {
        addArray(key, objects) { writer, object in
            writer.text.append(object.bytes)
            writer.text.append(0x7D)
        }
    }

    /// Adds a duration as a number of seconds; nil adds none.
    mutating func add(_ key: StaticString, seconds nanoseconds: Int64?) {
        guard let nanoseconds else { return }
        begin(key)
        text.append(Array(Decimal.seconds(nanoseconds).utf8)[...])
    }

    /// Adds a number with three decimals; nil adds none.
    mutating func add(_ key: StaticString, thousandths: Int?) {
        guard let thousandths else { return }
        begin(key)
        text.append(Array(Decimal.number(thousandths: thousandths).utf8)[...])
    }

    /// Adds a member whose value is this UTF-8.
    mutating func add(_ key: StaticString, utf8: UnsafeBufferPointer<UInt8>) {
        begin(key)
        text.append(string: utf8)
    }

    /// Adds a string that `write` appends, which must not have anything in it to be escaped.
    mutating func add(_ key: StaticString, plain write: (inout [UInt8]) -> Void) {
        plain.removeAll(keepingCapacity: true)
        plain.append(0x22)
        write(&plain)
        plain.append(0x22)
        begin(key)
        text.append(plain[...])
    }

    /// Adds a member whose value is an object, which must not have been finished.
    mutating func add(_ key: StaticString, _ object: JSONObjectWriter) {
        begin(key)
        text.append(object.bytes)
        text.append(0x7D)
    }

    /// Ends the object and its line.
    mutating func finish() {
        if Self.isForTerminal, !text.escapesMarkup {
            let shown = Self.escapingForTerminal(bytes)
            text.removeAll()
            text.append(shown[...])
        }
        text.append("}\n")
    }

    /// Adds an array of what `append` writes of each value; one without any adds none.
    mutating func addArray<Values: Sequence>(
        _ key: StaticString, _ values: Values, _ append: (inout JSONObjectWriter, Values.Element) -> Void
    ) {
        var isEmpty = true
        for value in values {
            if isEmpty {
                begin(key)
                text.append(0x5B)
            } else {
                text.append(0x2C)
            }
            isEmpty = false
            append(&self, value)
        }
        if !isEmpty { text.append(0x5D) }
    }

    private mutating func begin(_ key: StaticString) { text.append(key: key, isFirst: text.count == 1) }

    /// Appends part of the text of the object as it is, such as a quotation mark.
    mutating func appendPlain(_ text: StaticString) { self.text.append(text) }

    /// Appends characters of a string, escaped where they have to be.
    mutating func appendCharacters(_ characters: UnsafeBufferPointer<UInt8>) { text.append(characters: characters) }
}
