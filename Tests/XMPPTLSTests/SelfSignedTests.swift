import Foundation
import Testing

@testable import XMPPTLS

/// Identities that nobody else vouches for.
struct SelfSignedTests {
    private func connect(
        _ identity: TLSIdentity, trust: TLSTrust, domain: String, at time: Date = Date()
    ) throws -> Pair {
        let pair = try Pair(
            client: TLSContext(.client, configuration: TLSConfiguration(trust: trust)),
            server: TLSContext(.server, configuration: TLSConfiguration(identities: [identity])),
            domain: domain,
            time: Int64(time.timeIntervalSince1970)
        )
        pair.run()
        return pair
    }

    @Test(arguments: ["localhost", "127.0.0.1", "::1", "a.example.test", "xn--bcher-kva.test"])
    func isAcceptedByWhoTrustsIt(_ domain: String) throws {
        let identity = try TLSIdentity.selfSigned(
            for: ["localhost", "127.0.0.1", "::1", "*.example.test", "xn--bcher-kva.test"])
        let trust = TLSTrust(anchors: .pem(identity.certificatePEM))
        let pair = try connect(identity, trust: trust, domain: domain)
        #expect(pair.clientSide.handshake?.peerCertificate?.failures == [])
        let other = try connect(identity, trust: trust, domain: "other.test")
        #expect(other.clientSide.failure == .certificateRejected)
    }

    @Test func isAcceptedByNobodyElse() throws {
        let identity = try TLSIdentity.selfSigned(for: ["localhost"])
        let pair = try connect(identity, trust: TLSTrust(), domain: "localhost")
        #expect(pair.clientSide.failure == .certificateRejected)
        // Another one for the same name is another one.
        let other = try TLSIdentity.selfSigned(for: ["localhost"])
        let stranger = try connect(identity, trust: TLSTrust(anchors: .pem(other.certificatePEM)), domain: "localhost")
        #expect(stranger.clientSide.failure == .certificateRejected)
    }

    @Test func isValidForItsDaysAlone() throws {
        let identity = try TLSIdentity.selfSigned(for: ["localhost"], days: 2)
        let trust = TLSTrust(anchors: .pem(identity.certificatePEM))
        for (days, isValid) in [(-1.0, false), (0, true), (1.9, true), (2.1, false)] {
            let pair = try connect(identity, trust: trust, domain: "localhost", at: Date() + days * 86_400)
            #expect((pair.clientSide.handshake != nil) == isValid, "after \(days) days")
        }
    }

    @Test(
        arguments: [
            ([], 1), (["localhost"], 0), (["localhost"], -1), (["localhost"], 399), (["bücher.test"], 1), (["a b"], 1),
            ([""], 1),
            (["a..b"], 1), (["a,DNS:b"], 1), (["*"], 1), (["localhost", "a\u{0}b"], 1),
            ([String](repeating: "localhost", count: 101), 1),
        ] as [([String], Int)])
    func otherNamesAndTimesAreErrors(_ names: [String], _ days: Int) {
        #expect {
            try TLSIdentity.selfSigned(for: names, days: days)
        } throws: { error in
            (error as? TLSError)?.code == .invalidConfiguration
        }
    }

    @Test func namesAreKnown() throws {
        let names = try TLSIdentity.selfSigned(for: ["localhost", "*.example.test", "192.0.2.1"]).names
        #expect(names.dnsNames == ["localhost", "*.example.test"])
        #expect(names.ipAddresses == [[192, 0, 2, 1]])
    }
}
