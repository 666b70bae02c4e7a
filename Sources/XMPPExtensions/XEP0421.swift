public import XMLStream
public import XMPPStanzas

/// What stays the same of an occupant across visits, given by the room (XEP-0421 §3).
public struct OccupantID: Payload {
    public static let element = Name.known("occupant-id", in: "urn:xmpp:occupant-id:0")

    /// The occupant's id, the same at every visit, unique in the room.
    public var id: String

    /// Creates an id.
    public init(_ id: String) { self.id = id }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(try c.attribute("id", \.id))
    }
}
