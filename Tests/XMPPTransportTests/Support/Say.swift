import XMPPTLS

/// What a server says.
enum Say {
    static let header = """
        <?xml version='1.0'?><stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' \
        id='s1' from='localhost' version='1.0' xml:lang='en'>
        """
    static let startTLS = "<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'><required/></starttls>"
    static let proceed = "<proceed xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>"
    static let anonymous = """
        <mechanisms xmlns='urn:ietf:params:xml:ns:xmpp-sasl'><mechanism>ANONYMOUS</mechanism></mechanisms>
        """
    static let success = "<success xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>"
    static let bind = "<bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/>"
    static let management = "<sm xmlns='urn:xmpp:sm:3'/>"
    static let end = "</stream:stream>"

    static func features(_ features: String...) -> String {
        "<stream:features>\(features.joined())</stream:features>"
    }

    static func message(_ body: String) -> String {
        "<message from='romeo@localhost' to='\(address)' type='chat'><body>\(body)</body></message>"
    }

    static func streamError(_ condition: String, _ text: String = "") -> String {
        "<stream:error><\(condition) xmlns='urn:ietf:params:xml:ns:xmpp-streams'>\(text)</\(condition)></stream:error>"
    }

    static let address = "juliet@localhost/balcony"
}

extension Peer {
    /// Has the client log in anonymously on the stream that it opens next, and binds an address.
    func logIn(offering features: String = Say.bind) throws {
        try read(until: "version='1.0'")
        try read(until: ">")
        try send(Say.header + Say.features(Say.anonymous))
        try read(until: "</auth>")
        try send(Say.success)
        try read(until: "version='1.0'")
        try read(until: ">")
        try send(Say.header + Say.features(features))
        try bind()
    }

    /// Reads a request that has a payload; returns its `id`.
    func readRequest() throws -> String {
        let request = try read(until: "</iq>")
        return request.split(separator: " id='").last.map { String($0.prefix { $0 != "'" }) } ?? ""
    }

    func bind() throws {
        let id = try readRequest()
        try send(
            """
            <iq type='result' id='\(id)'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'>\
            <jid>\(Say.address)</jid></bind></iq>
            """)
    }

    /// Offers TLS and begins it.
    func offerTLS(_ context: TLSContext) throws {
        try read(until: "version='1.0'")
        try read(until: ">")
        try send(Say.header + Say.features(Say.startTLS))
        try read(until: "<starttls")
        try read(until: ">")
        try send(Say.proceed)
        try startTLS(context)
    }

    /// Answers the end of the stream with its own.
    func sayGoodbye() throws {
        try read(until: Say.end)
        try send(Say.end)
    }
}
