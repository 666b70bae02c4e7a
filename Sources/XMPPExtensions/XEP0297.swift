public import XMLStream
public import XMPPStanzas

/// A stanza that someone else has sent, with the time when it was (XEP-0297 §3).
///
/// Who forwards it can make up anything: what it is worth is for its bearer to tell (XEP-0297 §7).
public struct Forwarded: Payload {
    public static let element = Name.known("forwarded", in: "urn:xmpp:forward:0")

    /// When the stanza was sent, if it is told.
    public var delay: Delay?
    /// The stanza as it is; `stanza` reads it.
    public var content: [Element]

    /// Forwards a stanza.
    public init(_ stanza: some StanzaProtocol, delay: Delay? = nil) {
        self.init(content: [stanza.element], delay: delay)
    }

    /// Forwards an element.
    public init(content: [Element], delay: Delay? = nil) {
        self.delay = delay
        self.content = content
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        let delay = try c.child(\.delay)
        return Self(content: c.anyChildren(\.content), delay: delay)
    }

    /// The stanza; nil if there is none.
    ///
    /// - Throws: `ErroneousStanza` if there is one that cannot be understood.
    public func stanza() throws(ErroneousStanza) -> Stanza? {
        for element in content {
            if let stanza = try Stanza(element) { return stanza }
        }
        return nil
    }

    /// The message; nil if there is no stanza, another one, or one that cannot be understood.
    public var message: Message? {
        guard case .message(let message)? = (try? stanza()) ?? nil else { return nil }
        return message
    }
}
