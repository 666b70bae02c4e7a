import Testing
import XMLStream
import XMPPAddress
import XMPPExtensions
import XMPPSASL
import XMPPStanzas

@testable import XMPPSession

/// A driver without I/O for a server's session: the test plays the client, and the application.
final class ServerHarness {
    let session: ServerSession
    let cut: Harness.Cut
    var now = Instant(milliseconds: 0)
    /// What was written and not yet looked at.
    private(set) var written = ""
    /// Everything that was ever written.
    private(set) var transcript = ""
    private(set) var events: [ServerEvent] = []
    private(set) var tlsRequests = 0
    private(set) var isClosed = false
    private(set) var wait: Instant?
    /// What answers questions about credentials as they come; nil leaves them to the test.
    var accounts: AccountTable?

    init(
        cut: Harness.Cut = .whole,
        seed: UInt64 = 1,
        at now: Instant = Instant(milliseconds: 0),
        _ configure: (inout ServerConfiguration) -> Void = { _ in }
    ) throws {
        var generator = SeededGenerator(seed)
        var configuration = ServerConfiguration(
            domains: [try JID("example.com"), try JID("example.org")], decoy: AccountTable.decoy)
        configure(&configuration)
        session = ServerSession(ServerContext(configuration), using: &generator, now: now)
        self.now = now
        self.cut = cut
        accounts = AccountTable.juliet
        drain()
    }

    // MARK: Inputs

    /// The client sends this.
    func deliver(_ xml: String) {
        switch cut {
        case .whole:
            session.receive(Array(xml.utf8), now: now)
            drain()
        case .bytes:
            for byte in xml.utf8 {
                session.receive([byte], now: now)
                drain()
            }
        }
    }

    func establishTLS(_ bindings: [ChannelBinding] = [], hasClientCertificate: Bool = false) throws {
        try session.tlsEstablished(bindings: bindings, hasClientCertificate: hasClientCertificate, now: now)
        drain()
    }

    /// Does something as the application.
    func act(_ body: (ServerSession) throws -> Void) rethrows {
        try body(session)
        drain()
    }

    /// Lets time pass up to the next deadline, and reports it.
    func waitForTimeout() {
        guard let wait else { return }
        now = max(now, wait)
        session.timeout(now: now)
        drain()
    }

    func pass(_ duration: Duration) {
        now = now.advanced(by: duration)
        session.timeout(now: now)
        drain()
    }

    func loseTransport() {
        session.transportClosed(now: now)
        drain()
    }

    // MARK: Outputs

    func drain() {
        while true {
            switch session.nextOutput() {
            case .write(let bytes):
                if isClosed { Issue.record("something is written after the close") }
                let text = String(decoding: bytes, as: UTF8.self)
                written += text
                transcript += text
            case .startTLS: tlsRequests += 1
            case .event(let event): take(event)
            case .close:
                if isClosed { Issue.record("the transport is closed twice") }
                isClosed = true
            case .wait(let until):
                wait = until
                if (until == nil) != (session.ending != nil) { Issue.record("there is neither an end nor a deadline") }
                return
            }
        }
    }

    private func take(_ event: ServerEvent) {
        events.append(event)
        guard case .credentialsNeeded(let question, _) = event, let accounts else { return }
        try? session.answer(accounts.answer(to: question), now: now)
    }

    func takeWritten() -> String {
        defer { written = "" }
        return written
    }

    func takeEvents() -> [ServerEvent] {
        defer { events = [] }
        return events
    }

    var ending: Ending? { session.ending }
    var eventNames: [String] { events.map(\.name) }
}

extension AccountTable {
    /// Made once, because its keys take a while.
    static let juliet: AccountTable? = try? withJuliet()
}

extension ServerEvent {
    /// The case, without what it carries.
    var name: String { caseName(of: self) }
}

extension ServerState {
    var name: String { caseName(of: self) }
}

/// The name of an enum's case; what the case carries is not described, which would take long.
func caseName(of value: Any) -> String {
    Mirror(reflecting: value).children.first?.label ?? String(describing: value)
}

// MARK: - What a client says

enum Ask {
    static let header = header(to: "example.com")
    static let startTLS = "<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>"
    static let plain = auth("PLAIN", "\0juliet\0\(Harness.password)")
    static let bind = "<iq type='set' id='b'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/></iq>"
    static let enable = "<enable xmlns='urn:xmpp:sm:3' resume='true'/>"
    static let ping = "<iq type='get' id='p'><ping xmlns='urn:xmpp:ping'/></iq>"
    static let message = "<message to='romeo@example.net'><body>hi</body></message>"

    static func header(to domain: String, _ attributes: String = "version='1.0'") -> String {
        """
        <?xml version='1.0'?><stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' \
        to='\(domain)' \(attributes)>
        """
    }

    static func auth(_ mechanism: String, _ message: String) -> String {
        """
        <auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='\(mechanism)'>\(Base64.encode(message.utf8))</auth>
        """
    }

    static func response(_ message: String) -> String {
        "<response xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>\(Base64.encode(message.utf8))</response>"
    }

    static func resume(_ id: String, handled: Int) -> String {
        "<resume xmlns='urn:xmpp:sm:3' h='\(handled)' previd='\(id)'/>"
    }

    static func register(_ content: String, id: String = "r") -> String {
        "<iq type='set' id='\(id)'><query xmlns='jabber:iq:register'>\(content)</query></iq>"
    }
}

// MARK: - Ways to a state

extension ServerHarness {
    func secure(_ bindings: [ChannelBinding] = [], hasClientCertificate: Bool = false) throws {
        deliver(Ask.header)
        deliver(Ask.startTLS)
        try establishTLS(bindings, hasClientCertificate: hasClientCertificate)
        deliver(Ask.header)
    }

    /// Logged in by PLAIN, the third stream open.
    func logIn() throws {
        try secure()
        deliver(Ask.plain)
        deliver(Ask.header)
    }

    /// An address is bound.
    func establish() throws {
        try logIn()
        deliver(Ask.bind)
        try act { try $0.bind(resource: "balcony", now: now) }
    }

    /// A stream that can be resumed, with nothing looked at yet; returns its id.
    @discardableResult
    func establishManaged() throws -> String {
        try establish()
        deliver(Ask.enable)
        let id = events.compactMap { if case .streamManagementEnabled(let id) = $0 { id } else { nil } }.last ?? ""
        _ = takeWritten()
        _ = takeEvents()
        return id
    }

    func send(_ xml: String) throws -> UInt64 {
        let number = try session.send(try element(xml), now: now)
        drain()
        return number
    }
}
