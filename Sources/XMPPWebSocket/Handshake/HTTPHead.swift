import XMPPPrimitives

/// The start line and the fields of an HTTP message (RFC 9112 §2, §5).
struct HTTPHead: Hashable, Sendable {
    /// The three parts of the start line: a request's method, target and version, or a response's version, status and
    /// reason.
    let startLine: [String]
    /// The fields in order, their names in lower case.
    let fields: [Field]

    struct Field: Hashable, Sendable {
        let name: String
        let value: String
    }

    /// Reads a head with its empty line; nil if it is none.
    init?(_ bytes: ArraySlice<UInt8>) {
        let lines = bytes.split(separator: UInt8(ascii: "\n")).map {
            $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0
        }
        guard let first = lines.first else { return nil }
        let parts = first.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2 else { return nil }
        startLine = parts.map { String(decoding: $0, as: UTF8.self) }
        var fields: [Field] = []
        for line in lines.dropFirst() where !line.isEmpty {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
            let name = line[..<colon]
            // No space may stand before the colon, no line continue the one before it (RFC 9112 §5.1, §5.2).
            guard !name.isEmpty, name.allSatisfy(Self.isTokenByte) else { return nil }
            let value = line[(colon + 1)...].trimming { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            guard value.allSatisfy(Self.isValueByte) else { return nil }
            fields.append(Field(name: String(decoding: name, as: UTF8.self).lowercased(), value: Self.text(value)))
        }
        self.fields = fields
    }

    /// The values of a field, those of several fields with its name one behind the other.
    func values(_ name: String) -> [String] {
        fields.filter { $0.name == name }.map(\.value)
    }

    /// The elements of a field that is a list, those of several fields together (RFC 9110 §5.6.1).
    func list(_ name: String) -> [String] {
        values(name).flatMap { value in
            value.split(separator: ",").map { $0.trimming { $0 == " " || $0 == "\t" } }.filter { !$0.isEmpty }
        }.map(String.init)
    }

    /// Whether a list has this element, in whatever case.
    func has(_ token: String, in name: String) -> Bool {
        list(name).contains { $0.lowercased() == token }
    }

    /// The one value of a field that must not be there twice.
    func single(_ name: String) -> String? {
        let values = values(name)
        return values.count == 1 ? values.first : nil
    }

    /// Whether a byte may stand in a method or in the name of a field (RFC 9110 §5.6.2).
    static func isTokenByte(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }

    /// Whether a byte may stand in the value of a field (RFC 9110 §5.5).
    static func isValueByte(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != 0x7F || byte == UInt8(ascii: "\t")
    }

    /// The value as text; what is not UTF-8 as Latin-1, which fields once were.
    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// Appends a field, or throws if it is none.
    static func write(_ name: String, _ value: String, to bytes: inout [UInt8]) throws(WebSocketLocalError) {
        guard !name.isEmpty, name.utf8.allSatisfy(isTokenByte), value.utf8.allSatisfy(isValueByte) else {
            throw .invalidHeaderField(name)
        }
        bytes += Array("\(name): \(value)\r\n".utf8)
    }
}

extension Collection where SubSequence: BidirectionalCollection, SubSequence.SubSequence == SubSequence {
    /// What is left without the elements at both ends that `isPadding` holds for.
    fileprivate func trimming(_ isPadding: (Element) -> Bool) -> SubSequence {
        var rest = drop(while: isPadding)
        while let last = rest.last, isPadding(last) { rest = rest.dropLast() }
        return rest
    }
}
