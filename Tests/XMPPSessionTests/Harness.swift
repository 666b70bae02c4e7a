import Testing
import XMLStream
import XMPPAddress
import XMPPSASL
import XMPPStanzas

@testable import XMPPSession

/// A generator whose numbers are the same in every run.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// A driver without I/O: the test plays the server, and keeps what the session wants done.
final class Harness {
    /// How the server's bytes arrive.
    enum Cut: CaseIterable { case whole, bytes }

    static let account = "juliet@example.com"
    static let password = "correct horse"

    let session: ClientSession
    let cut: Cut
    var now = Instant(milliseconds: 0)
    /// What was written and not yet looked at.
    private(set) var written = ""
    /// Everything that was ever written.
    private(set) var transcript = ""
    private(set) var events: [ClientEvent] = []
    private(set) var tlsRequests = 0
    private(set) var isClosed = false
    private(set) var wait: Instant?

    init(
        cut: Cut = .whole,
        seed: UInt64 = 1,
        at now: Instant = Instant(milliseconds: 0),
        _ configure: (inout ClientConfiguration) -> Void = { _ in }
    ) throws {
        var generator = SeededGenerator(seed)
        var configuration = ClientConfiguration(
            account: try JID(Self.account),
            credentials: SASLCredentials(username: "juliet", password: Secret(Self.password))
        )
        configure(&configuration)
        session = ClientSession(configuration, using: &generator, now: now)
        self.now = now
        self.cut = cut
        drain()
    }

    // MARK: Inputs

    func connect() throws {
        try session.connected(now: now)
        drain()
    }

    func establishTLS(_ bindings: [ChannelBinding] = []) throws {
        try session.tlsEstablished(bindings: bindings, now: now)
        drain()
    }

    /// The server sends this.
    func deliver(_ xml: String) throws {
        switch cut {
        case .whole:
            try session.receive(Array(xml.utf8), now: now)
            drain()
        case .bytes:
            for byte in xml.utf8 {
                try session.receive([byte], now: now)
                drain()
            }
        }
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

    func send(_ xml: String) throws -> UInt64 {
        let number = try session.send(try element(xml), now: now)
        drain()
        return number
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
            case .event(let event): events.append(event)
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

    func takeWritten() -> String {
        defer { written = "" }
        return written
    }

    func takeEvents() -> [ClientEvent] {
        defer { events = [] }
        return events
    }

    var ending: Ending? { session.ending }

    /// What the events are called, without what they carry.
    var eventNames: [String] { events.map(\.name) }

    /// The value of an attribute of what was written last, such as the id of a request.
    func lastValue(of attribute: String) -> String {
        let bytes = Array(transcript.utf8)
        let pattern = Array("\(attribute)='".utf8)
        guard bytes.count > pattern.count else { return "" }
        for start in stride(from: bytes.count - pattern.count, through: 0, by: -1)
        where bytes[start..<start + pattern.count].elementsEqual(pattern) {
            let value = bytes[(start + pattern.count)...].prefix { $0 != UInt8(ascii: "'") }
            return String(decoding: value, as: UTF8.self)
        }
        return ""
    }
}

func element(_ xml: String) throws -> Element { try Element(xml: xml) }

extension Name {
    static let registration = known("query", in: "jabber:iq:register")
    static let registrationUsername = known("username", in: "jabber:iq:register")
    static let registrationPassword = known("password", in: "jabber:iq:register")
    static let ping = known("ping", in: "urn:xmpp:ping")
}

// MARK: - What a server says

enum Say {
    static let header = """
        <?xml version='1.0'?><stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' \
        id='s1' from='example.com' version='1.0' xml:lang='en'>
        """
    static let startTLS = "<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>"
    static let requiredTLS = "<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'><required/></starttls>"
    static let proceed = "<proceed xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>"
    static let bind = "<bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/>"
    static let session = "<session xmlns='urn:ietf:params:xml:ns:xmpp-session'/>"
    static let sm = "<sm xmlns='urn:xmpp:sm:3'/>"
    static let register = "<register xmlns='http://jabber.org/features/iq-register'/>"
    static let plain = mechanisms("PLAIN")
    static let success = "<success xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>"

    static func features(_ features: String...) -> String {
        "<stream:features>\(features.joined())</stream:features>"
    }

    static func mechanisms(_ names: String...) -> String {
        let items = names.map { "<mechanism>\($0)</mechanism>" }.joined()
        return "<mechanisms xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>\(items)</mechanisms>"
    }

    static func bound(_ id: String, _ jid: String = "juliet@example.com/balcony") -> String {
        "<iq type='result' id='\(id)'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><jid>\(jid)</jid></bind></iq>"
    }

    static func streamError(_ condition: String, _ text: String = "") -> String {
        "<stream:error><\(condition) xmlns='urn:ietf:params:xml:ns:xmpp-streams'>\(text)</\(condition)></stream:error>"
    }
}

// MARK: - Ways to a state

extension Harness {
    /// TLS by STARTTLS, and the header of the second stream.
    func secure() throws {
        try connect()
        try deliver(Say.header + Say.features(Say.requiredTLS))
        try deliver(Say.proceed)
        try establishTLS()
    }

    /// Logged in by PLAIN, the third stream open.
    func logIn() throws {
        try secure()
        try deliver(Say.header + Say.features(Say.plain))
        try deliver(Say.success)
    }

    /// An address is bound.
    func establish(_ features: String = Say.bind + Say.sm) throws {
        try logIn()
        try deliver(Say.header + Say.features(features))
        try deliver(Say.bound(lastValue(of: "id")))
    }

    /// A stream that can be resumed, with nothing looked at yet.
    func establishManaged(id: String = "sm-1", attributes: String = "max='300'") throws {
        try establish()
        try deliver("<enabled xmlns='urn:xmpp:sm:3' id='\(id)' resume='true' \(attributes)/>")
        _ = takeWritten()
        _ = takeEvents()
    }
}

// MARK: - Names

extension ClientEvent {
    var name: String { caseName(of: self) }
}

extension ClientState {
    var name: String {
        switch self {
        case .connecting: "connecting"
        case .securing: "securing"
        case .opening: "opening"
        case .awaitingFeatures: "awaitingFeatures"
        case .requestingTLS: "requestingTLS"
        case .registering: "registering"
        case .awaitingRegistration: "awaitingRegistration"
        case .authenticating: "authenticating"
        case .authenticatingInline: "authenticatingInline"
        case .upgrading: "upgrading"
        case .resuming: "resuming"
        case .binding: "binding"
        case .awaitingResource: "awaitingResource"
        case .startingSession: "startingSession"
        case .established: "established"
        case .closing: "closing"
        case .ended: "ended"
        case .changing: "changing"
        }
    }
}

extension Ending {
    /// The cause's case, without what it carries.
    var causeName: String {
        let text = String(describing: cause)
        return String(text.prefix { $0 != "(" })
    }
}
