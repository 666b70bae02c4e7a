public import XMLStream
public import XMPPAddress
public import XMPPStanzas

/// What a room says about an occupant, an invitation, or itself (XEP-0045 §7, §15.5.2).
public struct RoomUser: Payload {
    public static let element = Name.known("x", in: "http://jabber.org/protocol/muc#user")

    /// Occupants: in a presence the one that it is from, in a message those whose affiliation has changed (§9.3).
    public var items: [RoomItem]
    /// What has happened (XEP-0045 §15.6).
    public var statuses: [Status]
    /// Invitations that go by way of the room (XEP-0045 §7.8.2).
    public var invitations: [Invitation]
    /// The refusal of one (XEP-0045 §7.8.2).
    public var decline: Decline?
    /// The room's password, in an invitation.
    public var password: String?
    /// The end of the room.
    public var destruction: RoomDestruction?

    /// Creates what a room says.
    public init(
        items: [RoomItem] = [],
        statuses: [Status] = [],
        invitations: [Invitation] = [],
        decline: Decline? = nil,
        password: String? = nil,
        destruction: RoomDestruction? = nil
    ) {
        self.items = items
        self.statuses = statuses
        self.invitations = invitations
        self.decline = decline
        self.password = password
        self.destruction = destruction
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(
            items: try c.children { $0.items.map(RoomItemElement<RoomUserNames>.init(item:)) }.map(\.item),
            statuses: try c.children { $0.statuses.map(StatusElement.init(status:)) }.map(\.status),
            invitations: try c.children(\.invitations),
            decline: try c.child(\.decline),
            password: try c.textChild("password", \.password),
            destruction: try c.child { $0.destruction.map(DestroyElement<RoomUserNames>.init(value:)) }?.value
        )
    }

    /// The item about the occupant that the presence is from.
    public var item: RoomItem? { items.first }

    /// Whether it says that this has happened.
    public func has(_ status: Status) -> Bool { statuses.contains(status) }
}

extension RoomUser {
    /// A number for something that has happened (XEP-0045 §15.6).
    public struct Status: RawRepresentable, XMLValue, ExpressibleByIntegerLiteral {
        /// The number, of three digits.
        public let rawValue: UInt16

        /// Creates a status from its number.
        public init(rawValue: UInt16) { self.rawValue = rawValue }
        public init(integerLiteral value: UInt16) { rawValue = value }

        public init?(xmlText: String) {
            guard let value = UInt16(xmlText) else { return nil }
            rawValue = value
        }

        public var xmlText: String { String(rawValue) }
        public static var xmlDescription: String { "a number of three digits (XEP-0045 §15.6)" }

        /// Every occupant can see the user's real address.
        public static let nonAnonymous: Self = 100
        /// The user's affiliation has changed while the user was away.
        public static let affiliationChanged: Self = 101
        /// The presence is the user's own.
        public static let selfPresence: Self = 110
        /// The discussion is logged from now on.
        public static let loggingEnabled: Self = 170
        /// The discussion is no longer logged.
        public static let loggingDisabled: Self = 171
        /// The configuration has changed.
        public static let configurationChanged: Self = 104
        /// The room is new.
        public static let roomCreated: Self = 201
        /// The room has changed the user's nickname.
        public static let nicknameAssigned: Self = 210
        /// The user was banned.
        public static let banned: Self = 301
        /// The occupant has another nickname from now on.
        public static let nicknameChanged: Self = 303
        /// The occupant was kicked.
        public static let kicked: Self = 307
        /// The occupant has lost the affiliation that is needed.
        public static let removedByAffiliation: Self = 321
        /// The room is for members only from now on.
        public static let removedByMembersOnly: Self = 322
        /// The service is being shut down.
        public static let removedByShutdown: Self = 332
        /// The occupant was removed because of an error.
        public static let removedByError: Self = 333
    }

    private struct StatusElement: Payload {
        static let element = Name.known("status", in: "http://jabber.org/protocol/muc#user")

        var status: Status

        static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
            Self(status: try c.attribute("code", \.status))
        }
    }

    /// An invitation that goes through the room (XEP-0045 §7.8.2).
    public struct Invitation: Payload {
        public static let element = Name.known("invite", in: "http://jabber.org/protocol/muc#user")

        /// Who is invited, to the room.
        public var to: JID?
        /// Who has invited, from the room.
        public var from: JID?
        /// Why, in the inviter's words.
        public var reason: String?
        /// The thread of the chat that the room goes on from; empty if it is not named.
        public var continuedThread: String?

        /// Creates an invitation.
        public init(to: JID? = nil, from: JID? = nil, reason: String? = nil, continuedThread: String? = nil) {
            self.to = to
            self.from = from
            self.reason = reason
            self.continuedThread = continuedThread
        }

        public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
            Self(
                to: try c.attribute("to", \.to),
                from: try c.attribute("from", \.from),
                reason: try c.textChild("reason", \.reason),
                continuedThread: try c.child { (invitation: Self) in
                    invitation.continuedThread.map(ContinueElement<RoomUserNames>.init(thread:))
                }?.thread
            )
        }
    }

    /// The refusal of an invitation (XEP-0045 §7.8.2).
    public struct Decline: Payload {
        public static let element = Name.known("decline", in: "http://jabber.org/protocol/muc#user")

        /// Who has invited, to the room.
        public var to: JID?
        /// Who refuses, from the room.
        public var from: JID?
        /// Why, in the invited one's words.
        public var reason: String?

        /// Creates a refusal.
        public init(to: JID? = nil, from: JID? = nil, reason: String? = nil) {
            self.to = to
            self.from = from
            self.reason = reason
        }

        public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
            Self(
                to: try c.attribute("to", \.to),
                from: try c.attribute("from", \.from),
                reason: try c.textChild("reason", \.reason)
            )
        }
    }
}
