public import XMLStream
public import XMPPStanzas

/// A room that the user wants to find again; the item's id is its address (XEP-0402 §3).
public struct Bookmark: Payload {
    public static let element = Name.known("conference", in: "urn:xmpp:bookmarks:1")

    /// What the user calls the room.
    public var name: String?
    /// Whether the room is entered at login (`autojoin`).
    public var isJoinedAutomatically: Bool
    /// The nickname to enter with.
    public var nickname: String?
    /// The room's password, in clear.
    public var password: String?
    /// What other specifications put into a bookmark.
    public var extensions: Extensions?

    /// Creates a bookmark.
    public init(
        name: String? = nil,
        isJoinedAutomatically: Bool = false,
        nickname: String? = nil,
        password: String? = nil,
        extensions: Extensions? = nil
    ) {
        self.name = name
        self.isJoinedAutomatically = isJoinedAutomatically
        self.nickname = nickname
        self.password = password
        self.extensions = extensions
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(
            name: try c.attribute("name", \.name),
            isJoinedAutomatically: try c.attribute("autojoin", \.isJoinedAutomatically, default: false),
            nickname: try c.textChild("nick", \.nickname),
            password: try c.textChild("password", \.password),
            extensions: try c.child(\.extensions)
        )
    }

    /// What other specifications put into a bookmark (XEP-0402 §3.3).
    public struct Extensions: Payload {
        public static let element = Name.known("extensions", in: "urn:xmpp:bookmarks:1")

        /// Whatever clients keep with the bookmark.
        public var content: [Element]

        /// Creates extensions.
        public init(_ content: [Element]) { self.content = content }

        public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
            Self(c.anyChildren(\.content))
        }
    }
}
