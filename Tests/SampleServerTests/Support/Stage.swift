import Foundation
import SampleServer
import Synchronization
import TestServers
import XMPPAddress
import XMPPExtensions
import XMPPSASL
import XMPPSession
import XMPPStanzas
import XMPPTLS
import XMPPTransport
import XMPPWebSocket

/// A server with two accounts, `romeo` and `juliet`, who are contacts of each other.
struct Stage {
    static let domain = TestDomain.good.rawValue
    static let password = "pass word & 'quotes'"

    let server: SampleServer

    init(
        conflictPolicy: SampleServer.ConflictPolicy = .replacesFormer,
        configure: (inout ServerConfiguration) -> Void = { _ in },
        tls change: (inout TLSConfiguration) -> Void = { _ in }
    ) throws {
        let files = try Self.credentials.get()
        var tls = TLSConfiguration(identities: [
            try TLSIdentity(
                certificateChain: Array(Data(contentsOf: files.certificate)),
                privateKey: Array(Data(contentsOf: files.key)))
        ])
        change(&tls)
        server = try SampleServer(
            domain: JID(Self.domain), tls: tls, conflictPolicy: conflictPolicy, configure: configure)
        for name in ["romeo", "juliet"] { try server.addAccount(name, password: Self.password) }
        try server.befriend("romeo", "juliet")
    }

    /// The same for a foreign client, with what it cannot do without.
    init(
        for one: ForeignCase,
        configure: (inout ServerConfiguration) -> Void = { _ in },
        tls change: (inout TLSConfiguration) -> Void = { _ in }
    ) throws {
        try self.init(configure: configure) { tls in
            tls.maximumVersion = one.program.newestTLS
            change(&tls)
        }
    }

    private static let credentials = Result {
        try TestAuthority.shared.get().certify("sample-server", alternativeName: "DNS:\(domain)")
    }

    /// Trust in the authority of the tests.
    static func trust() throws -> TLSTrust {
        TLSTrust(anchors: .pem(Array(try Data(contentsOf: TestAuthority.shared.get().certificate))))
    }

    func port(_ carrier: ForeignProgram.Carrier) -> UInt16 {
        switch carrier {
        case .startTLS: server.ports.stream
        case .directTLS: server.ports.directTLS
        case .webSocket: server.ports.webSocket
        case .secureWebSocket: server.ports.secureWebSocket
        }
    }

    /// Starts a foreign client as `romeo`.
    func foreign(
        _ one: ForeignCase, password: String = Stage.password, port: UInt16? = nil
    ) throws -> ForeignClient {
        try ForeignClient(
            one.program.command(), account: "romeo@\(Self.domain)", password: password,
            port: port ?? self.port(one.carrier), carrier: one.carrier)
    }

    /// Waits until so many connections have ended at the server.
    func waitForEndings(_ count: Int) async throws {
        let deadline = ContinuousClock.now + .seconds(40)
        while server.log.split(separator: "\n").count(where: { $0.contains(" ended: ") }) < count {
            guard ContinuousClock.now < deadline else { throw ServerFailure("no connection has ended") }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Settings of our client.
    func configuration(
        _ name: String = "juliet", password: String = Stage.password, resource: String? = nil,
        by carrier: ForeignProgram.Carrier = .startTLS
    ) throws -> ConnectionConfiguration {
        var session = ClientConfiguration(
            account: try JID("\(name)@\(Self.domain)"),
            credentials: SASLCredentials(username: name, password: Secret(password)))
        if let resource { session.resource = .named(resource) }
        session.answeredRequests = [Roster.element]
        session.tls =
            switch carrier {
            case .startTLS: .required
            case .directTLS, .secureWebSocket: .direct
            case .webSocket: .none
            }
        var configuration = ConnectionConfiguration(session: session)
        configuration.tls.trust = try Self.trust()
        configuration.resolver = LoopbackResolver()
        let port = port(carrier)
        switch carrier {
        case .startTLS, .directTLS: configuration.server = .at(host: "127.0.0.1", port: port)
        case .webSocket, .secureWebSocket:
            let url = "\(carrier.rawValue)://\(Self.domain):\(port)\(SampleServer.webSocketPath)"
            configuration.server = .webSocket(try WebSocketURL(url))
        }
        return configuration
    }

    /// Our client as `juliet`, online.
    func juliet(by carrier: ForeignProgram.Carrier = .startTLS) async throws -> OwnClient {
        let client = try OwnClient(configuration("juliet", resource: "balcony", by: carrier))
        try await client.goOnline()
        return client
    }
}

/// Our client, with everything that has come to it.
final class OwnClient: Sendable {
    let connection: ClientConnection
    private let box = EventBox()
    private let task: Task<Void, Never>

    init(_ configuration: ConnectionConfiguration) throws {
        let connection = try ClientConnection(configuration)
        self.connection = connection
        task = Task { [box] in
            do {
                for try await event in connection { box.events.withLock { $0.append(event) } }
            } catch {}
            box.isComplete.withLock { $0 = true }
        }
    }

    private final class EventBox: Sendable {
        let events = Mutex<[ClientEvent]>([])
        let isComplete = Mutex(false)
    }

    deinit { task.cancel() }

    func goOnline() async throws {
        _ = try await connection.established()
        try await connection.send(Presence())
    }

    /// What of the events is wanted, in order.
    func all<Value>(_ pick: (ClientEvent) -> Value?) -> [Value] {
        let events = box.events.withLock { $0 }
        return events.compactMap(pick)
    }

    /// Waits until so many events are as wanted.
    @discardableResult
    func wait<Value>(count: Int = 1, for pick: (ClientEvent) -> Value?) async throws -> [Value] {
        let deadline = ContinuousClock.now + .seconds(40)
        while true {
            let isComplete = box.isComplete.withLock { $0 }
            let wanted = all(pick)
            if wanted.count >= count { return wanted }
            guard !isComplete, ContinuousClock.now < deadline else {
                throw ServerFailure("waited in vain: \(all { "\($0)" }.suffix(10))")
            }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    func close() async { await connection.close() }
}

extension ClientEvent {
    var message: Message? {
        if case .stanza(.message(let message)) = self { message } else { nil }
    }

    var presence: Presence? {
        if case .stanza(.presence(let presence)) = self { presence } else { nil }
    }

    var ending: Ending? {
        if case .ended(let ending) = self { ending } else { nil }
    }
}

/// Finds every name on this machine.
private struct LoopbackResolver: Resolver {
    func services(_ name: String) async throws -> [ServiceRecord] { [] }
    func addresses(of host: String) async throws -> [SocketAddress] {
        SocketAddress("127.0.0.1", port: 0).map { [$0] } ?? []
    }
}
