public import XMLStream
public import XMPPStanzas

/// A copy of a message that the user has sent or got at another device (XEP-0280 §6, §7).
///
/// It is to be believed only if it comes from the user's own bare address (XEP-0280 §11).
public struct Carbon: Payload {
    public static let element = Name.known("received", in: "urn:xmpp:carbons:2")
    private static let sent = Name.known("sent", in: "urn:xmpp:carbons:2")

    /// Which way the message went, seen from the user.
    public enum Direction: String, XMLValue, CaseIterable {
        case received, sent
    }

    /// Whether the account has received the message, or sent it.
    public var direction: Direction
    /// The message.
    public var forwarded: Forwarded

    /// Creates a copy.
    public init(_ direction: Direction, _ forwarded: Forwarded) {
        self.direction = direction
        self.forwarded = forwarded
    }

    public static let names = [element, sent]
    public var elementName: Name { direction == .received ? Self.element : Self.sent }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(try c.localName(\.direction), try c.child(\.forwarded))
    }
}

/// Turns carbons on or off, or keeps a message out of them (XEP-0280 §4, §5, §6.1).
public enum CarbonsControl: String, NamePayload {
    case disable, enable
    /// In a message: it is not to be copied.
    case `private`

    public static let names = knownNames(in: "urn:xmpp:carbons:2")
}
