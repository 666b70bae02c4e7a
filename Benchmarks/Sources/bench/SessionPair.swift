import XMPPAddress
import XMPPSASL
import XMPPSession
import XMPPTLS

/// A client's session and a server's, joined in memory, by TLS or without, with an account for each number.
struct SessionPair {
    let client: ClientSession
    let server: ServerSession
    /// TLS between them, once the handshake is over.
    let tls: TLSPair?
    private let keys: SCRAMKeys
    private let now = Instant(milliseconds: 0)
    /// How many stanzas have come out at the server.
    private(set) var stanzaCount = 0

    static let password = "correct horse battery staple"

    /// What the server is: it has these mechanisms, and TLS from the first byte or none.
    static func context(_ mechanisms: [SASLMechanism], usesTLS: Bool = false) throws -> ServerContext {
        var configuration = ServerConfiguration(
            domains: [try JID("example.com")],
            decoy: SCRAMDecoy(seed: Secret("seed"))
        )
        configuration.tls = usesTLS ? .direct : .none
        configuration.mechanisms = mechanisms
        configuration.permitsPasswordsWithoutTLS = true
        return ServerContext(configuration)
    }

    /// The keys of all accounts.
    static func keys(iterations: Int) throws -> SCRAMKeys {
        try SCRAMKeys(
            SaltedPassword(
                password: Secret(password), hash: .sha256, salt: Array("0123456789abcdef".utf8), iterations: iterations)
        )
    }

    /// Logs a client in, up to a stream that can be resumed.
    init(_ number: Int, context: ServerContext, keys: SCRAMKeys, tls: TLSPair? = nil) throws {
        self.tls = tls
        var generator = SystemRandomNumberGenerator()
        let credentials = SASLCredentials(username: "user\(number)", password: Secret(Self.password))
        var configuration = ClientConfiguration(account: try JID("user\(number)@example.com"), credentials: credentials)
        configuration.tls = tls == nil ? .none : .direct
        configuration.mechanisms = MechanismPolicy(
            permitted: Set(context.configuration.mechanisms), plain: .evenWithoutTLS)
        client = ClientSession(configuration, using: &generator, now: now)
        server = ServerSession(context, using: &generator, now: now)
        self.keys = keys
        // It begins with TLS, if it does, before the client says anything.
        _ = try drainServer()
        try client.connected(now: now)
        try run()
        if client.boundJID == nil { throw Trouble.failed("no address is bound: \(client.ending.debugDescription)") }
    }

    /// Carries everything across until neither side has anything to say.
    mutating func run() throws {
        while try drainClient() || drainServer() {}
    }

    private mutating func drainClient() throws -> Bool {
        var didAnything = false
        while true {
            switch client.nextOutput() {
            case .write(let bytes):
                didAnything = true
                server.receive(try tls?.carryToServer(bytes) ?? bytes, now: now)
            case .startTLS: try client.tlsEstablished(bindings: [], now: now)
            case .event, .close: break
            case .wait: return didAnything
            }
        }
    }

    private mutating func drainServer() throws -> Bool {
        var didAnything = false
        while true {
            switch server.nextOutput() {
            case .write(let bytes):
                didAnything = true
                try client.receive(try tls?.carryToClient(bytes) ?? bytes, now: now)
            case .event(let event): try handle(event)
            case .startTLS: try server.tlsEstablished(bindings: [], now: now)
            case .close: break
            case .wait: return didAnything
            }
        }
    }

    private mutating func handle(_ event: ServerEvent) throws {
        switch event {
        case .credentialsNeeded: try server.answer(.scramKeys(keys), now: now)
        case .resourceRequested: try server.bind(resource: "0123456789abcdef", now: now)
        case .stanza: stanzaCount += 1
        default: break
        }
    }
}
