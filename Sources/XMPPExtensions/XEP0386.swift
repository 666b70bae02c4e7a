public import XMLStream
public import XMPPStanzas

/// Bind 2: as an inline feature of SASL2 what can be had with it, in `<authenticate/>` what is asked for (XEP-0386 §3).
public struct Bind2: Payload {
    public static let element = Name.known("bind", in: "urn:xmpp:bind:0")

    /// What the resource that the server makes is to begin with; other entities see it.
    public var tag: String?
    /// In the feature: what can be turned on with it.
    public var inline: Inline?
    /// In the request: what is to be turned on, such as carbons and stream management.
    public var features: [Element]

    /// Creates a request.
    public init(tag: String? = nil, features: [Element] = []) {
        self.init(tag: tag, inline: nil, features: features)
    }

    /// Creates the feature, from the names of what can be turned on with it.
    public init(inline names: [String]) {
        self.init(tag: nil, inline: Inline(names.map(Inline.Feature.init)), features: [])
    }

    private init(tag: String?, inline: Inline?, features: [Element]) {
        self.tag = tag
        self.inline = inline
        self.features = features
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(
            tag: try c.textChild("tag", \.tag),
            inline: try c.child(\.inline),
            features: c.anyChildren(\.features)
        )
    }

    /// What can be turned on with the binding (XEP-0386 §3.1).
    public struct Inline: Payload {
        public static let element = Name.known("inline", in: "urn:xmpp:bind:0")

        /// One for each.
        public var features: [Feature]

        /// Creates a list.
        public init(_ features: [Feature]) { self.features = features }

        public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
            Self(try c.children(\.features))
        }

        /// One of the features (XEP-0386 §3.1).
        public struct Feature: Payload {
            public static let element = Name.known("feature", in: "urn:xmpp:bind:0")

            /// The name that service discovery has for it, or its namespace.
            public var name: String

            /// Creates a feature.
            public init(_ name: String) { self.name = name }

            public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
                Self(try c.attribute("var", \.name))
            }
        }
    }
}

/// An address was bound, which the success around it names (XEP-0386 §3.2).
public struct Bind2Bound: Payload {
    public static let element = Name.known("bound", in: "urn:xmpp:bind:0")

    /// What became of the features that were asked for, and what the server tells of the account, such as the state of its
    /// archive.
    public var others: [Element]

    /// Creates the answer.
    public init(_ others: [Element] = []) { self.others = others }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(c.anyChildren(\.others))
    }
}
