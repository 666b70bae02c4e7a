public import XMLStream
public import XMPPAddress
public import XMPPStanzas

/// Who is blocked, or the question for it (XEP-0191 §3.2).
public struct BlockList: Payload {
    public static let element = Name.known("blocklist", in: "urn:xmpp:blocking")

    /// Whom the user does not want to hear of; a domain stands for all of its users (XEP-0191 §6).
    public var jids: [JID]

    /// Creates a question, or an answer to it.
    public init(_ jids: [JID] = []) { self.jids = jids }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(try c.children { $0.jids.map(BlockItem.init(jid:)) }.map(\.jid))
    }
}

/// Blocks entities (XEP-0191 §3.3).
public struct Block: Payload {
    public static let element = Name.known("block", in: "urn:xmpp:blocking")

    /// Whom to block: at least one (XEP-0191 §3.2).
    public var jids: [JID]

    /// Creates a request.
    public init(_ jids: [JID]) { self.jids = jids }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(try c.children { $0.jids.map(BlockItem.init(jid:)) }.map(\.jid))
    }
}

/// Unblocks entities, or all if it names none (XEP-0191 §3.4, §3.5).
public struct Unblock: Payload {
    public static let element = Name.known("unblock", in: "urn:xmpp:blocking")

    /// Whom to unblock; none stands for all (XEP-0191 §3.5).
    public var jids: [JID]

    /// Creates a request.
    public init(_ jids: [JID] = []) { self.jids = jids }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(try c.children { $0.jids.map(BlockItem.init(jid:)) }.map(\.jid))
    }
}

struct BlockItem: Payload {
    static let element = Name.known("item", in: "urn:xmpp:blocking")

    var jid: JID

    static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(jid: try c.attribute("jid", \.jid))
    }
}
