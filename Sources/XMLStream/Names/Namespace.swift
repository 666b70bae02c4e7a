/// A namespace name (Namespaces in XML 1.0 §2.1), such as `jabber:client`; empty for names in no namespace.
public struct Namespace: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    public let rawValue: String

    @inlinable
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    @inlinable
    public init(stringLiteral value: String) {
        rawValue = value
    }

    /// No namespace: what attributes without a prefix are in.
    @inlinable public static var none: Namespace { Namespace(rawValue: "") }
    /// The namespace that the prefix `xml` is always bound to.
    @inlinable public static var xml: Namespace { Namespace(rawValue: "http://www.w3.org/XML/1998/namespace") }
    /// The namespace of namespace declarations themselves, which nothing may be bound to.
    @inlinable public static var xmlns: Namespace { Namespace(rawValue: "http://www.w3.org/2000/xmlns/") }
    /// Streams and their errors and features (RFC 6120 §4.8.1).
    @inlinable public static var streams: Namespace { Namespace(rawValue: "http://etherx.jabber.org/streams") }
    /// Content of client streams (RFC 6120 §4.8.2).
    @inlinable public static var client: Namespace { Namespace(rawValue: "jabber:client") }
    /// Content of server-to-server streams (RFC 6120 §4.8.2).
    @inlinable public static var server: Namespace { Namespace(rawValue: "jabber:server") }
    /// Server dialback (XEP-0220), whose prefix `db` server streams declare in their header.
    @inlinable public static var dialback: Namespace { Namespace(rawValue: "jabber:server:dialback") }
    /// Opening and closing of streams over WebSocket (RFC 7395 §3.3).
    @inlinable public static var framing: Namespace { Namespace(rawValue: "urn:ietf:params:xml:ns:xmpp-framing") }
}

/// Compared character by character, without regard to canonical equivalence (Namespaces in XML 1.0 §2.3).
extension Namespace {
    public static func == (a: Namespace, b: Namespace) -> Bool {
        hasSameOctets(a.rawValue, b.rawValue)
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension Namespace: CustomStringConvertible {
    public var description: String { rawValue }
}
