import XMPPPrimitives

/// JID Escaping (XEP-0106): characters that a localpart cannot hold, written as `\` and two hexadecimal digits.
///
/// An escaped localpart is a localpart like any other: it is compared and sent as it is, and unescaped only to be
/// shown to a person or handed to a foreign system.
public enum JIDEscaping {
    /// Escapes what is not allowed in a localpart, and every `\` that would otherwise read as an escape.
    ///
    /// The result still has to be prepared, as a localpart is: escaping does nothing about other characters.
    ///
    /// - Throws: `PreparationError` with ``PreparationError/Rule/escapedSpaceAtEdge`` if `text` starts or ends with a
    ///   space, since an escaped localpart must not start or end with `\20` (XEP-0106 §5.1).
    public static func escape(_ text: String) throws(PreparationError) -> String {
        let source = Array(text.utf8)
        for offset in [source.startIndex, source.endIndex - 1] where source.indices.contains(offset) {
            guard source[offset] != UInt8(ascii: " ") else {
                throw PreparationError(.escapedSpaceAtEdge, character: " ", offset: offset)
            }
        }
        var escaped: [UInt8] = []
        escaped.reserveCapacity(source.count)
        for (offset, byte) in source.enumerated() {
            if byte == backslash ? unescaped(source[offset...]) != nil : escapable.contains(byte) {
                escaped += [backslash, Hexadecimal.digit(byte >> 4), Hexadecimal.digit(byte)]
            } else {
                escaped.append(byte)
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    /// Replaces the ten escapes by what they stand for, once, from the left; everything else stays as it is,
    /// `\` included (XEP-0106 §4.3, §5.3).
    public static func unescape(_ localpart: String) -> String {
        let source = Array(localpart.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(source.count)
        var rest = source[...]
        while let byte = rest.first {
            if let character = unescaped(rest) {
                result.append(character)
                rest = rest.dropFirst(3)
            } else {
                result.append(byte)
                rest = rest.dropFirst()
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    static func lowercasingASCII(_ text: String) -> String {
        String(decoding: text.utf8.map(\.lowercased), as: UTF8.self)
    }

    private static let backslash = UInt8(ascii: "\\")
    private static let escapable: [UInt8] = Array(" \"&'/:<>@\\".utf8)

    /// What the escape at the start of `text` stands for; `nil` if there is none. Upper-case digits make no escape.
    private static func unescaped(_ text: ArraySlice<UInt8>) -> UInt8? {
        guard text.first == backslash, text.count >= 3 else { return nil }
        let digits = Array(text.dropFirst().prefix(2))
        return escapable.first { [Hexadecimal.digit($0 >> 4), Hexadecimal.digit($0)] == digits }
    }
}

extension JID {
    /// The localpart as a person is shown it, unescaped (XEP-0106); never to be compared or sent.
    public var unescapedLocal: String? {
        local.map(JIDEscaping.unescape)
    }

    /// Escapes a name that a person typed and prepares the address it makes (XEP-0106).
    ///
    /// - Throws: `JIDError`; besides what any address can break, `unescapedLocal` must not start or end with a space.
    public init(unescapedLocal: String, domain: String, resource: String? = nil) throws(JIDError) {
        let local: String
        do {
            // Preparation would make an escape of the `\\2F` that a person typed.
            local = try JIDEscaping.escape(JIDEscaping.lowercasingASCII(unescapedLocal))
        } catch {
            throw JIDError(.local, error)
        }
        try self.init(local: local, domain: domain, resource: resource)
    }
}
