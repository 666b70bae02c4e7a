public import XMLStream

/// TLS as a feature (RFC 6120 §5.4.1).
public struct StartTLSFeature: Payload {
    public static let element = Name.known("starttls", in: "urn:ietf:params:xml:ns:xmpp-tls")

    /// Whether nothing else can be done before.
    public var isRequired: Bool

    /// Creates the feature.
    public init(isRequired: Bool = false) { self.isRequired = isRequired }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(isRequired: c.flag("required", \.isRequired))
    }
}

/// SASL mechanisms as a feature (RFC 6120 §6.4.1).
public struct SASLMechanisms: Payload {
    public static let element = Name.known("mechanisms", in: "urn:ietf:params:xml:ns:xmpp-sasl")

    /// The names, the most wanted first.
    public var names: [String]

    /// Creates the feature.
    public init(_ names: [String]) { self.names = names }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(try c.textChildren("mechanism", \.names))
    }
}

/// Resource binding as a feature (RFC 6120 §7.4).
public struct BindFeature: Payload {
    public static let element = Name.known("bind", in: "urn:ietf:params:xml:ns:xmpp-bind")

    /// Whether nothing else can be done before; RFC 6120 §7.3.1 makes it so, whether it is said or not.
    public var isRequired: Bool

    /// Creates the feature.
    public init(isRequired: Bool = false) { self.isRequired = isRequired }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(isRequired: c.flag("required", \.isRequired))
    }
}

/// Session establishment as a feature (RFC 3921 §3).
public struct SessionFeature: Payload {
    public static let element = Name.known("session", in: "urn:ietf:params:xml:ns:xmpp-session")

    /// Whether the client need not ask for a session.
    public var isOptional: Bool

    /// Creates the feature.
    public init(isOptional: Bool = false) { self.isOptional = isOptional }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(isOptional: c.flag("optional", \.isOptional))
    }
}

/// Stream management as a feature (XEP-0198 §3).
public struct StreamManagementFeature: Payload {
    public static let element = Name.known("sm", in: "urn:xmpp:sm:3")
    private static let second = Name.known("sm", in: "urn:xmpp:sm:2")

    /// 3, or 2 for servers of before 2011.
    public var version: Int
    /// Whether nothing else can be done before.
    public var isRequired: Bool

    /// Creates the feature.
    public init(version: Int = 3, isRequired: Bool = false) {
        self.version = version
        self.isRequired = isRequired
    }

    public static let names = [element, second]

    public var elementName: Name { version == 2 ? Self.second : Self.element }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        let namespace = c.namespace(\.elementName.namespace)
        return Self(version: namespace == second.namespace ? 2 : 3, isRequired: c.flag("required", \.isRequired))
    }
}

/// Versions of rosters as a feature (RFC 6121 §2.6.1).
public struct RosterVersioningFeature: Payload {
    public static let element = Name.known("ver", in: "urn:xmpp:features:rosterver")

    /// Creates the feature.
    public init() {}

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self { Self() }
}

/// Pre-approval of subscriptions as a feature (RFC 6121 §3.4).
public struct PreApprovalFeature: Payload {
    public static let element = Name.known("sub", in: "urn:xmpp:features:pre-approval")

    /// Creates the feature.
    public init() {}

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self { Self() }
}

/// Client state indication as a feature (XEP-0352 §3).
public struct ClientStateFeature: Payload {
    public static let element = Name.known("csi", in: "urn:xmpp:csi:0")

    /// Creates the feature.
    public init() {}

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self { Self() }
}

/// Stream compression as a feature (XEP-0138 §3).
public struct CompressionFeature: Payload {
    public static let element = Name.known("compression", in: "http://jabber.org/features/compress")

    /// The names of the methods, such as `zlib` (XEP-0138 §3).
    public var methods: [String]

    /// Creates the feature.
    public init(methods: [String]) { self.methods = methods }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(methods: try c.textChildren("method", \.methods))
    }
}

/// In-band registration as a feature (XEP-0077 §4).
public struct RegistrationFeature: Payload {
    public static let element = Name.known("register", in: "http://jabber.org/features/iq-register")

    /// Creates the feature.
    public init() {}

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self { Self() }
}
