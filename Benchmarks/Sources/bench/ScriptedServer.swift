import XMLStream
import XMPPAddress
import XMPPSASL
import XMPPSession

/// A client's session, and the server that it logs in to: the texts of a stream, and the server's side of SASL.
struct ScriptedServer {
    static let header = """
        <?xml version='1.0'?><stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' \
        id='s1' from='example.com' version='1.0' xml:lang='en'>
        """
    private static let sasl = "urn:ietf:params:xml:ns:xmpp-sasl"
    private static let boundFeatures = """
        <stream:features><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/><sm xmlns='urn:xmpp:sm:3'/></stream:features>
        """

    let session: ClientSession
    private let account: JID
    private let now = Instant(milliseconds: 0)
    /// What the session wrote and nobody has looked at yet.
    private var written: [UInt8] = []

    /// A session that has written its first header.
    init(_ configuration: ClientConfiguration) throws {
        var generator = SystemRandomNumberGenerator()
        account = configuration.account
        session = ClientSession(configuration, using: &generator, now: now)
        try session.connected(now: now)
        drain()
    }

    /// An account of a number, without TLS.
    static func configuration(_ number: Int, password: String) throws -> ClientConfiguration {
        let credentials = SASLCredentials(username: "user\(number)", password: Secret(password))
        var configuration = ClientConfiguration(account: try JID("user\(number)@example.com"), credentials: credentials)
        configuration.tls = .none
        return configuration
    }

    /// Logs in, with the mechanism that `server` carries out, to an established stream that can be resumed.
    mutating func logIn(
        _ mechanism: SASLMechanism,
        with server: inout any SASLServer,
        answer: (SASLServerQuestion) -> SASLServerAnswer
    ) throws {
        let mechanisms = "<mechanisms xmlns='\(Self.sasl)'><mechanism>\(mechanism)</mechanism></mechanisms>"
        try say(Self.header + "<stream:features>\(mechanisms)</stream:features>")
        try authenticate(with: &server, answer: answer)
        try say(Self.header + Self.boundFeatures)
        let jid = try JID("\(account)/" + String(repeating: "r", count: 16))
        try say(
            """
            <iq type='result' id='\(takeRequest().attribute(.id) ?? "")'>\
            <bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><jid>\(jid)</jid></bind></iq>
            """)
        try say("<enabled xmlns='urn:xmpp:sm:3' id='0123456789abcdef01234567' resume='true' max='300'/>")
        if session.boundJID == nil { throw Trouble.failed("no address is bound: \(session.ending.debugDescription)") }
    }

    private mutating func authenticate(
        with server: inout any SASLServer,
        answer: (SASLServerQuestion) -> SASLServerAnswer
    ) throws {
        var step = try server.receive(try SASLPayload.data(of: takeRequest().text))
        while true {
            switch step {
            case .challenge(let data):
                try say("<challenge xmlns='\(Self.sasl)'>\(SASLPayload.text(for: data))</challenge>")
                step = try server.receive(try SASLPayload.data(of: takeRequest().text))
            case .question(let question): step = try server.answer(answer(question))
            case .success(let success):
                return try say("<success xmlns='\(Self.sasl)'>\(SASLPayload.text(for: success.data))</success>")
            }
        }
    }

    private mutating func say(_ text: String) throws {
        written = []
        try session.receive(Array(text.utf8), now: now)
        drain()
    }

    private mutating func drain() {
        while true {
            switch session.nextOutput() {
            case .write(let bytes): written += bytes
            case .startTLS, .event, .close: break
            case .wait: return
            }
        }
    }

    /// The element that the session wrote last.
    private func takeRequest() throws -> Element {
        var parser = XMLStreamParser(framing: .fragments)
        parser.receive(written)
        guard case .element(let element)? = try parser.next() else { throw Trouble.failed("the session is silent") }
        return element
    }
}
