public import XMLStream
public import XMPPStanzas

/// All reactions of the sender to a message; none take them back (XEP-0444 §3).
public struct Reactions: Payload {
    public static let element = Name.known("reactions", in: "urn:xmpp:reactions:0")

    /// The id of the message.
    public var id: String
    /// Emoji, each once.
    public var emoji: [String]

    /// Creates reactions.
    public init(to id: String, _ emoji: [String]) {
        self.id = id
        self.emoji = emoji
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(to: try c.attribute("id", \.id), try c.textChildren("reaction", \.emoji))
    }
}
