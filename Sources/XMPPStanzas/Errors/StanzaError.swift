public import XMLStream
public import XMPPAddress

/// Why a stanza could not be dealt with (RFC 6120 §8.3).
public struct StanzaError: Payload, Error {
    public static let element = Name.stanzaError

    /// What the sender is to do about it (RFC 6120 §8.3.2).
    public enum Kind: String, XMLValue, CaseIterable {
        /// Try again with credentials.
        case auth
        /// Do not try again.
        case cancel
        /// Go on: it was only a warning.
        case `continue`
        /// Try again with other data.
        case modify
        /// Try again later.
        case wait
    }

    /// What the sender is to do about it; one that cannot be read is taken for the usual one of the condition.
    public var kind: Kind
    /// What is wrong (RFC 6120 §8.3.3).
    public var condition: StanzaErrorCondition
    /// The text of the condition's element: a new address, for `gone` and `redirect` (RFC 6120 §8.3.3.5, §8.3.3.14).
    public var uri: String?
    /// Texts for people, at most one a language (RFC 6120 §8.3.2).
    public var texts: [LocalizedText]
    /// Who has found the error, if it is not the addressee (RFC 6120 §8.3.1).
    public var by: JID?
    /// The number that was used before there were conditions (XEP-0086).
    public var legacyCode: Int?
    /// Conditions in other namespaces, which say more (RFC 6120 §8.3.4).
    public var applicationConditions: [Element]

    /// Creates an error; its kind is the usual one of its condition if none is given.
    public init(
        _ condition: StanzaErrorCondition,
        kind: Kind? = nil,
        uri: String? = nil,
        texts: [LocalizedText] = [],
        by: JID? = nil,
        legacyCode: Int? = nil,
        applicationConditions: [Element] = []
    ) {
        self.kind = kind ?? condition.usualType
        self.condition = condition
        self.uri = uri
        self.texts = texts
        self.by = by
        self.legacyCode = legacyCode
        self.applicationConditions = applicationConditions
    }

    /// Creates an error with a text in the stanza's language.
    public init(_ condition: StanzaErrorCondition, text: String) {
        self.init(condition, texts: [LocalizedText(text)])
    }

    /// The first text, whatever its language.
    public var text: String? { texts.first?.text }

    public static let names = StanzaNames.names(\.error)

    /// An error without a condition is read, from its legacy code if it has one, because the request has failed all the same.
    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        _ = StanzaErrorNamespace.known
        let by = try c.attribute("by", \.by)
        let legacyCode = try c.attribute("code", \.legacyCode)
        let kind = try c.attribute("type") { (error: Self) -> Kind? in error.kind }
        let condition = try c.child { (error: Self) -> ConditionElement<StanzaErrorNamespace>? in
            ConditionElement(name: error.condition.rawValue, content: error.uri)
        }
        let texts = try c.children { $0.texts.map { ErrorText<StanzaErrorNamespace>(value: $0) } }
        if condition == nil { try c.report("there is no condition in \(StanzaErrorNamespace.namespace)") }
        if kind == nil { try c.report("there is no type that RFC 6120 §8.3.2 has") }
        let name = condition.map { StanzaErrorCondition(rawValue: $0.name) }
        return Self(
            name ?? legacyCode.flatMap(StanzaErrorCondition.init(legacyCode:)) ?? .undefinedCondition,
            kind: kind,
            uri: condition?.content,
            texts: texts.map(\.value),
            by: by,
            legacyCode: legacyCode,
            applicationConditions: c.anyChildren(\.applicationConditions)
        )
    }
}

extension StanzaErrorCondition {
    /// The condition that a legacy code stands for (XEP-0086 §3).
    init?(legacyCode: Int) {
        switch legacyCode {
        case 302: self = .redirect
        case 400: self = .badRequest
        case 401: self = .notAuthorized
        case 402: self = .undefinedCondition
        case 403: self = .forbidden
        case 404: self = .itemNotFound
        case 405: self = .notAllowed
        case 406: self = .notAcceptable
        case 407: self = .registrationRequired
        case 408: self = .remoteServerTimeout
        case 409: self = .conflict
        case 500: self = .internalServerError
        case 501: self = .featureNotImplemented
        case 502, 503, 510: self = .serviceUnavailable
        case 504: self = .remoteServerTimeout
        default: return nil
        }
    }
}

extension StanzaError: CustomStringConvertible {
    /// The kind, the condition and the first text, on one line.
    public var description: String {
        "\(kind.rawValue): \(condition.rawValue)" + (text.map { ": \($0)" } ?? "")
    }
}
