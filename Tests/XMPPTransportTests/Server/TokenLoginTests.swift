import Synchronization
import TestServers
import Testing
import XMPPAddress
import XMPPExtensions
import XMPPSASL
import XMPPSession
import XMPPStanzas
import XMPPTLS

@testable import XMPPTransport

/// Logins by tokens (XEP-0484) between our own ends, over sockets and TLS.
@Suite(.needs(.openssl), .timeLimit(.minutes(5)))
struct TokenLoginTests {
    private static let clientID = "d4565fa7-4d72-4749-b3d3-740edbf87770"
    private static let password = Secret("correct horse")

    /// A server with one account, and the tokens of one client.
    private final class Server: Sendable {
        let listener: Listener
        private let slots = Mutex(TokenSlots())
        private let lifetime: Mutex<Int64>
        private let task = Mutex<Task<Void, Never>?>(nil)
        private static let time = DateTime(secondsSinceEpoch: 1_700_000_000)

        /// - Parameter lifetime: How many seconds tokens are good for; with less than a day they are rotated at each use.
        init(_ mechanism: SASLMechanism, lifetime: Int64 = 7 * 86_400) throws {
            self.lifetime = Mutex(lifetime)
            var session = ServerConfiguration(
                domains: [try JID("localhost")], decoy: SCRAMDecoy(seed: Secret("seed"), iterations: 4096))
            session.tls = .required
            session.mechanisms = [.scramSHA256Plus, .scramSHA256]
            session.sasl2 = SASL2Service(tokenMechanisms: [mechanism])
            let address = try #require(SocketAddress("127.0.0.1", port: 0))
            listener = try Listener(
                ListenerConfiguration(session: session, tls: try ServerTLS.configuration(), address: address))
            task.withLock { task in
                task = Task { [listener, weak self] in
                    for await connection in listener { Task { try await self?.serve(connection) } }
                }
            }
        }

        deinit { task.withLock { $0?.cancel() } }

        private func serve(_ connection: ServerConnection) async throws {
            for try await event in connection {
                switch event {
                case .credentialsNeeded(.hashedTokens(_, let mechanism), _):
                    let isKnown = await connection.userAgent?.id == clientID
                    let tokens = slots.withLock { $0.tokens(for: mechanism, at: Self.time) }
                    try await connection.answer(isKnown ? tokens : [])
                case .credentialsNeeded(.scramKeys, _): try await connection.answer(.scramKeys(Self.keys.get()))
                case .tokenRequested(let request):
                    let seconds = Self.time.secondsSinceEpoch + lifetime.withLock { $0 }
                    let expiry = DateTime(secondsSinceEpoch: seconds)
                    slots.withLock { $0.add(request, expiry: expiry) }
                    try await connection.issueToken(expiry: expiry)
                case .tokenUsed(let use):
                    try await connection.answerTokenUse(isAccepted: slots.withLock { $0.record(use) })
                case .resourceRequested(let resource): try await connection.bind(resource: resource)
                default: break
                }
            }
        }

        private static let keys = Result {
            try SCRAMKeys(
                SaltedPassword(password: password, hash: .sha256, salt: Array("saltsalt".utf8), iterations: 4096))
        }
    }

    /// What a login came to.
    private struct Login {
        var mechanism: SASLMechanism?
        var issued: IssuedToken?
        var isBound = false
        var refusal: SASLFailureCondition?
    }

    private static func login(
        _ server: Server, _ version: TLSVersion, token: IssuedToken? = nil, count: Int? = nil
    ) async throws -> Login {
        var credentials = SASLCredentials(username: "juliet", password: token == nil ? password : nil)
        if let token { credentials.hashedToken = (token.mechanism, token.token) }
        var session = ClientConfiguration(account: try JID("juliet@localhost"), credentials: credentials)
        session.sasl2.userAgent = SASL2UserAgent(id: clientID)
        session.sasl2.requestsToken = token == nil
        session.sasl2.tokenCount = count
        var configuration = ConnectionConfiguration(session: session)
        configuration.server = .at(host: "127.0.0.1", port: server.listener.address.port)
        configuration.tls.trust = try ServerTLS.trust()
        configuration.tls.maximumVersion = version
        let connection = try ClientConnection(configuration)
        var login = Login()
        do {
            for try await event in connection {
                switch event {
                case .authenticated(let authentication): login.mechanism = authentication.mechanism
                case .tokenIssued(let token): login.issued = token
                case .tokenRefused(let condition, _): login.refusal = condition
                case .bound:
                    login.isBound = true
                    Task { await connection.close() }
                default: break
                }
            }
        } catch is ConnectionError {
            // The login says what was refused.
        }
        return login
    }

    static let ways: [(SASLMechanism, TLSVersion)] = [
        (.hashedTokenExporter, .tls13), (.hashedTokenUnique, .tls12), (.hashedTokenEndPoint, .tls12),
        (.hashedTokenEndPoint, .tls13), (.hashedToken, .tls13),
    ]

    @Test(arguments: ways) func tokenTakesThePlaceOfThePassword(_ mechanism: SASLMechanism, _ version: TLSVersion)
        async throws
    {
        let server = try Server(mechanism)
        let first = try await Self.login(server, version)
        let token = try #require(first.issued)
        #expect(token.mechanism == mechanism)
        #expect(first.mechanism?.isHashedToken == false)
        let second = try await Self.login(server, version, token: token, count: 1)
        #expect(second.mechanism == mechanism && second.isBound)
        let repeated = try await Self.login(server, version, token: token, count: 1)
        #expect(repeated.refusal == .notAuthorized && !repeated.isBound)
        let third = try await Self.login(server, version, token: token, count: 2)
        #expect(third.mechanism == mechanism && third.isBound)
        withExtendedLifetime(server) {}
    }

    /// The former token is good until the new one was used, and not afterwards.
    @Test(arguments: ways) func tokenIsRotated(_ mechanism: SASLMechanism, _ version: TLSVersion) async throws {
        let server = try Server(mechanism, lifetime: 3600)
        let former = try #require(try await Self.login(server, version).issued)
        let latest = try #require(try await Self.login(server, version, token: former).issued)
        #expect(!latest.token.matches(former.token))
        #expect(try await Self.login(server, version, token: latest).isBound)
        let late = try await Self.login(server, version, token: former)
        #expect(!late.isBound && late.refusal == .notAuthorized)
        withExtendedLifetime(server) {}
    }

    /// What needs `tls-unique` cannot be had over TLS 1.3, where that does not exist (RFC 9266 §3).
    @Test func tokenIsOfNoUseWhereItsBindingIsMissing() async throws {
        let server = try Server(.hashedTokenUnique)
        let token = try #require(try await Self.login(server, .tls12).issued)
        let login = try await Self.login(server, .tls13, token: token)
        #expect(!login.isBound && login.mechanism == nil)
        withExtendedLifetime(server) {}
    }
}
