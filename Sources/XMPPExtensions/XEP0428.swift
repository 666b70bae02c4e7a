public import XMLStream
public import XMPPStanzas

/// Text of the message that is only for those who do not know an extension (XEP-0428 §2).
public struct Fallback: Payload {
    public static let element = Name.known("fallback", in: "urn:xmpp:fallback:0")

    /// The namespace of the extension.
    public var extensionNamespace: String?
    /// The parts of the body that are meant.
    public var bodies: [BodyRange]
    /// The parts of the subject that are meant.
    public var subjects: [SubjectRange]

    /// Creates an indication; without ranges, the whole message is meant.
    public init(for extensionNamespace: String?, bodies: [BodyRange] = [], subjects: [SubjectRange] = []) {
        self.extensionNamespace = extensionNamespace
        self.bodies = bodies
        self.subjects = subjects
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(
            for: try c.attribute("for", \.extensionNamespace),
            bodies: try c.children(\.bodies),
            subjects: try c.children(\.subjects)
        )
    }

    /// A part of the body, in code points from `start` up to, not including, `end`; the whole without either.
    public struct BodyRange: Payload {
        public static let element = Name.known("body", in: "urn:xmpp:fallback:0")

        /// The first code point that is meant; nil for the first of all.
        public var start: Int?
        /// The one behind the last that is meant; nil for the end.
        public var end: Int?

        /// Creates a range.
        public init(start: Int? = nil, end: Int? = nil) {
            self.start = start
            self.end = end
        }

        public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
            Self(start: try c.attribute("start", \.start), end: try c.attribute("end", \.end))
        }
    }

    /// A part of the subject, in code points from `start` up to, not including, `end`; the whole without either.
    public struct SubjectRange: Payload {
        public static let element = Name.known("subject", in: "urn:xmpp:fallback:0")

        /// The first code point that is meant; nil for the first of all.
        public var start: Int?
        /// The one behind the last that is meant; nil for the end.
        public var end: Int?

        /// Creates a range.
        public init(start: Int? = nil, end: Int? = nil) {
            self.start = start
            self.end = end
        }

        public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
            Self(start: try c.attribute("start", \.start), end: try c.attribute("end", \.end))
        }
    }
}
