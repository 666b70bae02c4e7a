/// The head of an HTTP/1.1 message: its start line and fields (RFC 9112 §2).
struct HTTPHead: Sendable, Equatable {
    enum StartLine: Sendable, Equatable {
        case request(method: String, target: String)
        case response(status: Int)
    }

    struct Field: Sendable, Equatable {
        /// In lower case.
        let name: String
        let value: String
    }

    let start: StartLine
    private(set) var fields: [Field] = []

    /// Reads a head with the empty line that ends it; nil if it is no head of HTTP/1.
    init?(_ bytes: ArraySlice<UInt8>) {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
        guard let first = lines.popFirst(), let start = Self.startLine(first.droppingReturn) else { return nil }
        self.start = start
        for line in lines {
            let line = line.droppingReturn
            if line.isEmpty { break }
            add(line)
        }
    }

    private static func startLine(_ line: ArraySlice<UInt8>) -> StartLine? {
        let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2).map { String(decoding: $0, as: UTF8.self) }
        guard words.count >= 2 else { return nil }
        if words[0].hasPrefix("HTTP/1.") {
            guard let status = Int(words[1]), (100...999).contains(status) else { return nil }
            return .response(status: status)
        }
        guard words.count == 3, words[2].hasPrefix("HTTP/1.") else { return nil }
        return .request(method: words[0], target: words[1])
    }

    private mutating func add(_ line: ArraySlice<UInt8>) {
        if line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t"), let last = fields.popLast() {
            // RFC 9112 §5.2: a folded line continues the one before it.
            let value = last.value + " " + String(decoding: line.trimmingBlanks, as: UTF8.self)
            fields.append(Field(name: last.name, value: value))
        } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
            let name = String(decoding: line[..<colon].trimmingBlanks, as: UTF8.self).lowercased()
            let value = String(decoding: line[(colon + 1)...].trimmingBlanks, as: UTF8.self)
            fields.append(Field(name: name, value: value))
        }
    }

    /// The elements of the lists that the fields of a name hold, in order (RFC 9110 §5.6.1).
    func list(_ name: String) -> [String] {
        fields.filter { $0.name == name }.flatMap { field in
            field.value.utf8.split(separator: UInt8(ascii: ","))
                .map { String(decoding: Array($0)[...].trimmingBlanks, as: UTF8.self) }
                .filter { !$0.isEmpty }
        }
    }

    /// The same in lower case, for what is compared without regard to case.
    func tokens(_ name: String) -> [String] { list(name).map { $0.lowercased() } }

    /// Whether it asks for, or consents to, WebSocket on this connection (RFC 6455 §4).
    var isWebSocketUpgrade: Bool { tokens("upgrade").contains("websocket") }
}

extension HTTPHead {
    /// Where a head begins in bytes that belong to a message without one: at their start, or behind the end of a line
    /// or a tag, with a whole start line and a field behind it.
    static func start(in bytes: ArraySlice<UInt8>) -> Int? {
        if ProtocolProbe.judge(bytes) == .http { return bytes.startIndex }
        var before: UInt8 = 0
        for (index, byte) in zip(bytes.indices, bytes) {
            defer { before = byte }
            guard before == UInt8(ascii: ">") || before == UInt8(ascii: "\n") else { continue }
            guard (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) else { continue }
            if isWithin(bytes[index...].prefix(startLimit)) { return index }
        }
        return nil
    }

    /// The longest start line with the name of a field that is looked for within bytes.
    private static let startLimit = 4096

    private static func isWithin(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard ProtocolProbe.judge(bytes) == .http, let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else {
            return false
        }
        let line = bytes[..<end]
        guard line.last == UInt8(ascii: "\r"), HTTPHead(line) != nil else { return false }
        let name = bytes[(end + 1)...].prefix { $0 != UInt8(ascii: ":") && $0 > 0x20 && $0 < 0x7F }
        return !name.isEmpty && name.endIndex < bytes.endIndex && bytes[name.endIndex] == UInt8(ascii: ":")
    }
}

extension ArraySlice<UInt8> {
    /// A line without the carriage return at its end.
    fileprivate var droppingReturn: ArraySlice<UInt8> { last == UInt8(ascii: "\r") ? dropLast() : self }

    /// What is between the spaces and tabs at both ends.
    fileprivate var trimmingBlanks: ArraySlice<UInt8> {
        func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        let start = drop(while: isBlank)
        guard let end = start.lastIndex(where: { !isBlank($0) }) else { return start }
        return start[...end]
    }
}
