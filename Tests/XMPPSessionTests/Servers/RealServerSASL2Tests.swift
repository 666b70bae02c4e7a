import TestServers
import Testing
import XMPPAddress
import XMPPExtensions
import XMPPSASL
import XMPPStanzas

@testable import XMPPSession

extension RealServers {
    /// SASL2, Bind 2, FAST and inline resumption with the modules of Prosody's community.
    @Suite(.needs(.prosody), .needs(.prosodyModules))
    struct SASL2 {
        private static let modules = ["sasl2", "sasl2_bind2", "sasl2_fast", "sasl2_sm"]
        private static let clientID = "d4565fa7-4d72-4749-b3d3-740edbf87770"

        private static func driver(
            _ server: ProsodyServer,
            _ account: TestAccount,
            _ configure: (inout ClientConfiguration) -> Void = { _ in }
        ) throws -> BlockingDriver {
            try RealServers.driver(server, account, permitsBinding: { _ in true }) {
                $0.sasl2.userAgent = SASL2UserAgent(id: clientID, software: "StanzaKit")
                $0.sasl2.resourceTag = "Kit"
                $0.sasl2.enablesCarbons = true
                configure(&$0)
            }
        }

        /// What happened up to an event.
        private static func names(_ driver: BlockingDriver, until event: String) throws -> [String] {
            var names: [String] = []
            try driver.run {
                names.append($0.name)
                return $0.name == event
            }
            return names
        }

        @Test func everythingIsHadInOneLogin() throws {
            let server = try ProsodyServer(modules: Self.modules)
            let account = try server.makeAccount()
            let driver = try Self.driver(server, account)
            let names = try Self.names(driver, until: "streamManagementEnabled")
            #expect(names.suffix(3) == ["authenticated", "bound", "streamManagementEnabled"])
            #expect(names.filter { $0 == "streamOpened" }.count == 2, "one before TLS, one behind it")
            #expect(driver.session.boundJID?.resource?.hasPrefix("Kit") == true)
            let other = try Self.driver(server, account)
            try other.run { $0.name == "streamManagementEnabled" }
            let address = try #require(driver.session.boundJID)
            _ = try other.act { try $0.send(Message(to: address) { Body("hello") }, now: $1) }
            try driver.run { RealServers.body($0) == "hello" }
        }

        @Test func tokenLogsInUntilItIsInvalidated() throws {
            let server = try ProsodyServer(modules: Self.modules)
            let account = try server.makeAccount()
            var issued: IssuedToken?
            let first = try Self.driver(server, account) { $0.sasl2.requestsToken = true }
            try first.run {
                if case .tokenIssued(let token) = $0 { issued = token }
                return $0.name == "bound"
            }
            let token = try #require(issued)
            for isLast in [false, true] {
                let next = try Self.driver(server, account) {
                    $0.credentials.password = nil
                    $0.credentials.hashedToken = (token.mechanism, token.token)
                    $0.sasl2.invalidatesToken = isLast
                }
                var mechanism: SASLMechanism?
                try next.run {
                    if case .authenticated(let outcome) = $0 { mechanism = outcome.mechanism }
                    return $0.name == "bound"
                }
                #expect(mechanism == token.mechanism)
            }
            let late = try Self.driver(server, account) {
                $0.credentials.password = nil
                $0.credentials.hashedToken = (token.mechanism, token.token)
            }
            #expect(RealServers.ending(late)?.causeName == "authenticationRefused")
        }

        @Test func streamIsResumedWithinTheLogin() throws {
            let server = try ProsodyServer(modules: Self.modules)
            let account = try server.makeAccount()
            let first = try Self.driver(server, account)
            try first.run { $0.name == "streamManagementEnabled" }
            first.cut()
            try? first.run { _ in false }
            let stream = try #require(first.session.ending?.resumption)
            let second = try Self.driver(server, account) { $0.resumption = stream }
            let names = try Self.names(second, until: "resumed")
            #expect(names.suffix(2) == ["authenticated", "resumed"])
            #expect(second.session.boundJID == stream.jid)
            let id = second.session.makeID()
            _ = try second.act { session, now in
                try session.send(IQ(get: Ping(), to: stream.jid.domainOnly, id: id), now: now)
            }
            try second.run { $0.name == "response" }
        }
    }
}
