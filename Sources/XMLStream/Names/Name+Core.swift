/// The names that RFC 6120 and RFC 6121 give the elements and attributes of every stream.
extension Name {
    /// `xml:lang` (RFC 6120 §4.7.4, §8.1.5).
    public static var xmlLang: Name { Name(.xmlLang) }

    // MARK: Attributes of streams and stanzas (RFC 6120 §4.7, §8.1)

    public static var to: Name { Name(.to) }
    public static var from: Name { Name(.from) }
    public static var id: Name { Name(.id) }
    public static var type: Name { Name(.type) }
    public static var version: Name { Name(.version) }

    // MARK: Streams (RFC 6120 §4; RFC 7395 §3.3)

    public static var stream: Name { Name(.stream) }
    public static var features: Name { Name(.features) }
    public static var streamError: Name { Name(.streamError) }
    public static var framedOpen: Name { Name(.framedOpen) }
    public static var framedClose: Name { Name(.framedClose) }

    // MARK: Stanzas of clients (RFC 6120 §8; RFC 6121 §4.7, §5.2)

    public static var message: Name { StanzaPart.message.name(in: .client) }
    public static var presence: Name { StanzaPart.presence.name(in: .client) }
    public static var iq: Name { StanzaPart.iq.name(in: .client) }
    public static var stanzaError: Name { StanzaPart.error.name(in: .client) }
    public static var body: Name { StanzaPart.body.name(in: .client) }
    public static var subject: Name { StanzaPart.subject.name(in: .client) }
    public static var thread: Name { StanzaPart.thread.name(in: .client) }
    public static var show: Name { StanzaPart.show.name(in: .client) }
    public static var status: Name { StanzaPart.status.name(in: .client) }
    public static var priority: Name { StanzaPart.priority.name(in: .client) }

    @inline(__always)
    private init(_ core: CoreName) { self.init(known: core.rawValue) }
}
