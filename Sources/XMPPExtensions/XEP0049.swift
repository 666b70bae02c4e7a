public import XMLStream
public import XMPPStanzas

/// What a user keeps at the server, for the user's own clients (XEP-0049 §3).
public struct PrivateStorage: Payload {
    public static let element = Name.known("query", in: "jabber:iq:private")

    /// The data, or an empty element of their name to ask for them.
    public var content: Element?

    /// Creates a request or an answer.
    public init(content: Element?) { self.content = content }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(content: try c.anyChild(\.content))
    }
}
