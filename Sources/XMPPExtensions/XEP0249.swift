public import XMLStream
public import XMPPAddress
public import XMPPStanzas

/// An invitation to a room, without the room's help (XEP-0249 §2).
public struct DirectInvitation: Payload {
    public static let element = Name.known("x", in: "jabber:x:conference")

    /// The room's bare address.
    public var room: JID
    /// The room's password.
    public var password: String?
    /// Why, in the inviter's words.
    public var reason: String?
    /// Whether the room goes on from a one-to-one chat.
    public var isContinuation: Bool
    /// The thread of that chat.
    public var thread: String?

    /// Creates an invitation.
    public init(
        to room: JID,
        password: String? = nil,
        reason: String? = nil,
        isContinuation: Bool = false,
        thread: String? = nil
    ) {
        self.room = room
        self.password = password
        self.reason = reason
        self.isContinuation = isContinuation
        self.thread = thread
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(
            to: try c.attribute("jid", \.room),
            password: try c.attribute("password", \.password),
            reason: try c.attribute("reason", \.reason),
            isContinuation: try c.attribute("continue", \.isContinuation, default: false),
            thread: try c.attribute("thread", \.thread)
        )
    }
}
