public import XMLStream

/// What a server offers on a stream, or demands (RFC 6120 §4.3.2).
///
/// A view of the element, so that nothing of it is lost: features that have no property here are among its children.
public struct StreamFeatures: Sendable, Hashable {
    /// The whole `<features/>`, those included that no type knows.
    public let element: Element

    /// Reads features; nil if the element is another one.
    public init?(_ element: Element) {
        guard element.has(.features) else { return nil }
        self.element = element
    }

    /// Builds features from payloads and elements.
    public init<C: StanzaContent>(@StanzaContentBuilder content: () -> C) {
        let content = content()
        element = TapeWriter.element { tape in
            tape.startElement(.features)
            var writer = StanzaWriter(tape, .client)
            content.write(to: &writer)
            tape.endElement()
        }
    }

    /// The feature of a type.
    ///
    /// - Throws: `PayloadError` if it is there, and a required field of it is missing or unreadable.
    @inlinable
    public subscript<P: Payload>(_ type: P.Type) -> P? {
        get throws(PayloadError) { try element.payload(type) }
    }

    /// Whether a feature of a type is offered, readable or not.
    @inlinable
    public func has<P: Payload>(_ type: P.Type) -> Bool { element.has(type) }

    /// TLS (RFC 6120 §5.4.1); nil if it is not offered.
    public var startTLS: StartTLSFeature? { feature() }
    /// The SASL mechanisms, in the order of the server (RFC 6120 §6.4.1); empty if none are offered.
    public var mechanisms: [String] { feature(SASLMechanisms.self)?.names ?? [] }
    /// Resource binding (RFC 6120 §7.4).
    public var bind: BindFeature? { feature() }
    /// Session establishment (RFC 3921 §3).
    public var session: SessionFeature? { feature() }
    /// The versions of stream management that are offered (XEP-0198 §3), newest first.
    public var streamManagement: [StreamManagementFeature] {
        element.all(StreamManagementFeature.self).sorted { $0.version > $1.version }
    }
    /// Whether rosters have versions (RFC 6121 §2.6.1).
    public var hasRosterVersioning: Bool { element.has(RosterVersioningFeature.self) }
    /// Whether subscriptions can be approved before they are asked for (RFC 6121 §3.4).
    public var hasSubscriptionPreApproval: Bool { element.has(PreApprovalFeature.self) }
    /// Whether the client may say that it is inactive (XEP-0352 §3).
    public var hasClientStateIndication: Bool { element.has(ClientStateFeature.self) }
    /// The methods of stream compression (XEP-0138 §3); empty if none are offered.
    public var compressionMethods: [String] { feature(CompressionFeature.self)?.methods ?? [] }
    /// Whether an account can be made on the stream (XEP-0077 §4).
    public var hasRegistration: Bool { element.has(RegistrationFeature.self) }
    /// The server's capabilities (XEP-0115 §6.3), as an element.
    public var capabilities: Element? { element.firstChild(Self.caps) }
    /// Extensible SASL (XEP-0388 §2.2), as an element.
    public var authentication: Element? { element.firstChild(Self.authenticationName) }
    /// Bind 2 (XEP-0386), which is offered within `authentication`.
    public var bind2: Element? { inlineFeature(Self.bind2Name) }
    /// Fast authentication (XEP-0484), which is offered within `authentication`.
    public var fast: Element? { inlineFeature(Self.fastName) }

    private func inlineFeature(_ name: Name) -> Element? {
        authentication?.firstChild(Self.inline)?.firstChild(name)
    }

    private func feature<P: Payload>(_: P.Type = P.self) -> P? { (try? element[P.self]) ?? nil }

    private static let caps = Name.known("c", in: "http://jabber.org/protocol/caps")
    private static let authenticationName = Name.known("authentication", in: "urn:xmpp:sasl:2")
    private static let inline = Name.known("inline", in: "urn:xmpp:sasl:2")
    private static let bind2Name = Name.known("bind", in: "urn:xmpp:bind:0")
    private static let fastName = Name.known("fast", in: "urn:xmpp:fast:0")
}

extension StreamFeatures: CustomStringConvertible {
    /// The features as XML on their own.
    public var description: String { element.description }
}
