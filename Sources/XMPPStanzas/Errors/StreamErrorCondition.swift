import XMLStream

/// What went wrong with a stream (RFC 6120 §4.9.3).
///
/// An open set: servers of other times send conditions that the RFC does not have.
public struct StreamErrorCondition: OpenValue {
    /// The local name of the condition's element.
    public let rawValue: String

    /// Creates a condition from the local name of its element.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The entity has sent XML that cannot be processed (RFC 6120 §4.9.3.1).
    public static let badFormat = Self(rawValue: "bad-format")
    /// A prefix is missing or not the expected one (RFC 6120 §4.9.3.2).
    public static let badNamespacePrefix = Self(rawValue: "bad-namespace-prefix")
    /// Another stream takes the place of this one (RFC 6120 §4.9.3.3).
    public static let conflict = Self(rawValue: "conflict")
    /// The entity does not react (RFC 6120 §4.9.3.4).
    public static let connectionTimeout = Self(rawValue: "connection-timeout")
    /// The addressed domain is no longer served (RFC 6120 §4.9.3.5).
    public static let hostGone = Self(rawValue: "host-gone")
    /// The addressed domain is not served (RFC 6120 §4.9.3.6).
    public static let hostUnknown = Self(rawValue: "host-unknown")
    /// A stanza between servers lacks an address (RFC 6120 §4.9.3.7).
    public static let improperAddressing = Self(rawValue: "improper-addressing")
    /// The server has failed (RFC 6120 §4.9.3.8).
    public static let internalServerError = Self(rawValue: "internal-server-error")
    /// A sender's address is not one that the stream may use (RFC 6120 §4.9.3.9).
    public static let invalidFrom = Self(rawValue: "invalid-from")
    /// The stream's namespace, or that of its content, is wrong (RFC 6120 §4.9.3.10).
    public static let invalidNamespace = Self(rawValue: "invalid-namespace")
    /// The XML does not conform to a schema (RFC 6120 §4.9.3.11).
    public static let invalidXML = Self(rawValue: "invalid-xml")
    /// Authentication is needed first (RFC 6120 §4.9.3.12).
    public static let notAuthorized = Self(rawValue: "not-authorized")
    /// The XML is not well-formed (RFC 6120 §4.9.3.13).
    public static let notWellFormed = Self(rawValue: "not-well-formed")
    /// The entity has broken a policy of the service (RFC 6120 §4.9.3.14).
    public static let policyViolation = Self(rawValue: "policy-violation")
    /// A connection that is needed for authentication failed (RFC 6120 §4.9.3.15).
    public static let remoteConnectionFailed = Self(rawValue: "remote-connection-failed")
    /// The stream is to be opened anew, because security properties have changed (RFC 6120 §4.9.3.16).
    public static let reset = Self(rawValue: "reset")
    /// The server is too busy (RFC 6120 §4.9.3.17).
    public static let resourceConstraint = Self(rawValue: "resource-constraint")
    /// The XML has what RFC 6120 §11.1 forbids (RFC 6120 §4.9.3.18).
    public static let restrictedXML = Self(rawValue: "restricted-xml")
    /// Another host is to be connected to (RFC 6120 §4.9.3.19).
    public static let seeOtherHost = Self(rawValue: "see-other-host")
    /// The server is being shut down (RFC 6120 §4.9.3.20).
    public static let systemShutdown = Self(rawValue: "system-shutdown")
    /// None of the others; an application condition says more (RFC 6120 §4.9.3.21).
    public static let undefinedCondition = Self(rawValue: "undefined-condition")
    /// The encoding is not UTF-8 (RFC 6120 §4.9.3.22).
    public static let unsupportedEncoding = Self(rawValue: "unsupported-encoding")
    /// Not even the mandatory features are offered (RFC 6120 §4.9.3.23).
    public static let unsupportedFeature = Self(rawValue: "unsupported-feature")
    /// A top-level element is not known (RFC 6120 §4.9.3.24).
    public static let unsupportedStanzaType = Self(rawValue: "unsupported-stanza-type")
    /// The version of XMPP is not supported (RFC 6120 §4.9.3.25).
    public static let unsupportedVersion = Self(rawValue: "unsupported-version")

    /// All conditions of RFC 6120.
    public static let all: [Self] = [
        .badFormat, .badNamespacePrefix, .conflict, .connectionTimeout, .hostGone, .hostUnknown, .improperAddressing,
        .internalServerError, .invalidFrom, .invalidNamespace, .invalidXML, .notAuthorized, .notWellFormed,
        .policyViolation, .remoteConnectionFailed, .reset, .resourceConstraint, .restrictedXML, .seeOtherHost,
        .systemShutdown, .undefinedCondition, .unsupportedEncoding, .unsupportedFeature, .unsupportedStanzaType,
        .unsupportedVersion,
    ]
}
