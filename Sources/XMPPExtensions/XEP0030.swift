public import XMLStream
public import XMPPAddress
public import XMPPStanzas

/// What an entity is and what it can do, or the question for it (XEP-0030 §3).
public struct DiscoInfo: Payload {
    public static let element = Name.known("query", in: "http://jabber.org/protocol/disco#info")

    /// The part of the entity that is meant (XEP-0030 §3.2); nil for the entity itself.
    public var node: String?
    /// What the entity is: at least one in an answer, none in a question.
    public var identities: [Identity]
    /// What the entity can do: at least one in an answer, none in a question.
    public var features: [Feature]
    /// Further information, one form for each `FORM_TYPE` (XEP-0128).
    public var forms: [DataForm]

    /// Creates a question, or an answer to it.
    public init(
        node: String? = nil,
        identities: [Identity] = [],
        features: [Feature] = [],
        forms: [DataForm] = []
    ) {
        self.node = node
        self.identities = identities
        self.features = features
        self.forms = forms
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(
            node: try c.attribute("node", \.node),
            identities: try c.children(\.identities),
            features: try c.children(\.features),
            forms: try c.children(\.forms)
        )
    }

    /// What an entity is (XEP-0030 §3.1).
    public struct Identity: Payload {
        public static let element = Name.known("identity", in: "http://jabber.org/protocol/disco#info")

        /// The kind of thing, such as `client` or `conference`, from the registry of XEP-0030 §8.
        public var category: String
        /// The kind within the category, such as `pc` or `text`.
        public var type: String
        /// What to call it to people, in `language`.
        public var name: String?
        /// The language (BCP 47) of its name; nil if it is that of what is around it.
        public var language: String?

        /// Creates an identity.
        public init(category: String, type: String, name: String? = nil, language: String? = nil) {
            self.category = category
            self.type = type
            self.name = name
            self.language = language
        }

        public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
            Self(
                category: try c.attribute("category", \.category),
                type: try c.attribute("type", \.type),
                name: try c.attribute("name", \.name),
                language: c.language(\.language)
            )
        }
    }

    /// Something that an entity can do (XEP-0030 §3.1).
    public struct Feature: Payload, ExpressibleByStringLiteral {
        public static let element = Name.known("feature", in: "http://jabber.org/protocol/disco#info")

        /// The feature, mostly a namespace: the `var` of its element.
        public var name: String

        /// Creates a feature.
        public init(_ name: String) { self.name = name }
        public init(stringLiteral value: String) { name = value }

        public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
            Self(try c.attribute("var", \.name))
        }
    }
}

/// The items that belong to an entity, or the question for them (XEP-0030 §4).
public struct DiscoItems: Payload {
    public static let element = Name.known("query", in: "http://jabber.org/protocol/disco#items")

    /// The node whose items are meant (XEP-0030 §4.2); nil for those of the entity itself.
    public var node: String?
    /// The items; none in a question.
    public var items: [Item]
    /// The page that the items are, or that is asked for.
    public var resultSet: ResultSet?

    /// Creates a question, or an answer to it.
    public init(node: String? = nil, items: [Item] = [], resultSet: ResultSet? = nil) {
        self.node = node
        self.items = items
        self.resultSet = resultSet
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(
            node: try c.attribute("node", \.node),
            items: try c.children(\.items),
            resultSet: try c.child(\.resultSet)
        )
    }

    /// An item (XEP-0030 §4.1).
    public struct Item: Payload {
        public static let element = Name.known("item", in: "http://jabber.org/protocol/disco#items")

        /// Whom to ask about the item.
        public var jid: JID
        /// The node that it is at that address, if it is not the entity itself.
        public var node: String?
        /// What to call it to people.
        public var name: String?

        /// Creates an item.
        public init(_ jid: JID, node: String? = nil, name: String? = nil) {
            self.jid = jid
            self.node = node
            self.name = name
        }

        public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
            Self(
                try c.attribute("jid", \.jid),
                node: try c.attribute("node", \.node),
                name: try c.attribute("name", \.name)
            )
        }
    }
}
