import Testing
import XMLStream
import XMPPAddress
import XMPPSASL
import XMPPStanzas

@testable import XMPPSession

/// A client's application: it sends numbered messages, notes those that come, and connects anew when it was cut off.
struct SimulatedClient {
    private(set) var session: ClientSession?
    private(set) var connection: Int?
    /// When to connect next.
    private(set) var connectDue: Int64?
    /// The texts of the messages that came, in order.
    private(set) var received: [String] = []
    private(set) var troubles: [String] = []
    private(set) var resumptions = 0
    /// Messages that wait for a stream that can be resumed.
    private var outbox: [String] = []
    private var canSend = false
    private var lastAcknowledged: UInt64 = 0
    private var requests: Set<String> = []
    private var reconnection = Reconnection(ReconnectionPolicy(maximumDelay: .seconds(20)))
    private var attempt: Reconnection.Attempt?
    private var saltedPassword: SaltedPassword?
    private let tls: ClientConfiguration.TLSPolicy
    private let stanzasPerRequest: Int
    private let bindsInline: Bool

    init(at time: Int64, using generator: inout SeededGenerator) {
        connectDue = time
        tls = [.required, .none, .direct].randomElement(using: &generator) ?? .none
        stanzasPerRequest = .random(in: 1...10, using: &generator)
        bindsInline = .random(using: &generator)
    }

    /// Whether TLS begins the connection.
    var isDirect: Bool { tls == .direct }
    var hasUnanswered: Bool { !requests.isEmpty }

    mutating func connect(_ connection: Int, now: Instant, using generator: inout SeededGenerator) throws {
        connectDue = nil
        canSend = false
        var configuration = ClientConfiguration(
            account: try JID(Harness.account),
            credentials: SASLCredentials(username: "juliet", password: Secret(Harness.password))
        )
        configuration.credentials.saltedPassword = saltedPassword
        configuration.tls = tls
        configuration.resource = .named("balcony")
        // With a tag the address is bound within the login where that is offered.
        configuration.sasl2.resourceTag = bindsInline ? "balcony" : nil
        configuration.streamManagement.stanzasPerRequest = stanzasPerRequest
        configuration.resumption = attempt?.resumption
        let session = ClientSession(configuration, using: &generator, now: now)
        try session.connected(now: now)
        self.session = session
        self.connection = connection
        // What is to be resumed takes stanzas before it is.
        if attempt?.resumption != nil { canSend = true }
    }

    mutating func send(_ text: String, now: Instant) throws {
        outbox.append(text)
        try flush(now: now)
    }

    /// Asks the server for a sign of life; there has to be exactly one answer to it, whatever that is.
    mutating func ping(now: Instant) throws {
        guard canSend, let session, session.ending == nil else { return }
        let id = session.makeID()
        requests.insert(id)
        let request = try element("<iq xmlns='jabber:client' type='get' id='\(id)'><ping xmlns='urn:xmpp:ping'/></iq>")
        _ = try session.send(request, now: now)
    }

    private mutating func flush(now: Instant) throws {
        guard canSend, let session, session.ending == nil else { return }
        for text in outbox {
            _ = try session.send(Message(to: JID("romeo@example.net")) { Body(text) }, now: now)
        }
        outbox = []
    }

    mutating func handle(_ event: ClientEvent, now: Instant, using generator: inout SeededGenerator) throws {
        switch event {
        case .authenticated(let authentication): saltedPassword = authentication.saltedPassword ?? saltedPassword
        case .streamManagementEnabled(let isResumable):
            if !isResumable { troubles.append("a stream that cannot be resumed") }
            canSend = true
            lastAcknowledged = 0
            reconnection.recordEstablished()
            try flush(now: now)
        case .resumed:
            resumptions += 1
            canSend = true
            reconnection.recordEstablished()
            try flush(now: now)
        case .stanza(.message(let message)): received.append(message.body ?? "")
        case .acknowledged(let number):
            if number <= lastAcknowledged { troubles.append("\(number) is acknowledged after \(lastAcknowledged)") }
            lastAcknowledged = number
        case .response(let outcome):
            if requests.remove(outcome.id) == nil { troubles.append("\(outcome.id) is answered twice") }
        case .resumptionFailed, .streamManagementRefused, .erroneousStanza, .unknownElement, .distrusted, .notSent:
            troubles.append("\(event)")
        case .ended(let ending): end(ending, now: now, using: &generator)
        default: break
        }
    }

    private mutating func end(_ ending: Ending, now: Instant, using generator: inout SeededGenerator) {
        canSend = false
        switch reconnection.next(after: ending, using: &generator) {
        case .connect(let attempt):
            self.attempt = attempt
            let delay = attempt.delay.components
            connectDue = delay.seconds * 1000 + delay.attoseconds / 1_000_000_000_000_000
        case .stop(let reason): troubles.append("stopped: \(reason): \(ending)")
        }
    }

    /// Turns the delay until the next connection into a time.
    mutating func schedule(at time: Int64) { connectDue = connectDue.map { $0 + time } }

    mutating func forget() {
        session = nil
        connection = nil
    }
}
