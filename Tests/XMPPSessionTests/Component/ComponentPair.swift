import Testing
import XMLStream
import XMPPAddress
import XMPPSASL
import XMPPStanzas

@testable import XMPPSession

/// What a component's session and its host have in common, for tests.
protocol ComponentEnd: AnyObject {
    var ending: Ending? { get }
    var deadline: Instant? { get }
    func nextOutput() -> SessionOutput<ComponentEvent>
    func timeout(now: Instant)
    func transportClosed(_ closure: TransportClosure, now: Instant)
    func take(_ bytes: [UInt8], now: Instant) throws
    var stateName: String { get }
}

extension ComponentSession: ComponentEnd {
    func take(_ bytes: [UInt8], now: Instant) throws { try receive(bytes, now: now) }
    var stateName: String { String(String(describing: state).prefix { $0 != "(" }) }
}

extension ComponentHostSession: ComponentEnd {
    func take(_ bytes: [UInt8], now: Instant) throws { receive(bytes, now: now) }
    var stateName: String { String(String(describing: state).prefix { $0 != "(" }) }
}

/// A driver without I/O for either end.
final class ComponentHarness<Session: ComponentEnd> {
    let session: Session
    let cut: Harness.Cut
    var now = Instant(milliseconds: 0)
    private(set) var written = ""
    private(set) var events: [ComponentEvent] = []
    private(set) var isClosed = false
    private(set) var wait: Instant?

    init(_ session: Session, cut: Harness.Cut) {
        self.session = session
        self.cut = cut
        drain()
    }

    func deliver(_ xml: String) throws {
        let pieces: [[UInt8]] = cut == .whole ? [Array(xml.utf8)] : xml.utf8.map { [$0] }
        for piece in pieces {
            try session.take(piece, now: now)
            drain()
        }
    }

    func act(_ body: (Session) throws -> Void) rethrows {
        try body(session)
        drain()
    }

    func waitForTimeout() {
        guard let wait else { return }
        now = max(now, wait)
        session.timeout(now: now)
        drain()
    }

    func loseTransport() {
        session.transportClosed(.closed(nil), now: now)
        drain()
    }

    func takeWritten() -> String {
        defer { written = "" }
        return written
    }

    func takeEvents() -> [ComponentEvent] {
        defer { events = [] }
        return events
    }

    var ending: Ending? { session.ending }
    var eventNames: [String] { events.map(caseName(of:)) }

    private func drain() {
        while true {
            switch session.nextOutput() {
            case .write(let bytes):
                if isClosed { Issue.record("something is written after the close") }
                written += String(decoding: bytes, as: UTF8.self)
            case .startTLS: Issue.record("there is no TLS in this protocol")
            case .event(let event): events.append(event)
            case .close: isClosed = true
            case .wait(let until):
                wait = until
                if (until == nil) != (session.ending != nil) { Issue.record("there is neither an end nor a deadline") }
                return
            }
        }
    }
}

/// What is said on the stream of a component.
enum Part {
    static let secret = "test"

    /// The server's header with the id of the XEP's example.
    static let hostHeader = """
        <?xml version='1.0'?><stream:stream xmlns='jabber:component:accept' \
        xmlns:stream='http://etherx.jabber.org/streams' from='plays.example.com' id='3BF96D32'>
        """
    static let header = """
        <stream:stream xmlns='jabber:component:accept' xmlns:stream='http://etherx.jabber.org/streams' \
        to='plays.example.com'>
        """
    static let consent = "<handshake/>"

    /// A component that has connected.
    static func component(
        _ cut: Harness.Cut = .whole,
        _ configure: (inout ComponentConfiguration) -> Void = { _ in }
    ) throws -> ComponentHarness<ComponentSession> {
        var generator = SeededGenerator(1)
        var configuration = ComponentConfiguration()
        configure(&configuration)
        let session = ComponentSession(
            domain: try JID("plays.example.com"), secret: Secret(secret), configuration, using: &generator,
            now: Instant(milliseconds: 0))
        let harness = ComponentHarness(session, cut: cut)
        try harness.act { try $0.connected(now: harness.now) }
        return harness
    }

    static func established(
        _ cut: Harness.Cut = .whole,
        _ configure: (inout ComponentConfiguration) -> Void = { _ in }
    ) throws -> ComponentHarness<ComponentSession> {
        let harness = try component(cut, configure)
        try harness.deliver(hostHeader + consent)
        _ = harness.takeWritten()
        _ = harness.takeEvents()
        return harness
    }

    /// A server that a component has connected to.
    static func host(_ cut: Harness.Cut = .whole) -> ComponentHarness<ComponentHostSession> {
        var generator = SeededGenerator(2)
        return ComponentHarness(ComponentHostSession(using: &generator, now: Instant(milliseconds: 0)), cut: cut)
    }

    /// A host that has told its id; the proof that is due.
    static func challenged(
        _ cut: Harness.Cut = .whole
    ) throws -> (host: ComponentHarness<ComponentHostSession>, proof: String) {
        let harness = host(cut)
        try harness.deliver(header)
        try harness.act { try $0.accept(secret: Secret(secret), now: harness.now) }
        let id = harness.written.split(separator: " id='").last?.prefix { $0 != "'" } ?? ""
        return (harness, try ComponentProof.digest(streamID: String(id), secret: Secret(secret)))
    }

    static func establishedHost(_ cut: Harness.Cut = .whole) throws -> ComponentHarness<ComponentHostSession> {
        let (harness, proof) = try challenged(cut)
        try harness.deliver("<handshake>\(proof)</handshake>")
        _ = harness.takeWritten()
        _ = harness.takeEvents()
        return harness
    }
}
