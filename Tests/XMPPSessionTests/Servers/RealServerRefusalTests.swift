import TestServers
import Testing
import XMPPAddress
import XMPPSASL
import XMPPTLS

@testable import XMPPSession

extension RealServers {
    /// Logins that a server refuses, and servers that a client refuses.
    @Suite struct Refusals {
        @Test(arguments: ServerKind.expected, [Way.startTLS, .directTLS])
        func wrongPasswordIsRefused(_ kind: ServerKind, _ way: Way) throws {
            let server = try kind.shared()
            let account = try server.makeAccount()
            let driver = try driver(
                server, account, way,
                configure: { $0.credentials = SASLCredentials(username: account.name, password: Secret("wrong")) })
            guard case .authenticationRefused(.notAuthorized, _)? = ending(driver)?.cause else {
                Issue.record("\(String(describing: driver.session.ending))")
                return
            }
        }

        @Test(arguments: ServerKind.expected) func unknownAccountIsRefused(_ kind: ServerKind) throws {
            let driver = try driver(kind.shared(), TestAccount())
            guard case .authenticationRefused(.notAuthorized, _)? = ending(driver)?.cause else {
                Issue.record("\(String(describing: driver.session.ending))")
                return
            }
        }

        @Test(arguments: ServerKind.expected) func unknownHostIsAStreamError(_ kind: ServerKind) throws {
            let elsewhere = try JID("juliet@elsewhere.test")
            let driver = try driver(kind.shared(), TestAccount(), configure: { $0.account = elsewhere })
            guard case .streamError(let error)? = ending(driver)?.cause else {
                Issue.record("\(String(describing: driver.session.ending))")
                return
            }
            #expect(error.condition == .hostUnknown)
        }

        static let ways = [Way.startTLS, .directTLS].flatMap { way in TLSVersion.allCases.map { (way, $0) } }

        @Test(arguments: ServerKind.expected, ways)
        func expiredCertificateIsNotAccepted(_ kind: ServerKind, _ way: (Way, TLSVersion)) throws {
            try Self.expectRejection(kind, way, at: .expired, "expired")
        }

        @Test(arguments: ServerKind.expected, ways)
        func certificateOfAnotherNameIsNotAccepted(_ kind: ServerKind, _ way: (Way, TLSVersion)) throws {
            try Self.expectRejection(kind, way, at: .wrongName, "it is not a certificate for wrongname.test")
        }

        @Test(arguments: ServerKind.expected, ways)
        func certificateOfAStrangeAuthorityIsNotAccepted(_ kind: ServerKind, _ way: (Way, TLSVersion)) throws {
            try Self.expectRejection(kind, way, at: .good, "certificate", trust: TLSTrust(anchors: .system))
        }

        private static func expectRejection(
            _ kind: ServerKind, _ way: (way: Way, version: TLSVersion), at domain: TestDomain, _ words: String,
            trust: TLSTrust? = nil
        ) throws {
            let server = try kind.shared()
            let account = try server.makeAccount(at: domain)
            let driver = try driver(
                server, account, way.way,
                tls: { tls in
                    (tls.minimumVersion, tls.maximumVersion) = (way.version, way.version)
                    if let trust { tls.trust = trust }
                })
            guard case .tlsFailed(let reason)? = ending(driver, before: "secured")?.cause else {
                Issue.record("\(String(describing: driver.session.ending))")
                return
            }
            #expect(reason.contains("certificate-rejected"))
            #expect(reason.contains(words), "\(reason)")
        }
    }
}
