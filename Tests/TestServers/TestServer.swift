import Foundation

/// An XMPP server of the tests' own.
public protocol TestServer: Sendable {
    /// Where STARTTLS is required.
    var startTLSPort: UInt16 { get }
    /// Where TLS begins at once (XEP-0368).
    var directTLSPort: UInt16 { get }
    /// Where ``TestDomain/plain`` can be used without TLS.
    var plainPort: UInt16 { get }
    /// Where ``TestDomain/plain`` can be used over WebSocket without TLS (RFC 7395).
    var webSocketPort: UInt16 { get }
    /// Where ``TestDomain/good`` can be used over WebSocket with TLS.
    var secureWebSocketPort: UInt16 { get }
    /// Where ``TestComponent`` can connect to (XEP-0114).
    var componentPort: UInt16 { get }
    /// The path of WebSocket.
    var webSocketPath: String { get }
    /// What it has written down, to see why a test failed.
    var log: String { get }

    /// Makes an account that no other test has.
    func makeAccount(at domain: TestDomain) throws -> TestAccount
    /// Kills it as a crash would.
    func kill()
    /// Starts it again after that, with the same ports and accounts.
    func restart() throws
}

extension TestServer {
    /// Makes an account at ``TestDomain/good`` that no other test has.
    public func makeAccount() throws -> TestAccount { try makeAccount(at: .good) }
}

/// The component that the servers take in.
public enum TestComponent {
    /// What it serves.
    public static let domain = "component.good.test"
    /// What it shares with the server.
    public static let secret = "a secret & 'more'"
}

/// What the servers serve.
public enum TestDomain: String, Sendable, CaseIterable {
    /// Its certificate is as it should be; accounts can be registered and removed.
    case good = "good.test"
    /// Its certificate has expired.
    case expired = "expired.test"
    /// The certificate that it has is that of another domain.
    case wrongName = "wrongname.test"
    /// It can be used without TLS, and PLAIN there too.
    case plain = "plain.test"
    /// Anybody is let in without an account (RFC 4505).
    case anonymous = "anonymous.test"

    /// The certificate's files; a domain with a wrong one has none of its own.
    func credentials(of authority: TestAuthority) throws -> TestAuthority.Credentials? {
        switch self {
        case .wrongName: nil
        case .expired: try authority.certify(rawValue, alternativeName: "DNS:\(rawValue)", days: -1)
        case .good, .plain, .anonymous: try authority.certify(rawValue, alternativeName: "DNS:\(rawValue)")
        }
    }

    /// The files of every domain that has some, made once.
    static let allCredentials = Result {
        let authority = try TestAuthority.shared.get()
        var credentials: [TestDomain: TestAuthority.Credentials] = [:]
        for domain in allCases { credentials[domain] = try domain.credentials(of: authority) }
        return credentials
    }
}

/// An account at a server of the tests.
public struct TestAccount: Hashable, Sendable {
    /// The localpart.
    public let name: String
    /// The domainpart.
    public let domain: TestDomain
    /// The password.
    public let password: String

    /// An account with a name and a password that no other has.
    public init(at domain: TestDomain = .good) {
        let id = UUID().uuidString.lowercased().filter { $0 != "-" }
        name = "u" + id.prefix(12)
        password = "correct horse \(id.suffix(12))"
        self.domain = domain
    }

    /// The bare address.
    public var address: String { "\(name)@\(domain.rawValue)" }
}
