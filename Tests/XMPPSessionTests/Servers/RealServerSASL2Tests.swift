import TestServers
import Testing
import XMPPAddress
import XMPPExtensions
import XMPPSASL
import XMPPStanzas

@testable import XMPPSession

extension RealServers {
    /// SASL2, Bind 2 and FAST with the modules of Prosody's community.
    @Suite(.needs(.prosody), .needs(.prosodyModules))
    struct SASL2 {
        private static let clientID = "d4565fa7-4d72-4749-b3d3-740edbf87770"

        private static func driver(
            _ server: ProsodyServer,
            _ account: TestAccount,
            _ way: Way = .startTLS,
            _ configure: (inout ClientConfiguration) -> Void = { _ in }
        ) throws -> BlockingDriver {
            func configureAll(_ configuration: inout ClientConfiguration) {
                configuration.sasl2.userAgent = SASL2UserAgent(id: clientID, software: "StanzaKit")
                configuration.sasl2.resourceTag = "Kit"
                configuration.sasl2.enablesCarbons = true
                configure(&configuration)
            }
            return try RealServers.driver(server, account, way, configure: configureAll)
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

        /// Closes a stream, and waits until the server has closed it too.
        private static func close(_ driver: BlockingDriver) throws {
            try driver.act { try $0.close(now: $1) }
            try driver.run { $0.name == "ended" }
        }

        @Test func everythingIsHadInOneLogin() throws {
            let server = try ProsodyServer(offersSASL2: true)
            let account = try server.makeAccount()
            let driver = try Self.driver(server, account)
            let names = try Self.names(driver, until: "streamManagementEnabled")
            // Stream management is not among what can be had inline there; it is asked for when the features have come.
            #expect(names.suffix(4) == ["authenticated", "bound", "features", "streamManagementEnabled"])
            #expect(names.filter { $0 == "streamOpened" }.count == 2, "one before TLS, one behind it")
            #expect(driver.session.boundJID?.resource?.hasPrefix("Kit") == true)
            // It would get the same resource as the same client, which those modules cannot refuse.
            let other = try Self.driver(server, account) { $0.sasl2.userAgent?.id = "another" }
            try other.run { $0.name == "streamManagementEnabled" }
            let address = try #require(driver.session.boundJID)
            _ = try other.act { try $0.send(Message(to: address) { Body("hello") }, now: $1) }
            try driver.run { RealServers.body($0) == "hello" }
        }

        @Test func tokenLogsInUntilItIsInvalidated() throws {
            let server = try ProsodyServer(offersSASL2: true)
            let account = try server.makeAccount()
            var issued: IssuedToken?
            let first = try Self.driver(server, account) { $0.sasl2.requestsToken = true }
            try first.run {
                if case .tokenIssued(let token) = $0 { issued = token }
                return $0.name == "bound"
            }
            let token = try #require(issued)
            try Self.close(first)
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
                try Self.close(next)
            }
            let late = try Self.driver(server, account) {
                $0.credentials.password = nil
                $0.credentials.hashedToken = (token.mechanism, token.token)
            }
            #expect(RealServers.ending(late)?.causeName == "authenticationRefused")
        }

        /// A driver that has sent a token behind its header, without waiting for anything.
        private static func ahead(
            _ server: ProsodyServer, _ account: TestAccount, _ way: Way, _ cached: StreamFeatures, _ token: IssuedToken
        ) throws -> BlockingDriver {
            let driver = try driver(server, account, way) {
                $0.credentials.hashedToken = (token.mechanism, token.token)
                $0.sasl2.cachedFeatures = cached
            }
            try driver.run { $0.name == "mechanismChosen" }
            // The server cannot have said anything yet.
            if case .authenticatingInline(let login) = driver.session.state {
                #expect(login.awaited == .header)
            } else {
                Issue.record("\(driver.session.state)")
            }
            return driver
        }

        /// Who knows the features does not wait for them, and hears in their place whether the token is good.
        @Test(arguments: [Way.startTLS, .directTLS])
        func tokenIsSentAheadOfTheFeatures(way: Way) throws {
            let server = try ProsodyServer(offersSASL2: true)
            let account = try server.makeAccount()
            var (issued, cached, isSecured): (IssuedToken?, StreamFeatures?, Bool) = (nil, nil, false)
            let first = try Self.driver(server, account, way) { $0.sasl2.requestsToken = true }
            try first.run { event in
                switch event {
                case .secured: isSecured = true
                case .features(let features) where isSecured && cached == nil: cached = features
                case .tokenIssued(let token): issued = token
                default: break
                }
                return event.name == "bound"
            }
            try Self.close(first)
            let (token, features) = (try #require(issued), try #require(cached))
            let second = try Self.ahead(server, account, way, features, token)
            let names = try Self.names(second, until: "bound")
            #expect(names == ["streamOpened", "features", "authenticated", "bound"])
            try Self.close(second)
            let worthless = IssuedToken(mechanism: token.mechanism, token: Secret("worthless"), expiry: token.expiry)
            let third = try Self.ahead(server, account, way, features, worthless)
            // Those modules know no password on a stream any more on which a token was tried.
            let refused = try Self.names(third, until: "tokenRefused")
            #expect(refused == ["streamOpened", "features", "tokenRefused"])
        }
    }
}
