public import XMPPStanzas

/// Octets that prove something, written as base64 (RFC 4648 §4); no description shows them.
public struct MaskedData: XMLValue {
    /// The octets.
    public var bytes: [UInt8]

    /// Creates data from octets.
    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    public init?(xmlText: String) {
        guard let data = Base64Data(xmlText: xmlText) else { return nil }
        bytes = data.bytes
    }

    public var xmlText: String { Base64Data(bytes).xmlText }
    public static var xmlDescription: String { Base64Data.xmlDescription }
}

/// A text that proves something, such as a token; no description shows it.
public struct MaskedText: XMLValue {
    /// The text.
    public var text: String

    /// Creates it from the text.
    public init(_ text: String) { self.text = text }

    public init?(xmlText: String) { text = xmlText }

    public var xmlText: String { text }
    public static var xmlDescription: String { "text" }
}

extension MaskedData: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Always the same masking text.
    public var description: String { "<secret>" }
    /// Always the same masking text.
    public var debugDescription: String { description }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension MaskedText: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Always the same masking text.
    public var description: String { "<secret>" }
    /// Always the same masking text.
    public var debugDescription: String { description }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
