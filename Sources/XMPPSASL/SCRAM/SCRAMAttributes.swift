import XMPPPrimitives

/// The comma-separated `name=value` attributes of a SCRAM message (RFC 5802 §7), split but not yet interpreted.
///
/// Names are one letter in the RFC. Longer ones made of letters, digits and hyphens are let through as names of
/// extensions: they are ignored, and the signatures of both sides cover them all the same.
struct SCRAMAttributes {
    private struct Attribute {
        let name: String
        let value: ArraySlice<UInt8>
    }

    private let attributes: [Attribute]
    private var position = 0
    private let message: String

    /// Splits the bytes; `message` is what errors call them.
    init(_ bytes: ArraySlice<UInt8>, of message: String, limits: SCRAMLimits) throws(SASLError) {
        guard bytes.count <= limits.maximumMessageLength else {
            throw SASLError(.messageTooLong, "the \(message) has more than \(limits.maximumMessageLength) bytes")
        }
        guard String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0) else {
            throw .malformed("the \(message) is not UTF-8 text without NUL")
        }
        var attributes: [Attribute] = []
        for part in bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            guard let equals = part.firstIndex(of: UInt8(ascii: "=")), Self.isName(part[..<equals]) else {
                throw .malformed("attribute \(attributes.count + 1) of the \(message) is not a name, = and a value")
            }
            let value = part[(equals + 1)...]
            guard !value.isEmpty else {
                throw .malformed("attribute \(attributes.count + 1) of the \(message) has no value")
            }
            attributes.append(Attribute(name: String(decoding: part[..<equals], as: UTF8.self), value: value))
        }
        self.attributes = attributes
        self.message = message
    }

    private static func isName(_ name: ArraySlice<UInt8>) -> Bool {
        guard let first = name.first, first.isLetter else { return false }
        return name.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") }
    }

    /// The name of the next attribute, `nil` at the end.
    var nextName: String? { position < attributes.count ? attributes[position].name : nil }

    /// Takes the next attribute, which must have this name: the order is fixed (RFC 5802 §5).
    mutating func take(_ name: String) throws(SASLError) -> ArraySlice<UInt8> {
        guard position < attributes.count, attributes[position].name == name else {
            if nextName == "m" { throw mandatoryExtension }
            throw .malformed("attribute \(position + 1) of the \(message) is not \(name)=")
        }
        defer { position += 1 }
        return attributes[position].value
    }

    /// Takes the next attribute as text.
    mutating func takeText(_ name: String) throws(SASLError) -> String {
        String(decoding: try take(name), as: UTF8.self)
    }

    /// Takes the next attribute as base64.
    mutating func takeData(_ name: String) throws(SASLError) -> [UInt8] {
        guard let data = Base64.decode(try take(name)) else {
            throw .malformed("\(name)= of the \(message) is not base64 (RFC 4648 §4)")
        }
        return data
    }

    /// Takes the next attribute as a nonce: printable ASCII without the comma.
    mutating func takeNonce() throws(SASLError) -> String {
        let nonce = try take("r")
        guard SCRAMNonce.isValid(nonce) else { throw .malformed("r= of the \(message) is not printable ASCII") }
        return String(decoding: nonce, as: UTF8.self)
    }

    /// Takes the next attribute as a `posit-number`: decimal digits that do not begin with zero.
    ///
    /// A number that does not fit is as large as can be, and left to the limits to refuse.
    mutating func takePositiveNumber(_ name: String) throws(SASLError) -> Int {
        let digits = try take(name)
        guard digits.allSatisfy(\.isDigit), digits.first != UInt8(ascii: "0") else {
            throw .malformed("\(name)= of the \(message) is not a positive number without leading zeros")
        }
        return Int(String(decoding: digits, as: UTF8.self)) ?? Int.max
    }

    /// Takes the rest, which must be extensions: none of a name that the RFC uses for something else, none
    /// mandatory, none twice.
    mutating func takeExtensions() throws(SASLError) -> [String: ArraySlice<UInt8>] {
        var extensions: [String: ArraySlice<UInt8>] = [:]
        while position < attributes.count {
            let attribute = attributes[position]
            try checkExtension(attribute.name)
            guard extensions.updateValue(attribute.value, forKey: attribute.name) == nil else {
                throw .malformed("an extension is there twice in the \(message)")
            }
            position += 1
        }
        return extensions
    }

    /// Passes over the next attribute, which must be an extension that may be ignored.
    mutating func skipExtension() throws(SASLError) {
        guard let nextName else { return }
        try checkExtension(nextName)
        position += 1
    }

    private func checkExtension(_ name: String) throws(SASLError) {
        if name == "m" { throw mandatoryExtension }
        guard !Self.reservedNames.contains(name) else {
            throw .malformed("\(name)= is out of place in the \(message)")
        }
    }

    private static let reservedNames: Set<String> = ["a", "n", "m", "r", "c", "s", "i", "p", "v", "e"]

    private var mandatoryExtension: SASLError {
        SASLError(.mandatoryExtension, "the \(message) demands an extension with m=, none is supported")
    }
}
