import TestServers
import XMLStream
import XMPPSASL

/// The stages of a login, as a scripted server goes through them.
extension ScriptedPeer {
    static let password = "correct horse"
    static let saslNamespace = "urn:ietf:params:xml:ns:xmpp-sasl"

    static let header = """
        <?xml version='1.0'?><stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' \
        from='good.test' id='s1' version='1.0'>
        """

    static func features(_ content: String) -> String { "<stream:features>\(content)</stream:features>" }

    static func mechanisms(_ names: String...) -> String {
        let list = names.map { "<mechanism>\($0)</mechanism>" }.joined()
        return "<mechanisms xmlns='\(saslNamespace)'>\(list)</mechanisms>"
    }

    static let startTLS = "<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'><required/></starttls>"
    static let bindFeature = "<bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/>"
    static let managementFeature = "<sm xmlns='urn:xmpp:sm:3'/>"

    static func streamError(_ condition: String) -> String {
        "<stream:error><\(condition) xmlns='urn:ietf:params:xml:ns:xmpp-streams'/></stream:error></stream:stream>"
    }

    /// Waits for the client's header, and answers with one and with features.
    func open(_ content: String) throws {
        try receiveHeader()
        try send(Self.header + Self.features(content))
    }

    func receiveHeader() throws {
        try receive(until: "<stream:stream")
        try receive(until: ">")
    }

    /// All up to the TLS handshake.
    func proceed() throws {
        try open(Self.startTLS)
        try receive(until: "<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>")
        try send("<proceed xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>")
    }

    /// TLS with a certificate as it should be.
    func secure() throws {
        try proceed()
        try secure(with: Self.goodCredentials.get())
    }

    static let goodCredentials = Result {
        try TestAuthority.shared.get().certify("scripted", alternativeName: "DNS:good.test")
    }

    /// Has the client log in by SCRAM; `change` may change what is sent with success.
    func authenticate(offer: String = mechanisms("SCRAM-SHA-256"), change: (inout [UInt8]) -> Void = { _ in }) throws {
        try open(offer)
        let advertisement = SASLAdvertisement(mechanisms: [.scramSHA256])
        let context = SASLServerContext(
            offer: advertisement, bindings: [], decoy: SCRAMDecoy(seed: Secret("seed"), iterations: 4096))
        var server = try SCRAMServer(.scramSHA256, context: context, nonce: "server-nonce")
        var step = try server.receive(Base64.decode(element(until: "</auth>").text))
        while true {
            switch step {
            case .question: step = try server.answer(.scramKeys(Self.keys.get()))
            case .challenge(let challenge):
                try send("<challenge xmlns='\(Self.saslNamespace)'>\(Base64.encode(challenge))</challenge>")
                step = try server.receive(Base64.decode(element(until: "</response>").text))
            case .success(let success):
                var data = success.data ?? []
                change(&data)
                let text = data.isEmpty ? "" : Base64.encode(data)
                return try send("<success xmlns='\(Self.saslNamespace)'>\(text)</success>")
            }
        }
    }

    private static let keys = Result {
        try SCRAMKeys(
            SaltedPassword(password: Secret(password), hash: .sha256, salt: Array("saltsalt".utf8), iterations: 4096))
    }

    /// Takes an element that ends with a text.
    func element(until end: String) throws -> Element {
        let text = try receive(until: end)
        guard let element = try elements(text).last else { throw Deviation(description: "no element: \(text)") }
        return element
    }

    /// Offers to bind, and returns the client's request.
    func offerBinding(management: Bool) throws -> Element {
        try open(Self.bindFeature + (management ? Self.managementFeature : ""))
        return try element(until: "</iq>")
    }

    /// Binds an address.
    func bind(_ address: String = "juliet@good.test/balcony", management: Bool = true) throws {
        let id = try offerBinding(management: management)["id"] ?? ""
        let jid = "<bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><jid>\(address)</jid></bind>"
        try send("<iq type='result' id='\(id)'>\(jid)</iq>")
    }

    /// All up to the end of a login with stream management.
    func logIn() throws {
        try secure()
        try authenticate()
        try bind()
        try receive(until: "<enable")
        try receive(until: "/>")
        try send("<enabled xmlns='urn:xmpp:sm:3'/>")
    }

    /// Waits for the client's end of the stream, and agrees to it.
    func closeStream() throws {
        try receive(until: "</stream:stream>")
        try send("</stream:stream>")
        receiveEnd()
    }
}
