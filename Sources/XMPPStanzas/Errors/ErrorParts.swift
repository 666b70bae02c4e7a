import XMLStream

/// A text for people, in one language.
public struct LocalizedText: Sendable, Hashable {
    /// The language (BCP 47); nil if it is that of what is around it.
    public var language: String?
    /// The text; it may be empty.
    public var text: String

    /// Creates a text.
    public init(_ text: String, language: String? = nil) {
        self.language = language
        self.text = text
    }
}

/// The condition of an error: an element in the conditions' namespace that is not `<text/>`.
struct ConditionElement<Space: ErrorNamespace>: Payload {
    static var element: Name { Name("undefined-condition", in: Space.namespace) }

    var name: String
    var content: String?

    static func matches(_ element: Element) -> Bool {
        element.namespace == Space.namespace && element.localName != "text"
    }

    var elementName: Name { Name(name, in: Space.namespace) }

    static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(name: try c.localName(\.name), content: try c.text(\.content))
    }
}

/// The text of an error in one language.
struct ErrorText<Space: ErrorNamespace>: Payload {
    static var element: Name { Space.text }

    var value: LocalizedText

    static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(value: LocalizedText(try c.text(\.value.text), language: c.language(\.value.language)))
    }
}

/// The namespace of the conditions of one kind of errors.
protocol ErrorNamespace: Sendable, Hashable {
    static var namespace: Namespace { get }
    static var text: Name { get }
}

enum StanzaErrorNamespace: ErrorNamespace {
    static let namespace: Namespace = "urn:ietf:params:xml:ns:xmpp-stanzas"
    static let text = Name.known("text", in: "urn:ietf:params:xml:ns:xmpp-stanzas")
    static let known = StanzaErrorCondition.all.map { Name.known(own: $0.rawValue, in: namespace.rawValue) }
}

enum StreamErrorNamespace: ErrorNamespace {
    static let namespace: Namespace = "urn:ietf:params:xml:ns:xmpp-streams"
    static let text = Name.known("text", in: "urn:ietf:params:xml:ns:xmpp-streams")
    static let known = StreamErrorCondition.all.map { Name.known(own: $0.rawValue, in: namespace.rawValue) }
}

extension [LocalizedText] {
    /// The text that best matches language ranges (RFC 4647 §3.4), else the first.
    public func best(for ranges: [String]) -> LocalizedText? {
        guard let index = LanguageMatching.lookup(ranges, in: map(\.language)) else { return first }
        return self[index]
    }
}
