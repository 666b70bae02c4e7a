public import XMLStream
public import XMPPAddress

/// The header that opens a stream in one direction (RFC 6120 §4.7), or `<open/>` over WebSocket (RFC 7395 §3.3).
public struct StreamHeader: Sendable, Hashable {
    /// A version of XMPP, compared number by number (RFC 6120 §4.7.5).
    public struct Version: Sendable, Hashable, Comparable, XMLValue {
        /// The number before the point.
        public var major: Int
        /// The number behind it: higher ones add only what can be ignored (RFC 6120 §4.7.5).
        public var minor: Int

        /// Creates a version.
        public init(major: Int, minor: Int) {
            self.major = major
            self.minor = minor
        }

        public init?(xmlText: String) {
            let parts = xmlText.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 2, let major = Int(parts[0]), let minor = Int(parts[1]), major >= 0, minor >= 0 else {
                return nil
            }
            self.init(major: major, minor: minor)
        }

        public var xmlText: String { "\(major).\(minor)" }
        public static var xmlDescription: String { "a version, such as 1.0 (RFC 6120 §4.7.5)" }

        public static func < (a: Version, b: Version) -> Bool { (a.major, a.minor) < (b.major, b.minor) }

        /// The version of RFC 6120.
        public static let current = Version(major: 1, minor: 0)
        /// What a header without a version means: a stream without features (RFC 6120 §4.7.5).
        public static let none = Version(major: 0, minor: 9)
    }

    /// Whom the stream is opened to (RFC 6120 §4.7.2).
    public var to: JID?
    /// Who opens the stream (RFC 6120 §4.7.1).
    public var from: JID?
    /// What tells the stream apart from others, chosen by who receives it (RFC 6120 §4.7.3).
    public var id: String?
    /// The version of XMPP.
    public var version: Version
    /// The language of text on the stream (RFC 6120 §4.7.4).
    public var language: String?
    /// The namespace of stanzas (RFC 6120 §4.8.2).
    public var contentNamespace: Namespace
    /// Further prefixes that the header declares, such as `db`.
    public var prefixes: [StreamOpening.Prefix]

    /// Creates a header.
    public init(
        to: JID? = nil,
        from: JID? = nil,
        id: String? = nil,
        version: Version = .current,
        language: String? = nil,
        contentNamespace: Namespace = .client,
        prefixes: [StreamOpening.Prefix] = []
    ) {
        self.to = to
        self.from = from
        self.id = id
        self.version = version
        self.language = language
        self.contentNamespace = contentNamespace
        self.prefixes = prefixes
    }

    /// Reads a header; what is no address or no version is left out and appended to `diagnostics`.
    public init(_ opening: StreamOpening, diagnostics: inout [PayloadError]) {
        let element = opening.element
        to = Self.read(element, .to, &diagnostics)
        from = Self.read(element, .from, &diagnostics)
        id = element.attribute(.id)
        version = Self.read(element, .version, &diagnostics) ?? .none
        language = element.attribute(.xmlLang)
        contentNamespace = opening.contentNamespace ?? (element.namespace == .framing ? .client : .none)
        prefixes = opening.prefixes.filter { $0.namespace != .streams && $0.namespace != .xml }
    }

    /// Reads a header; what is no address or no version is left out.
    public init(_ opening: StreamOpening) {
        var diagnostics: [PayloadError] = []
        self.init(opening, diagnostics: &diagnostics)
    }

    private static func read<V: XMLValue>(_ element: Element, _ name: Name, _ diagnostics: inout [PayloadError]) -> V? {
        guard let text = element.attribute(name) else { return nil }
        if let value = V(xmlText: text) { return value }
        let reason = PayloadError.Reason.invalid(.attribute(name.localName), value: text, wanted: V.xmlDescription)
        diagnostics.append(PayloadError(reason, path: element.localName))
        return nil
    }

    /// What `XMLWriter` writes for this header.
    public var opening: StreamOpening {
        StreamOpening(
            element: Element(.stream, attributes: attributes),
            contentNamespace: contentNamespace,
            prefixes: [StreamOpening.Prefix(prefix: "stream", namespace: .streams)] + prefixes
        )
    }

    /// The header as it opens a stream over WebSocket (RFC 7395 §3.3.2).
    public var framedOpen: Element { Element(Name("open", in: .framing), attributes: attributes) }

    private var attributes: [Attribute] {
        var attributes: [Attribute] = []
        if let to { attributes.append(Attribute(.to, to.full)) }
        if let from { attributes.append(Attribute(.from, from.full)) }
        if let id { attributes.append(Attribute(.id, id)) }
        if version != .none { attributes.append(Attribute(.version, version.xmlText)) }
        if let language { attributes.append(Attribute(.xmlLang, language)) }
        return attributes
    }
}

extension StreamHeader: CustomStringConvertible {
    /// The start tag that opens the stream, with U+FFFD for characters that XML cannot carry.
    public var description: String { opening.description }
}

extension StreamHeader.Version: CustomStringConvertible {
    /// The version as it is on the wire, such as `1.0`.
    public var description: String { xmlText }
}
