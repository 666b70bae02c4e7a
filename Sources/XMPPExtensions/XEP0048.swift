public import XMLStream
public import XMPPAddress
public import XMPPStanzas

/// Bookmarks as they were before XEP-0402 (XEP-0048 §3).
public struct LegacyBookmarks: Payload {
    public static let element = Name.known("storage", in: "storage:bookmarks")

    /// The rooms, in the user's order (XEP-0048 §2.1).
    public var conferences: [Conference]
    /// Bookmarks of web pages, as they are.
    public var others: [Element]

    /// Creates bookmarks.
    public init(_ conferences: [Conference], others: [Element] = []) {
        self.conferences = conferences
        self.others = others
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(try c.children(\.conferences), others: c.anyChildren(\.others))
    }

    /// A room (XEP-0048 §3.1).
    public struct Conference: Payload {
        public static let element = Name.known("conference", in: "storage:bookmarks")

        /// The room's bare address.
        public var jid: JID
        /// What the user calls the room.
        public var name: String?
        /// Whether the room is entered at login (`autojoin`).
        public var isJoinedAutomatically: Bool
        /// The nickname to enter with.
        public var nickname: String?
        /// The room's password, in clear; better not stored (XEP-0048 §4).
        public var password: String?

        /// Creates a bookmark.
        public init(
            _ jid: JID,
            name: String? = nil,
            isJoinedAutomatically: Bool = false,
            nickname: String? = nil,
            password: String? = nil
        ) {
            self.jid = jid
            self.name = name
            self.isJoinedAutomatically = isJoinedAutomatically
            self.nickname = nickname
            self.password = password
        }

        public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
            Self(
                try c.attribute("jid", \.jid),
                name: try c.attribute("name", \.name),
                isJoinedAutomatically: try c.attribute("autojoin", \.isJoinedAutomatically, default: false),
                nickname: try c.textChild("nick", \.nickname),
                password: try c.textChild("password", \.password)
            )
        }
    }
}
