import Testing
import XMLStream
import XMPPAddress
import XMPPExtensions
import XMPPSASL
import XMPPStanzas

@testable import XMPPSession

/// Upgrade tasks (XEP-0480), client against server.
@Suite struct UpgradeTests {
    private static let service = SASL2Service(upgrades: [.sha512, .sha256], upgradeIterations: 4096)

    @Test func serverGetsTheKeysItLacksAndOffersTheirMechanismNextTime() throws {
        let application = try InlineApplication()
        let pair = try SessionPair(application, service: Self.service) { $0.sasl2.requestsToken = true }
        try pair.run()
        #expect(pair.fromClient.contains("<upgrade xmlns='urn:xmpp:sasl:upgrade:0'>UPGR-SCRAM-SHA-512</upgrade>"))
        #expect(!pair.fromClient.contains("UPGR-SCRAM-SHA-256"), "that is what it logs in with")
        #expect(pair.fromServer.count(of: "<additional-data>") == 1)
        #expect(pair.fromServer.contains("</additional-data><tasks><task>UPGR-SCRAM-SHA-512</task></tasks></continue>"))
        #expect(pair.client.boundJID != nil)
        #expect(application.upgraded.map(\.hash) == [.sha512])
        let names = pair.serverNames
        let upgraded = try #require(names.firstIndex(of: "keysUpgraded"))
        let authenticated = try #require(names.firstIndex(of: "authenticated"))
        #expect(upgraded < authenticated)

        let next = try SessionPair(application, seed: 2, service: Self.service) {
            $0.mechanisms.permitted = [.scramSHA512Plus]
        }
        try next.run()
        #expect(next.mechanism == .scramSHA512Plus)
        #expect(next.client.boundJID != nil)
        #expect(application.upgraded.count == 1, "it has what it needs")
    }

    @Test func severalUpgradesAreDoneOneAfterTheOther() throws {
        let application = try InlineApplication()
        let keys = try SCRAMKeys(
            SaltedPassword(
                password: Secret(Harness.password), hash: .sha1, salt: Array("salt".utf8), iterations: 4096))
        application.accounts.setKeys([keys], of: "juliet")
        let pair = try SessionPair(
            application, service: Self.service, client: { $0.mechanisms = MechanismPolicy() },
            server: { $0.mechanisms = [.scramSHA1Plus, .scramSHA1] })
        try pair.run()
        #expect(application.upgraded.map(\.hash) == [.sha512, .sha256])
        #expect(pair.client.boundJID != nil)
        #expect(pair.fromServer.count(of: "<additional-data>") == 1)
    }

    @Test(arguments: [SASL2Policy.UpgradePolicy.never, .whenBound, .always])
    func policyDecides(policy: SASL2Policy.UpgradePolicy) throws {
        let application = try InlineApplication()
        let pair = try SessionPair(application, service: Self.service) {
            $0.mechanisms.permitted = [.scramSHA256]
            $0.sasl2.upgrades = policy
        }
        try pair.run()
        #expect(pair.client.boundJID != nil)
        #expect(application.upgraded.isEmpty == (policy != .always))
    }
}
