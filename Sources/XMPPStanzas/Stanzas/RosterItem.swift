public import XMLStream
public import XMPPAddress

/// A contact in a roster (RFC 6121 §2.1.2).
public struct RosterItem: Payload {
    public static let element = Name.known("item", in: "jabber:iq:roster")

    /// Who sees whose presence (RFC 6121 §2.1.2.5).
    public enum Subscription: String, XMLValue, CaseIterable {
        /// Both see each other's presence.
        case both
        /// The contact sees the user's presence.
        case from
        /// Neither sees the other's presence.
        case none
        /// The contact is to be deleted, or was.
        case remove
        /// The user sees the contact's presence.
        case to
    }

    /// A request that waits for its answer (RFC 6121 §2.1.2.2).
    public enum Ask: String, XMLValue, CaseIterable {
        /// The user has asked to see the contact's presence.
        case subscribe
    }

    /// The contact's bare address.
    public var jid: JID
    /// The user's own name for the contact (RFC 6121 §2.1.2.4).
    public var name: String?
    /// Who sees whose presence; `none` if it is not said, or cannot be read.
    public var subscription: Subscription
    /// What waits for the contact's answer.
    public var ask: Ask?
    /// Whether a request from the contact will be approved (RFC 6121 §2.1.2.1).
    public var isApproved: Bool
    /// The groups that the contact is in (RFC 6121 §2.1.2.6).
    public var groups: [String]

    /// Creates a contact.
    public init(
        _ jid: JID,
        name: String? = nil,
        subscription: Subscription = .none,
        ask: Ask? = nil,
        isApproved: Bool = false,
        groups: [String] = []
    ) {
        self.jid = jid
        self.name = name
        self.subscription = subscription
        self.ask = ask
        self.isApproved = isApproved
        self.groups = groups
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(
            try c.attribute("jid", \.jid),
            name: try c.attribute("name", \.name),
            subscription: try c.attribute("subscription", \.subscription, default: .none),
            ask: try c.attribute("ask", \.ask),
            isApproved: try c.attribute("approved", \.isApproved, default: false),
            groups: try c.textChildren("group", \.groups)
        )
    }
}
