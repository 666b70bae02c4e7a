import Foundation
import TestServers
import Testing
import XMPPAddress
import XMPPSASL
import XMPPStanzas
import XMPPTLS

@testable import XMPPSession

/// Sessions with real servers, by a driver of blocking sockets.
@Suite(.serialized, .showsServerLogs)
enum RealServers {
    @Test(.needs(.prosody)) static func prosodyStarts() throws { _ = try ServerKind.prosody.shared() }
    @Test(.needs(.ejabberd)) static func ejabberdStarts() throws { _ = try ServerKind.ejabberd.shared() }

    /// How a client comes to TLS.
    enum Way: CaseIterable {
        case startTLS, directTLS, plain
    }

    /// A driver that is about to log in to an account.
    static func driver(
        _ server: any TestServer,
        _ account: TestAccount,
        _ way: Way = .startTLS,
        port: UInt16? = nil,
        tls configureTLS: (inout TLSConfiguration) -> Void = { _ in },
        permitsBinding: @escaping (ChannelBindingType) -> Bool = { _ in true },
        configure: (inout ClientConfiguration) -> Void = { _ in }
    ) throws -> BlockingDriver {
        var configuration = ClientConfiguration(
            account: try JID(account.address),
            credentials: SASLCredentials(username: account.name, password: Secret(account.password)))
        configuration.timeouts.step = .seconds(200)
        configuration.timeouts.login = .seconds(400)
        configuration.tls =
            switch way {
            case .startTLS: .required
            case .directTLS: .direct
            case .plain: .none
            }
        configure(&configuration)
        let authority = try Data(contentsOf: TestAuthority.shared.get().certificate)
        var tls = TLSConfiguration(trust: TLSTrust(anchors: .pem(Array(authority))))
        configureTLS(&tls)
        let ownPort =
            switch configuration.tls {
            case .direct: server.directTLSPort
            case .required: server.startTLSPort
            case .preferred, .none: server.plainPort
            }
        return try BlockingDriver(
            configuration, port: port ?? ownPort, tls: tls, permitsBinding: permitsBinding)
    }

    /// A driver that has logged in, with stream management.
    static func loggedIn(_ server: any TestServer, _ account: TestAccount) throws -> BlockingDriver {
        let driver = try driver(server, account)
        try driver.run { $0.name == "streamManagementEnabled" }
        return driver
    }

    /// How a session ended that does not come to an event.
    static func ending(_ driver: BlockingDriver, before event: String = "bound") -> Ending? {
        #expect(throws: BlockingDriver.Failure.self) { try driver.run { $0.name == event } }
        return driver.session.ending
    }

    static func body(_ event: ClientEvent) -> String? {
        guard case .stanza(.message(let message)) = event else { return nil }
        return message.body
    }
}
