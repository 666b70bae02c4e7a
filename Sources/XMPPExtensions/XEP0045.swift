public import XMLStream
public import XMPPAddress
public import XMPPStanzas

/// Whether an occupant may do what in a room, for good (XEP-0045 §5.2).
public enum RoomAffiliation: String, XMLValue, CaseIterable {
    case admin, member, none, outcast, owner
}

/// Whether an occupant may do what in a room, for this visit (XEP-0045 §5.1).
public enum RoomRole: String, XMLValue, CaseIterable {
    case moderator, none, participant, visitor
}

/// Asks to enter a room (XEP-0045 §7.2).
public struct RoomJoin: Payload {
    public static let element = Name.known("x", in: "http://jabber.org/protocol/muc")

    /// The password, for a room that has one (XEP-0045 §7.2.5).
    public var password: String?
    /// How much of the discussion so far is wanted; nil leaves it to the room.
    public var history: History?

    /// Creates the request.
    public init(password: String? = nil, history: History? = nil) {
        self.password = password
        self.history = history
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(password: try c.textChild("password", \.password), history: try c.child(\.history))
    }

    /// How much of the discussion so far is wanted (XEP-0045 §7.2.14).
    public struct History: Payload {
        public static let element = Name.known("history", in: "http://jabber.org/protocol/muc")

        /// The most characters of XML; 0 for no history at all.
        public var maximumCharacters: Int?
        /// The most messages.
        public var maximumStanzas: Int?
        /// Messages of this many seconds past.
        public var seconds: Int?
        /// Messages since then.
        public var since: DateTime?

        /// Creates a limit.
        public init(
            maximumCharacters: Int? = nil,
            maximumStanzas: Int? = nil,
            seconds: Int? = nil,
            since: DateTime? = nil
        ) {
            self.maximumCharacters = maximumCharacters
            self.maximumStanzas = maximumStanzas
            self.seconds = seconds
            self.since = since
        }

        public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
            Self(
                maximumCharacters: try c.attribute("maxchars", \.maximumCharacters),
                maximumStanzas: try c.attribute("maxstanzas", \.maximumStanzas),
                seconds: try c.attribute("seconds", \.seconds),
                since: try c.attribute("since", \.since)
            )
        }
    }
}

/// An occupant as a room describes it, or a change to be made (XEP-0045 §7.2.3, §9, §10).
public struct RoomItem: Sendable, Hashable {
    /// What the occupant is to the room for good; nil if it does not change, or is not told.
    public var affiliation: RoomAffiliation?
    /// What the occupant may do during this visit; nil if it does not change, or is not told.
    public var role: RoomRole?
    /// The occupant's real address, to those who may see it.
    public var jid: JID?
    /// The occupant's nickname, or the next one.
    public var nickname: String?
    /// Who has caused a change.
    public var actor: RoomActor?
    /// Why, in the actor's words.
    public var reason: String?
    /// The thread of the chat that the room goes on from; empty if it is not named (XEP-0045 §7.9).
    public var continuedThread: String?

    /// Creates an item.
    public init(
        affiliation: RoomAffiliation? = nil,
        role: RoomRole? = nil,
        jid: JID? = nil,
        nickname: String? = nil,
        actor: RoomActor? = nil,
        reason: String? = nil,
        continuedThread: String? = nil
    ) {
        self.affiliation = affiliation
        self.role = role
        self.jid = jid
        self.nickname = nickname
        self.actor = actor
        self.reason = reason
        self.continuedThread = continuedThread
    }
}

/// Who has changed an occupant's role or affiliation (XEP-0045 §8.2).
public struct RoomActor: Sendable, Hashable {
    /// The actor's bare address, to those who may see it.
    public var jid: JID?
    /// The actor's nickname in the room.
    public var nickname: String?

    /// Creates an actor.
    public init(jid: JID? = nil, nickname: String? = nil) {
        self.jid = jid
        self.nickname = nickname
    }
}

/// Requests of those who run a room, and their answers (XEP-0045 §8 to §10).
public struct RoomAdministration: Payload {
    public static let element = Name.known("query", in: "http://jabber.org/protocol/muc#admin")

    /// Occupants: whom a request asks for or changes, or who fits it.
    public var items: [RoomItem]

    /// Creates a request or an answer.
    public init(items: [RoomItem]) { self.items = items }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(items: try c.children { $0.items.map(RoomItemElement<RoomAdminNames>.init(item:)) }.map(\.item))
    }
}

/// The configuration of a room, or its end (XEP-0045 §10).
public struct RoomOwnership: Payload {
    public static let element = Name.known("query", in: "http://jabber.org/protocol/muc#owner")

    /// The configuration: empty of values to be filled out, or filled out (XEP-0045 §10.1, §10.2).
    public var form: DataForm?
    /// The room is to be destroyed (XEP-0045 §10.9).
    public var destruction: RoomDestruction?

    /// Creates a request for the form, or an answer with it.
    public init(form: DataForm? = nil, destruction: RoomDestruction? = nil) {
        self.form = form
        self.destruction = destruction
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(
            form: try c.child(\.form),
            destruction: try c.child { $0.destruction.map(DestroyElement<RoomOwnerNames>.init(value:)) }?.value
        )
    }
}

/// The end of a room (XEP-0045 §10.9).
public struct RoomDestruction: Sendable, Hashable {
    /// The room that takes its place.
    public var venue: JID?
    /// The password of the room that takes its place.
    public var password: String?
    /// Why, in the owner's words.
    public var reason: String?

    /// Creates the end of a room.
    public init(venue: JID? = nil, password: String? = nil, reason: String? = nil) {
        self.venue = venue
        self.password = password
        self.reason = reason
    }
}
