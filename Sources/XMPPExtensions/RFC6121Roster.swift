public import XMLStream
public import XMPPStanzas

/// A contact list, or a change to it (RFC 6121 §2).
public struct Roster: Payload {
    public static let element = Name.known("query", in: "jabber:iq:roster")

    /// The version of the roster (RFC 6121 §2.6); empty from a client that has none yet.
    public var version: String?
    /// The contacts: all of them in a result, one in a push or a change (RFC 6121 §2.1.4 to §2.1.6).
    public var items: [RosterItem]

    /// Creates a roster.
    public init(version: String? = nil, items: [RosterItem] = []) {
        self.version = version
        self.items = items
    }

    /// A contact whose address is not one is skipped.
    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(version: try c.attribute("ver", \.version), items: try c.children(\.items))
    }
}
