public import XMLStream
public import XMPPStanzas

/// What a user wants to be called (XEP-0172 §3).
public struct Nickname: Payload {
    public static let element = Name.known("nick", in: "http://jabber.org/protocol/nick")

    /// What the user wants to be called.
    public var name: String

    /// Creates a nickname.
    public init(_ name: String) { self.name = name }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(try c.text(\.name))
    }
}
