public import XMLStream
public import XMPPStanzas

/// The versions of stream management that are in use (XEP-0198 §15).
public enum StreamManagementVersion: Int, Sendable, Hashable, CaseIterable {
    /// `urn:xmpp:sm:2`, of before 2011.
    case second = 2
    /// `urn:xmpp:sm:3`, the one of today.
    case third = 3

    fileprivate init(_ namespace: Namespace) { self = namespace == "urn:xmpp:sm:2" ? .second : .third }
}

/// An element of stream management, which each version has in a namespace of its own.
public protocol StreamManagementElement {
    /// Which version it is written in.
    var version: StreamManagementVersion { get }
}

extension Payload where Self: StreamManagementElement {
    /// The name in the namespace of its version; of both names that are read, the second version's is the latter.
    public var elementName: Name { version == .third ? Self.element : Self.names.last ?? Self.element }
}

/// Asks for stream management (XEP-0198 §3).
public struct SMEnable: Payload, StreamManagementElement {
    public static let element = Name.known("enable", in: "urn:xmpp:sm:3")
    public static let names = [element, .known("enable", in: "urn:xmpp:sm:2")]

    /// Which version it is written in.
    public var version: StreamManagementVersion
    /// Whether the stream is to be one that can be resumed.
    public var isResumable: Bool
    /// The most seconds that the client wants the server to wait for its return.
    public var maximum: Int?

    /// Creates the request.
    public init(isResumable: Bool = false, maximum: Int? = nil, version: StreamManagementVersion = .third) {
        self.version = version
        self.isResumable = isResumable
        self.maximum = maximum
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(
            isResumable: try c.attribute("resume", \.isResumable, default: false),
            maximum: try c.attribute("max", \.maximum),
            version: StreamManagementVersion(c.namespace(\.elementName.namespace))
        )
    }
}

/// Stream management is on (XEP-0198 §3, §5).
public struct SMEnabled: Payload, StreamManagementElement {
    public static let element = Name.known("enabled", in: "urn:xmpp:sm:3")
    public static let names = [element, .known("enabled", in: "urn:xmpp:sm:2")]

    /// Which version it is written in.
    public var version: StreamManagementVersion
    /// What the stream is to be resumed by; nil if it cannot be.
    public var id: String?
    /// Whether the stream can be resumed.
    public var isResumable: Bool
    /// The most seconds that the server waits for the client's return.
    public var maximum: Int?
    /// Where the client should connect to on its return, as `host` or `host:port`.
    public var location: String?

    /// Creates the answer.
    public init(
        id: String? = nil,
        isResumable: Bool = false,
        maximum: Int? = nil,
        location: String? = nil,
        version: StreamManagementVersion = .third
    ) {
        self.version = version
        self.id = id
        self.isResumable = isResumable
        self.maximum = maximum
        self.location = location
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(
            id: try c.attribute("id", \.id),
            isResumable: try c.attribute("resume", \.isResumable, default: false),
            maximum: try c.attribute("max", \.maximum),
            location: try c.attribute("location", \.location),
            version: StreamManagementVersion(c.namespace(\.elementName.namespace))
        )
    }
}

/// Asks for, or agrees to, the resumption of a stream (XEP-0198 §5).
public struct SMResume: Payload, StreamManagementElement {
    public static let element = Name.known("resume", in: "urn:xmpp:sm:3")
    public static let names = [element, .known("resume", in: "urn:xmpp:sm:2")]

    /// Which version it is written in.
    public var version: StreamManagementVersion
    /// How many stanzas the sender has handled, modulo 2³².
    public var handled: UInt32
    /// The id of the former stream.
    public var previousID: String

    /// Creates the request.
    public init(handled: UInt32, previousID: String, version: StreamManagementVersion = .third) {
        self.version = version
        self.handled = handled
        self.previousID = previousID
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(
            handled: try c.attribute("h", \.handled),
            previousID: try c.attribute("previd", \.previousID),
            version: StreamManagementVersion(c.namespace(\.elementName.namespace))
        )
    }
}

/// The stream is resumed (XEP-0198 §5).
public struct SMResumed: Payload, StreamManagementElement {
    public static let element = Name.known("resumed", in: "urn:xmpp:sm:3")
    public static let names = [element, .known("resumed", in: "urn:xmpp:sm:2")]

    /// Which version it is written in.
    public var version: StreamManagementVersion
    /// How many stanzas the sender has handled, modulo 2³².
    public var handled: UInt32
    /// The id of the former stream.
    public var previousID: String

    /// Creates the answer.
    public init(handled: UInt32, previousID: String, version: StreamManagementVersion = .third) {
        self.version = version
        self.handled = handled
        self.previousID = previousID
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(
            handled: try c.attribute("h", \.handled),
            previousID: try c.attribute("previd", \.previousID),
            version: StreamManagementVersion(c.namespace(\.elementName.namespace))
        )
    }
}

/// Stream management was not turned on, or the stream not resumed (XEP-0198 §3, §5).
public struct SMFailed: Payload, StreamManagementElement {
    public static let element = Name.known("failed", in: "urn:xmpp:sm:3")
    public static let names = [element, .known("failed", in: "urn:xmpp:sm:2")]

    /// Which version it is written in.
    public var version: StreamManagementVersion
    /// How many stanzas the server had handled on the stream that cannot be resumed, if it still knows.
    public var handled: UInt32?
    /// Why; nil if the server does not say.
    public var condition: StanzaErrorCondition?
    /// Texts for people and whatever else there is.
    public var others: [Element]

    /// Creates the refusal.
    public init(
        _ condition: StanzaErrorCondition? = nil,
        handled: UInt32? = nil,
        others: [Element] = [],
        version: StreamManagementVersion = .third
    ) {
        self.version = version
        self.handled = handled
        self.condition = condition
        self.others = others
    }

    /// Some servers put the condition into an `<error/>`; it is found there too, and stays among the others.
    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        let handled = try c.attribute("h", \.handled)
        let version = StreamManagementVersion(c.namespace(\.elementName.namespace))
        let condition = try c.child { (failed: Self) in
            failed.isConditionWithin ? nil : failed.condition.map(Condition.init(name:))
        }
        let others = c.anyChildren(\.others)
        return Self(
            condition?.name ?? Self.condition(within: others),
            handled: handled,
            others: others,
            version: version
        )
    }

    private var isConditionWithin: Bool { condition != nil && Self.condition(within: others) == condition }

    private static func condition(within others: [Element]) -> StanzaErrorCondition? {
        for other in others where other.localName == "error" {
            for child in other.children where Condition.matches(child) {
                return StanzaErrorCondition(rawValue: child.localName)
            }
        }
        return nil
    }

    private struct Condition: Payload {
        static let element = Name.known("item-not-found", in: "urn:ietf:params:xml:ns:xmpp-stanzas")

        var name: StanzaErrorCondition

        static func matches(_ element: Element) -> Bool {
            element.namespace == Self.element.namespace && element.localName != "text"
        }

        var elementName: Name { Name(name.rawValue, in: Self.element.namespace) }

        static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
            Self(name: try c.localName(\.name))
        }
    }
}

/// Asks how many stanzas the other side has handled (XEP-0198 §4).
public struct SMRequest: Payload, StreamManagementElement {
    public static let element = Name.known("r", in: "urn:xmpp:sm:3")
    public static let names = [element, .known("r", in: "urn:xmpp:sm:2")]

    /// Which version it is written in.
    public var version: StreamManagementVersion

    /// Creates the request.
    public init(version: StreamManagementVersion = .third) { self.version = version }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(version: StreamManagementVersion(c.namespace(\.elementName.namespace)))
    }
}

/// Says how many stanzas the sender has handled (XEP-0198 §4).
public struct SMAcknowledgement: Payload, StreamManagementElement {
    public static let element = Name.known("a", in: "urn:xmpp:sm:3")
    public static let names = [element, .known("a", in: "urn:xmpp:sm:2")]

    /// Which version it is written in.
    public var version: StreamManagementVersion
    /// How many stanzas the sender has handled, modulo 2³².
    public var handled: UInt32

    /// Creates an acknowledgement.
    public init(handled: UInt32, version: StreamManagementVersion = .third) {
        self.version = version
        self.handled = handled
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(
            handled: try c.attribute("h", \.handled),
            version: StreamManagementVersion(c.namespace(\.elementName.namespace))
        )
    }
}

/// The other side has acknowledged more than was sent, which ends the stream (XEP-0198 §4).
///
/// An application condition of `StreamError` with `undefined-condition`.
public struct SMHandledCountTooHigh: Payload {
    public static let element = Name.known("handled-count-too-high", in: "urn:xmpp:sm:3")

    /// What the other side has said that it handled.
    public var handled: UInt32
    /// How many stanzas were sent.
    public var sent: UInt32

    /// Creates the condition.
    public init(handled: UInt32, sent: UInt32) {
        self.handled = handled
        self.sent = sent
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(handled: try c.attribute("h", \.handled), sent: try c.attribute("send-count", \.sent))
    }
}
