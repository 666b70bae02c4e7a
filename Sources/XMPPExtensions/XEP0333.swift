public import XMLStream
public import XMPPStanzas

/// Says how far a reader has come, or asks for that (XEP-0333 §3).
public struct ChatMarker: Payload {
    public static let element = Name.known("markable", in: "urn:xmpp:chat-markers:0")

    /// What the marker says.
    public enum Kind: String, XMLValue, CaseIterable {
        /// The user has confirmed the message, or it was shown.
        case acknowledged, displayed
        /// Markers for this message are wanted.
        case markable
        /// The message has arrived; receipts (XEP-0184) say so in place of it today.
        case received
    }

    /// What is marked.
    public var kind: Kind
    /// The id of the message; nil if the message itself is `markable`.
    public var id: String?

    /// Creates a marker.
    public init(_ kind: Kind, id: String? = nil) {
        self.kind = kind
        self.id = id
    }

    public static let names = Kind.allCases.map { kind in
        switch kind {
        case .acknowledged: Name.known("acknowledged", in: "urn:xmpp:chat-markers:0")
        case .displayed: Name.known("displayed", in: "urn:xmpp:chat-markers:0")
        case .markable: ChatMarker.element
        case .received: Name.known("received", in: "urn:xmpp:chat-markers:0")
        }
    }

    public var elementName: Name { Name(kind.rawValue, in: Self.element.namespace) }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(try c.localName(\.kind), id: try c.attribute("id", \.id))
    }
}
