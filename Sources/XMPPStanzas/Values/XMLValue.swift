public import XMPPAddress

/// A value with a text form, for attributes and text content.
public protocol XMLValue: Hashable, Sendable {
    /// Reads the text form; nil if the text is none.
    init?(xmlText: String)
    /// Reads the text form from its UTF-8; nil if it is none. To be stated only where a string is not needed for it.
    init?(xmlUTF8: Span<UInt8>)
    /// The text form.
    var xmlText: String { get }
    /// What texts are read, for people: it completes "which is not …".
    static var xmlDescription: String { get }
}

extension XMLValue {
    @inlinable
    public init?(xmlUTF8: Span<UInt8>) {
        self.init(xmlText: xmlUTF8.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) })
    }
}

extension String: XMLValue {
    @inlinable
    public init?(xmlUTF8: Span<UInt8>) {
        self = xmlUTF8.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }
    @inlinable
    public init?(xmlText: String) { self = xmlText }
    @inlinable
    public var xmlText: String { self }
    public static var xmlDescription: String { "text" }
}

extension Bool: XMLValue {
    /// Reads `true`, `1`, `false` and `0` (XML Schema Part 2 §3.2.2).
    public init?(xmlText: String) {
        switch xmlText {
        case "true", "1": self = true
        case "false", "0": self = false
        default: return nil
        }
    }
    public var xmlText: String { self ? "true" : "false" }
    public static var xmlDescription: String { "true or false" }
}

extension XMLValue where Self: FixedWidthInteger {
    @inlinable
    public init?(xmlText: String) { self.init(xmlText, radix: 10) }

    /// Up to nine digits straight away; signs, leading zeros beyond them and what is no number by way of a string.
    @inlinable
    public init?(xmlUTF8: Span<UInt8>) {
        var value: UInt32 = 0
        var isPlain = xmlUTF8.count > 0 && xmlUTF8.count <= 9
        for index in 0..<(isPlain ? xmlUTF8.count : 0) {
            let digit = xmlUTF8[index] &- UInt8(ascii: "0")
            isPlain = isPlain && digit < 10
            value = value &* 10 &+ UInt32(digit)
        }
        if isPlain {
            self.init(exactly: value)
        } else {
            self.init(xmlText: xmlUTF8.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) })
        }
    }
    @inlinable
    public var xmlText: String { String(self) }
    public static var xmlDescription: String { "an integer from \(Self.min) to \(Self.max)" }
}

extension Int: XMLValue {}
extension Int8: XMLValue {}
extension UInt8: XMLValue {}
extension UInt16: XMLValue {}
extension UInt32: XMLValue {}
extension UInt64: XMLValue {}

extension Double: XMLValue {
    public init?(xmlText: String) {
        guard let value = Double(xmlText), value.isFinite else { return nil }
        self = value
    }
    public var xmlText: String { description }
    public static var xmlDescription: String { "a decimal number" }
}

extension JID: XMLValue {
    public init?(xmlText: String) {
        guard let jid = try? JID(xmlText) else { return nil }
        self = jid
    }
    public init?(xmlUTF8: Span<UInt8>) {
        guard let jid = try? JID(utf8: xmlUTF8) else { return nil }
        self = jid
    }
    public var xmlText: String { full }
    public static var xmlDescription: String { "a JID (RFC 7622)" }
}

extension XMLValue where Self: RawRepresentable, RawValue == String {
    @inlinable
    public init?(xmlText: String) { self.init(rawValue: xmlText) }
    @inlinable
    public var xmlText: String { rawValue }
    public static var xmlDescription: String { "text" }
}

extension XMLValue where Self: RawRepresentable & CaseIterable, RawValue == String {
    public static var xmlDescription: String { "one of " + allCases.map(\.rawValue).joined(separator: ", ") }
}

/// An open set of values: those that specifications name are static members, any other is kept as it is.
public protocol OpenValue: XMLValue, RawRepresentable<String>, ExpressibleByStringLiteral, CustomStringConvertible {
    init(rawValue: String)
}

extension OpenValue {
    @inlinable
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    /// The value as it is on the wire.
    public var description: String { rawValue }
}
