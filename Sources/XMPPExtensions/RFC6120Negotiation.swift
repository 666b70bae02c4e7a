public import XMLStream
public import XMPPAddress
public import XMPPStanzas

/// Asks for TLS (RFC 6120 §5.4.2.1).
public struct StartTLS: Payload {
    public static let element = Name.known("starttls", in: "urn:ietf:params:xml:ns:xmpp-tls")

    /// Creates the request.
    public init() {}

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self { Self() }
}

/// TLS is to begin right behind this element (RFC 6120 §5.4.2.3).
public struct TLSProceed: Payload {
    public static let element = Name.known("proceed", in: "urn:ietf:params:xml:ns:xmpp-tls")

    /// Creates the consent.
    public init() {}

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self { Self() }
}

/// There will be no TLS, and the stream ends (RFC 6120 §5.4.2.2).
public struct TLSFailure: Payload {
    public static let element = Name.known("failure", in: "urn:ietf:params:xml:ns:xmpp-tls")

    /// Creates the refusal.
    public init() {}

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self { Self() }
}

/// Binds a resource to the stream: what is asked for, or what is given (RFC 6120 §7.6, §7.7).
public struct Bind: Payload {
    public static let element = Name.known("bind", in: "urn:ietf:params:xml:ns:xmpp-bind")

    /// The resource that the client asks for; nil if the server is to choose one.
    public var resource: String?
    /// The full address that the server has bound.
    public var jid: JID?

    /// Creates a request for a resource, or for one of the server's choice.
    public init(resource: String? = nil) { self.init(resource: resource, jid: nil) }

    /// Creates the answer.
    public init(jid: JID) { self.init(resource: nil, jid: jid) }

    private init(resource: String?, jid: JID?) {
        self.resource = resource
        self.jid = jid
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(resource: try c.textChild("resource", \.resource), jid: try c.textChild("jid", \.jid))
    }
}

/// Establishes a session (RFC 3921 §3), which servers of today need no more.
public struct Session: Payload {
    public static let element = Name.known("session", in: "urn:ietf:params:xml:ns:xmpp-session")

    /// Creates the request.
    public init() {}

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self { Self() }
}

/// A component's proof of its secret, or the server's consent, which is empty (XEP-0114 §3).
public struct ComponentHandshake: Payload {
    public static let element = Name.known("handshake", in: "jabber:component:accept")

    /// The SHA-1 of the stream's id and the secret, in lower-case hexadecimal digits; empty for consent.
    public var digest: String

    /// Creates a handshake.
    public init(digest: String = "") { self.digest = digest }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(digest: try c.text(\.digest))
    }
}
