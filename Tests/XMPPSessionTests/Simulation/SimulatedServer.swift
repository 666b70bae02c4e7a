import XMLStream
import XMPPAddress
import XMPPSASL
import XMPPStanzas

@testable import XMPPSession

/// A server's application with one account: it keeps what is for its client while that is away, and notes what comes.
struct SimulatedServer {
    private(set) var sessions: [Int: ServerSession] = [:]
    /// The texts of the messages that came, in order.
    private(set) var received: [String] = []
    private(set) var troubles: [String] = []
    /// How often a stream was handed over by a session that had not noticed its end.
    private(set) var handovers = 0
    private let context: ServerContext
    private let accounts: AccountTable
    /// The connection whose session speaks for the account.
    private var live: Int?
    /// The newest connection that has spoken for it. What comes late on an older one is not the client's wish any more.
    private var newest = 0
    private var detached: ResumableStream?
    /// Messages for a client without a stream that could keep them.
    private var outbox: [Element] = []
    private var isManaged = false

    init(isDirect: Bool, accounts: AccountTable, using generator: inout SeededGenerator) throws {
        var configuration = ServerConfiguration(domains: [try JID("example.com")], decoy: AccountTable.decoy)
        configuration.tls = isDirect ? .direct : .offered
        configuration.mechanisms = [.scramSHA256]
        configuration.streamManagement.maximumAbsence = 10_000_000
        configuration.streamManagement.stanzasPerRequest = .random(in: 1...10, using: &generator)
        context = ServerContext(configuration)
        self.accounts = accounts
    }

    mutating func accept(_ connection: Int, now: Instant, using generator: inout SeededGenerator) {
        sessions[connection] = ServerSession(context, using: &generator, now: now)
    }

    mutating func send(_ text: String, now: Instant) throws {
        outbox.append(Message(to: try JID(Harness.account)) { Body(text) }.element)
        try flush(now: now)
    }

    private mutating func flush(now: Instant) throws {
        for element in outbox {
            if isManaged, let live, let session = sessions[live], session.ending == nil {
                try session.send(element, now: now)
            } else if detached != nil {
                _ = try detached?.append(element)
            } else {
                return
            }
            outbox.removeFirst()
        }
    }

    mutating func handle(_ event: ServerEvent, of connection: Int, now: Instant) throws {
        guard let session = sessions[connection] else { return }
        switch event {
        case .credentialsNeeded(let question, _): try session.answer(accounts.answer(to: question), now: now)
        case .resourceRequested where connection < newest:
            try session.refuseBinding(StanzaError(.conflict), now: now)
        case .resourceRequested(let resource): try session.bind(resource: resource, now: now)
        case .resumptionRequested where connection < newest: try session.resume(nil, now: now)
        case .resumptionRequested:
            try handOver(now: now)
            guard try session.resume(detached, now: now) else {
                troubles.append("nothing to resume")
                return
            }
            detached = nil
            (live, newest, isManaged) = (connection, connection, true)
        case .bound:
            try handOver(now: now)
            // A client that binds anew never knew that the stream could be resumed, and has had nothing by it.
            outbox = (detached?.unacknowledged.map(\.element) ?? []) + outbox
            detached = nil
            (live, newest, isManaged) = (connection, connection, false)
        case .streamManagementEnabled:
            isManaged = true
            try flush(now: now)
        case .stanza(.message(let message)): received.append(message.body ?? "")
        case .ended(let ending): end(ending, connection)
        case .erroneousStanza, .unknownElement, .authenticationFailed: troubles.append("\(event)")
        default: break
        }
    }

    /// Takes the stream from a session that does not know yet that its client is gone.
    private mutating func handOver(now: Instant) throws {
        guard let live, let session = sessions[live], session.ending == nil else { return }
        if let stream = try session.detach(now: now) {
            detached = stream
            handovers += 1
        }
        self.live = nil
    }

    private mutating func end(_ ending: Ending, _ connection: Int) {
        guard live == connection else { return }
        live = nil
        isManaged = false
        if let stream = ending.resumption { detached = stream }
    }

    mutating func forget(_ connection: Int) { sessions[connection] = nil }
}
