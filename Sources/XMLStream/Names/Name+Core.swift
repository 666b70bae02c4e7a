/// The names that RFC 6120 and RFC 6121 give the elements and attributes of every stream.
extension Name {
    /// `xml:lang` (RFC 6120 §4.7.4, §8.1.5).
    public static let xmlLang = known("lang", in: "http://www.w3.org/XML/1998/namespace")

    // MARK: Attributes of streams and stanzas (RFC 6120 §4.7, §8.1)

    public static let to = known("to")
    public static let from = known("from")
    public static let id = known("id")
    public static let type = known("type")
    public static let version = known("version")

    // MARK: Streams (RFC 6120 §4; RFC 7395 §3.3)

    public static let stream = known("stream", in: "http://etherx.jabber.org/streams")
    public static let features = known("features", in: "http://etherx.jabber.org/streams")
    public static let streamError = known("error", in: "http://etherx.jabber.org/streams")
    public static let framedOpen = known("open", in: "urn:ietf:params:xml:ns:xmpp-framing")
    public static let framedClose = known("close", in: "urn:ietf:params:xml:ns:xmpp-framing")

    // MARK: Stanzas of clients (RFC 6120 §8; RFC 6121 §4.7, §5.2)

    public static let message = known("message", in: "jabber:client")
    public static let presence = known("presence", in: "jabber:client")
    public static let iq = known("iq", in: "jabber:client")
    public static let stanzaError = known("error", in: "jabber:client")
    public static let body = known("body", in: "jabber:client")
    public static let subject = known("subject", in: "jabber:client")
    public static let thread = known("thread", in: "jabber:client")
    public static let show = known("show", in: "jabber:client")
    public static let status = known("status", in: "jabber:client")
    public static let priority = known("priority", in: "jabber:client")

    /// Makes these names known before the first stream is parsed.
    static let core: [Name] = [
        xmlLang, to, from, id, type, version, stream, features, streamError, framedOpen, framedClose, message, presence,
        iq, stanzaError, body, subject, thread, show, status, priority,
    ]
}
