import Foundation
import Synchronization
import XMLStream
public import XMPPAddress
public import XMPPSASL
public import XMPPSession
import XMPPStanzas
public import XMPPTLS
import XMPPTransport

/// A small XMPP server on loopback, with everything it knows in memory: accounts, rosters, presence, messages to those who are
/// there and those who are not, stream management with resumption.
///
/// It is the server role on the reference driver. What it leaves out on purpose: other domains, versions of rosters, lists of
/// blocked contacts, and times of delayed delivery.
public final class SampleServer: Sendable {
    /// What happens to a client that wants a resource that another client of the account has.
    public enum ConflictPolicy: Sendable {
        /// It gets the resource, and the other is sent away with `conflict` (RFC 6120 §7.7.2.2).
        case replacesFormer
        /// It is refused with `conflict`.
        case refusesNew
    }

    /// The ports, of 127.0.0.1 alone.
    public struct Ports: Sendable {
        /// Where streams begin in the clear: STARTTLS, if the configuration wants it.
        public let stream: UInt16
        /// Where TLS begins the connection (XEP-0368).
        public let directTLS: UInt16
        /// WebSocket without TLS (RFC 7395). The login is as without TLS: no mechanism that shows a password.
        public let webSocket: UInt16
        /// WebSocket with TLS.
        public let secureWebSocket: UInt16
    }

    /// How many clients an account may have, those that may come back included (RFC 6120 §7.6.2.1).
    public static let maximumResources = 20

    /// Where WebSocket is to be found.
    public static let webSocketPath = "/xmpp-websocket"

    /// Who is served.
    public let domain: JID
    /// Where it listens.
    public let ports: Ports
    private let listeners: [Listener]
    private let conflictPolicy: ConflictPolicy
    private let accounts = Mutex(AccountTable())
    private let tokens = Mutex(TokenTable())
    private let router: Mutex<Router>
    private let transcript: Transcript
    /// How many connections there have been.
    private let counter = Counter()
    private let tasks = Mutex<[Task<Void, Never>]>([])

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - domain: Who is served.
    ///   - tls: How TLS is spoken, with an identity.
    ///   - conflictPolicy: Who keeps a resource that two clients want.
    ///   - configure: What is offered and demanded, beyond the defaults.
    public init(
        domain: JID,
        tls: TLSConfiguration,
        conflictPolicy: ConflictPolicy = .replacesFormer,
        configure: (inout ServerConfiguration) -> Void = { _ in }
    ) throws {
        let decoy = SCRAMDecoy(seed: .random(), iterations: AccountTable.iterations)
        var session = ServerConfiguration(domains: [domain], decoy: decoy)
        session.streamManagement.maximumAbsence = 60
        configure(&session)
        let transcript = Transcript()
        func listener(
            _ policy: ServerConfiguration.TLSPolicy, webSocketPath: String? = nil
        ) throws -> Listener {
            guard let address = SocketAddress("127.0.0.1", port: 0) else { throw LocalError.unexpectedInput }
            var configuration = ListenerConfiguration(session: session, tls: tls, address: address)
            configuration.session.tls = policy
            configuration.webSocketPath = webSocketPath
            configuration.observer = { transcript.record($0, $1) }
            return try Listener(configuration)
        }
        listeners = [
            try listener(session.tls), try listener(.direct),
            try listener(.none, webSocketPath: Self.webSocketPath),
            try listener(.direct, webSocketPath: Self.webSocketPath),
        ]
        ports = Ports(
            stream: listeners[0].address.port,
            directTLS: listeners[1].address.port,
            webSocket: listeners[2].address.port,
            secureWebSocket: listeners[3].address.port
        )
        self.domain = domain.domainPart
        self.conflictPolicy = conflictPolicy
        self.transcript = transcript
        router = Mutex(Router(domain: self.domain))
        for listener in listeners { accept(from: listener) }
    }

    deinit { stop() }

    /// Stops to listen, and closes all connections at once.
    public func stop() {
        for listener in listeners { listener.close() }
        for task in tasks.withLock({ $0 }) { task.cancel() }
    }

    /// By which mechanisms clients have logged in, one for each login.
    public var mechanisms: [SASLMechanism] { transcript.mechanisms }

    /// What was said on all connections, in the clear.
    public var log: String { transcript.text }

    /// Makes an account.
    public func addAccount(_ name: String, password: String) throws {
        try accounts.withLock { accounts in
            try accounts.setPassword(Secret(password), of: name, iterations: AccountTable.iterations)
        }
        let account = try JID(local: name, domain: domain.domain)
        router.withLock { $0.addAccount(account) }
    }

    /// Makes two accounts contacts that see each other's presence.
    public func befriend(_ a: String, _ b: String) throws {
        let (a, b) = (try JID(local: a, domain: domain.domain), try JID(local: b, domain: domain.domain))
        router.withLock { $0.befriend(a, b) }
    }

    // MARK: - Connections

    /// The task holds the server only while it deals with something, so that it can be let go of.
    private func accept(from listener: Listener) {
        let task = Task { [weak self, counter] in
            await withDiscardingTaskGroup { group in
                for await connection in listener {
                    let order = counter.next()
                    group.addTask { [weak self] in
                        var client = SampleClient(connection, order: order)
                        do {
                            for try await event in connection {
                                guard let self else { return }
                                try await self.handle(event, of: &client)
                            }
                        } catch {
                            // The end has come between a question and its answer, and is told by the last event.
                            while let event = try? await connection.makeAsyncIterator().next() {
                                if case .ended = event { try? await self?.handle(event, of: &client) }
                            }
                        }
                    }
                }
            }
        }
        tasks.withLock { $0.append(task) }
    }

    private func handle(_ event: ServerEvent, of client: inout SampleClient) async throws {
        let connection = client.connection
        switch event {
        case .credentialsNeeded(.hashedTokens(let name, let mechanism), _):
            let id = await connection.userAgent?.id ?? ""
            try await connection.answer(tokens.withLock { $0.tokens(of: name, id, for: mechanism) })
        case .tokenUsed(let use):
            try await connection.answerTokenUse(isAccepted: tokens.withLock { $0.record(use) })
        case .tokenRequested(let request):
            try await connection.issueToken(expiry: tokens.withLock { $0.add(request) })
        case .upgradesOffered: try await connection.answerUpgrades([])
        case .credentialsNeeded(let question, _):
            try await connection.answer(accounts.withLock { $0.answer(to: question) })
        case .authenticated(let account, _):
            client.account = account
            router.withLock { $0.addAccount(account) }
        case .accountRequested(let request): try await answer(request, of: client)
        case .resourceRequested(let resource): try await bind(resource, for: &client)
        case .resumptionRequested(let id): try await resume(id, for: &client)
        case .streamManagementEnabled(let id?):
            if let mailbox = client.mailbox { router.withLock { $0.setResumptionID(id, of: mailbox) } }
        case .stanza(let stanza): await deliver(router.withLock { $0.route(stanza) })
        case .ended(let ending): await end(ending, of: client)
        default: break
        }
    }

    private func answer(_ request: AccountRequest, of client: SampleClient) async throws {
        switch request {
        case .registration(let registration):
            let (name, password) = (registration.fields[.username] ?? "", registration.fields[.password] ?? "")
            try await client.connection.answerAccountRequest(register(name, password))
        case .passwordChange(let password):
            let name = client.account?.local ?? ""
            let isThere = try accounts.withLock { accounts in
                // Another client may have removed the account.
                guard accounts.contains(name) else { return false }
                try accounts.setPassword(password, of: name, iterations: AccountTable.iterations)
                return true
            }
            guard isThere else {
                try await client.connection.answerAccountRequest(StanzaError(.itemNotFound))
                return
            }
            // Who knew the former password has no business with the account any more.
            tokens.withLock { $0.remove(client.account?.local ?? "") }
            try await client.connection.answerAccountRequest()
        case .removal:
            accounts.withLock { $0.remove(client.account?.local ?? "") }
            tokens.withLock { $0.remove(client.account?.local ?? "") }
            if let account = client.account {
                let others = router.withLock { $0.clients(of: account) }.map(\.mailbox)
                await deliver(router.withLock { $0.removeAccount(account) })
                for other in others where other !== client.mailbox { await other.evict() }
            }
            try await client.connection.answerAccountRequest()
        }
    }

    /// Returns what speaks against it.
    private func register(_ name: String, _ password: String) -> StanzaError? {
        guard !password.isEmpty, let account = try? JID(local: name, domain: domain.domain), let name = account.local
        else { return StanzaError(.notAcceptable) }
        guard !accounts.withLock({ $0.contains(name) }) else { return StanzaError(.conflict) }
        do {
            try addAccount(name, password: password)
            return nil
        } catch {
            return StanzaError(.notAcceptable)
        }
    }

    // MARK: - Resources

    private func bind(_ resource: String?, for client: inout SampleClient) async throws {
        let resource = resource ?? "client-\(UUID().uuidString.prefix(8))"
        guard let jid = try client.account?.with(resource: resource) else { return }
        let mailbox = Mailbox(jid, client.connection, order: client.order)
        admission: while true {
            switch router.withLock({ $0.admit(mailbox, upTo: Self.maximumResources) }) {
            case .admitted: break admission
            case .tooMany:
                try await client.connection.refuseBinding(StanzaError(.resourceConstraint))
                return
            case .taken(let former):
                guard conflictPolicy == .replacesFormer else {
                    try await client.connection.refuseBinding(StanzaError(.conflict))
                    return
                }
                await leave(former, lost: await former.displace())
            }
        }
        client.mailbox = mailbox
        try await client.connection.bind(resource: resource)
    }

    private func resume(_ id: String, for client: inout SampleClient) async throws {
        let account = client.account
        // Whose stream it is the session checks, too; but a stranger must not even interrupt it.
        let mailbox = router.withLock { $0.mailbox(ofStream: id) }.flatMap { $0.jid.bare == account ? $0 : nil }
        guard let mailbox else {
            _ = try await client.connection.resume(nil)
            return
        }
        do {
            if try await mailbox.resume(on: client.connection, order: client.order) {
                client.mailbox = mailbox
                return
            }
        } catch {
            await awaitReturn(to: mailbox)
            throw error
        }
        await awaitReturn(to: mailbox)
    }

    private func end(_ ending: Ending, of client: SampleClient) async {
        guard let mailbox = client.mailbox else { return }
        switch await mailbox.end(client.connection, ending) {
        case .goesOn: return
        case .left(let lost): await leave(mailbox, lost: lost)
        case .away: await awaitReturn(to: mailbox)
        }
    }

    /// Gives a client that is away the time that it was promised to come back.
    private func awaitReturn(to mailbox: Mailbox) async {
        guard let seconds = await mailbox.absence else { return }
        let task = Task { [weak self] in
            try? await Task.sleep(for: .seconds(seconds + 1))
            guard !Task.isCancelled, let lost = await mailbox.expire() else { return }
            await self?.leave(mailbox, lost: lost)
        }
        tasks.withLock { $0.append(task) }
    }

    /// A client is gone for good: others are told, and what it has not had goes to where its account is otherwise.
    private func leave(_ mailbox: Mailbox, lost: [Element]) async {
        await deliver(router.withLock { $0.remove(mailbox) })
        for element in lost { await deliver(router.withLock { $0.redirect(element, from: mailbox) }) }
    }

    private func deliver(_ deliveries: [Router.Delivery]) async {
        for delivery in deliveries {
            let element = delivery.element
            switch await delivery.receiver.deliver(element) {
            case .accepted: break
            case .gone: await deliver(router.withLock { $0.redirect(element, from: delivery.receiver) })
            case .full: await deliver(router.withLock { $0.refuse(element) })
            }
        }
    }
}

/// Counts from one.
private final class Counter: Sendable {
    private let count = Atomic(0)

    func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}

/// What the server knows of a connection.
private struct SampleClient {
    let connection: ServerConnection
    /// The how manyth connection it is.
    let order: Int
    var account: JID?
    var mailbox: Mailbox?

    init(_ connection: ServerConnection, order: Int) {
        self.connection = connection
        self.order = order
    }
}

extension JID {
    /// The domain alone.
    var domainPart: JID { (try? JID(domain)) ?? self }
}
