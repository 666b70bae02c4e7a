public import XMLStream
public import XMPPStanzas

/// An item of a node, with whatever its node holds (XEP-0060 §3).
public struct PubSubItem: Sendable, Hashable {
    /// What tells the item apart within its node; nil if the service is to choose.
    public var id: String?
    /// Who has published it, if the service says so (XEP-0060 §7.1.2.3).
    public var publisher: String?
    /// What is published: mostly one element, none in a notification that leaves it out (XEP-0060 §4.3).
    public var content: [Element]

    /// Creates an item with elements.
    public init(id: String? = nil, publisher: String? = nil, content: [Element] = []) {
        self.id = id
        self.publisher = publisher
        self.content = content
    }

    /// Creates an item with a payload.
    public init(id: String? = nil, _ payload: some Payload) {
        self.init(id: id, content: [payload.encoded()])
    }

    /// The content, if it is of a type; nil if it is of another.
    ///
    /// - Throws: `PayloadError` if it is of the type, and a required field of it is missing or unreadable.
    public func content<P: Payload>(as type: P.Type) throws(PayloadError) -> P? {
        for element in content where P.matches(element) { return try P(element) }
        return nil
    }
}

/// What an IQ asks of a publish-subscribe service, or its answer (XEP-0060 §5 to §7).
public struct PubSub: Payload {
    public static let element = Name.known("pubsub", in: "http://jabber.org/protocol/pubsub")

    /// What is to be published, or was (XEP-0060 §7.1).
    public var publish: Publish?
    /// The items that are asked for, or the answer (XEP-0060 §6.5).
    public var items: Items?
    /// What is to be removed (XEP-0060 §7.2).
    public var retract: Retract?
    /// What the node has to be like for the publication to be accepted (XEP-0060 §7.1.5).
    public var publishOptions: DataForm?
    /// The page that the items are, or that is asked for (XEP-0060 §6.5.4).
    public var resultSet: ResultSet?
    /// Subscriptions, affiliations, configuration and creation of nodes, as they are.
    public var others: [Element]

    /// Creates a request or an answer.
    public init(
        publish: Publish? = nil,
        items: Items? = nil,
        retract: Retract? = nil,
        publishOptions: DataForm? = nil,
        resultSet: ResultSet? = nil,
        others: [Element] = []
    ) {
        self.publish = publish
        self.items = items
        self.retract = retract
        self.publishOptions = publishOptions
        self.others = others
        self.resultSet = resultSet
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(
            publish: try c.child(\.publish),
            items: try c.child(\.items),
            retract: try c.child(\.retract),
            publishOptions: try c.child { $0.publishOptions.map(PublishOptions.init(form:)) }?.form,
            resultSet: try c.child(\.resultSet),
            others: c.anyChildren(\.others)
        )
    }

    /// Items to be put into a node (XEP-0060 §7.1).
    public struct Publish: Payload {
        public static let element = Name.known("publish", in: "http://jabber.org/protocol/pubsub")

        /// The node to publish to.
        public var node: String
        /// What is published: one item in a request; in an answer without content.
        public var items: [PubSubItem]

        /// Creates a publication.
        public init(node: String, items: [PubSubItem]) {
            self.node = node
            self.items = items
        }

        public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
            Self(
                node: try c.attribute("node", \.node),
                items: try c.children { $0.items.map(PubSubItemElement<PubSubNames>.init(item:)) }.map(\.item)
            )
        }
    }

    /// Items of a node, asked for or sent (XEP-0060 §6.5).
    public struct Items: Payload {
        public static let element = Name.known("items", in: "http://jabber.org/protocol/pubsub")

        /// The node.
        public var node: String
        /// The most items that are wanted.
        public var maximum: Int?
        /// In a request the items that are wanted, by their ids; in an answer the items.
        public var items: [PubSubItem]

        /// Creates a request or an answer.
        public init(node: String, maximum: Int? = nil, items: [PubSubItem] = []) {
            self.node = node
            self.maximum = maximum
            self.items = items
        }

        public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
            Self(
                node: try c.attribute("node", \.node),
                maximum: try c.attribute("max_items", \.maximum),
                items: try c.children { $0.items.map(PubSubItemElement<PubSubNames>.init(item:)) }.map(\.item)
            )
        }
    }

    /// Items to be taken out of a node (XEP-0060 §7.2).
    public struct Retract: Payload {
        public static let element = Name.known("retract", in: "http://jabber.org/protocol/pubsub")

        /// The node.
        public var node: String
        /// Whether subscribers are to be told (XEP-0060 §7.2.2).
        public var isNotified: Bool
        /// What is removed, by ids.
        public var items: [PubSubItem]

        /// Creates a request.
        public init(node: String, isNotified: Bool = false, items: [PubSubItem]) {
            self.node = node
            self.isNotified = isNotified
            self.items = items
        }

        public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
            Self(
                node: try c.attribute("node", \.node),
                isNotified: try c.attribute("notify", \.isNotified, default: false),
                items: try c.children { $0.items.map(PubSubItemElement<PubSubNames>.init(item:)) }.map(\.item)
            )
        }
    }

    private struct PublishOptions: Payload {
        static let element = Name.known("publish-options", in: "http://jabber.org/protocol/pubsub")

        var form: DataForm

        static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
            Self(form: try c.child(\.form))
        }
    }
}

/// What a node tells its subscribers (XEP-0060 §7.1.2, §7.2.2, §8).
public struct PubSubEvent: Payload {
    public static let element = Name.known("event", in: "http://jabber.org/protocol/pubsub#event")

    /// Items that were published or retracted.
    public var items: Items?
    /// Purges, deletions, configurations and subscriptions, as they are.
    public var others: [Element]

    /// Creates an event.
    public init(items: Items? = nil, others: [Element] = []) {
        self.items = items
        self.others = others
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(items: try c.child(\.items), others: c.anyChildren(\.others))
    }

    /// Items of one node.
    public struct Items: Payload {
        public static let element = Name.known("items", in: "http://jabber.org/protocol/pubsub#event")

        /// The node that something happened to.
        public var node: String
        /// What was published.
        public var items: [PubSubItem]
        /// The ids of items that are no more.
        public var retracted: [String]

        /// Creates items.
        public init(node: String, items: [PubSubItem] = [], retracted: [String] = []) {
            self.node = node
            self.items = items
            self.retracted = retracted
        }

        public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
            Self(
                node: try c.attribute("node", \.node),
                items: try c.children { $0.items.map(PubSubItemElement<PubSubEventNames>.init(item:)) }.map(\.item),
                retracted: try c.children { $0.retracted.map(Retracted.init(id:)) }.map(\.id)
            )
        }
    }

    private struct Retracted: Payload {
        static let element = Name.known("retract", in: "http://jabber.org/protocol/pubsub#event")

        var id: String

        static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
            Self(id: try c.attribute("id", \.id))
        }
    }
}

protocol PubSubItemNames: Sendable, Hashable {
    static var item: Name { get }
}

enum PubSubNames: PubSubItemNames {
    static let item = Name.known("item", in: "http://jabber.org/protocol/pubsub")
}

enum PubSubEventNames: PubSubItemNames {
    static let item = Name.known("item", in: "http://jabber.org/protocol/pubsub#event")
}

struct PubSubItemElement<Names: PubSubItemNames>: Payload {
    static var element: Name { Names.item }

    var item: PubSubItem

    static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(
            item: PubSubItem(
                id: try c.attribute("id", \.item.id),
                publisher: try c.attribute("publisher", \.item.publisher),
                content: c.anyChildren(\.item.content)
            )
        )
    }
}
