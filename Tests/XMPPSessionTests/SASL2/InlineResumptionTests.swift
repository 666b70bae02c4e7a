import Testing
import XMLStream
import XMPPAddress
import XMPPExtensions
import XMPPSASL
import XMPPStanzas

@testable import XMPPSession

/// Resumption within the login (XEP-0198 §9.2), client against server.
@Suite struct InlineResumptionTests {
    private static func cut(_ application: InlineApplication) throws -> ResumableStream {
        let pair = try SessionPair(application)
        try pair.run()
        let now = Instant(milliseconds: 0)
        // On its way when the connection is lost.
        pair.meddle = { $0.contains("<message") ? "" : $0 }
        _ = try pair.client.send(Message(to: JID("romeo@example.net")) { Body("lost") }, now: now)
        try pair.settle()
        try pair.loseTransport()
        return try #require(pair.client.ending?.resumption)
    }

    @Test func streamIsResumedWithinTheLogin() throws {
        let application = try InlineApplication()
        let stream = try Self.cut(application)
        let pair = try SessionPair(application, seed: 2) { $0.resumption = stream }
        try pair.run()
        #expect(pair.fromClient.contains("<resume xmlns='urn:xmpp:sm:3' h='0' previd='\(stream.id)'/><bind"))
        #expect(pair.fromServer.contains("<resumed xmlns='urn:xmpp:sm:3' h='0' previd='\(stream.id)'/></success>"))
        #expect(!pair.fromServer.contains("<bound"), "the binding is passed over (XEP-0386 §3.2)")
        #expect(pair.fromServer.count(of: "<stream:features") == 1, "no features follow (XEP-0198 §9.2)")
        #expect(pair.clientNames.suffix(3) == ["authenticated", "resumed", "acknowledged"])
        #expect(pair.client.boundJID == stream.jid)
        #expect(pair.serverNames.suffix(2) == ["resumed", "stanza"], "what was lost is sent again")
    }

    @Test func lostStreamIsReplacedByABindingInTheSameLogin() throws {
        let application = try InlineApplication()
        let stream = try Self.cut(application)
        application.detached = [:]
        let pair = try SessionPair(application, seed: 2) { $0.resumption = stream }
        try pair.run()
        #expect(
            pair.clientNames.suffix(5) == [
                "authenticated", "resumptionFailed", "bound", "streamManagementEnabled", "features",
            ])
        #expect(pair.client.boundJID != nil && pair.client.boundJID != stream.jid)
        #expect(pair.fromServer.contains("<failed xmlns='urn:xmpp:sm:3'><item-not-found"))
        #expect(pair.fromClient.count(of: "<stream:stream") == 1)
    }

    @Test func streamOfAnotherIsNotHandedOver() throws {
        let application = try InlineApplication()
        let stream = try Self.cut(application)
        application.accounts.setKeys(
            [try #require(application.accounts.keys(of: "juliet", hash: .sha256))], of: "tybalt")
        let pair = try SessionPair(application, seed: 2) {
            $0.account = (try? JID("tybalt@example.com")) ?? $0.account
            $0.credentials.username = "tybalt"
            $0.resumption = stream
        }
        try pair.run()
        #expect(pair.clientNames.contains("resumptionFailed"))
        #expect(pair.client.boundJID?.local == "tybalt")
        #expect(application.detached[stream.id] != nil, "it still waits for its own client")
    }

    @Test func expiredStreamIsNotAskedFor() throws {
        let application = try InlineApplication()
        var stream = try Self.cut(application)
        stream.lostAt = Instant(milliseconds: -10_000_000)
        let pair = try SessionPair(application, seed: 2) { $0.resumption = stream }
        try pair.run()
        #expect(!pair.fromClient.contains("<resume"))
        #expect(pair.clientNames.contains("resumptionFailed"))
        #expect(pair.client.boundJID != nil)
    }

    @Test func whatIsSentDuringTheLoginGoesOutBehindIt() throws {
        let application = try InlineApplication()
        let stream = try Self.cut(application)
        let pair = try SessionPair(application, seed: 2) { $0.resumption = stream }
        _ = try pair.client.send(
            Message(to: JID("romeo@example.net")) { Body("later") }, now: Instant(milliseconds: 0))
        try pair.run()
        let bodies = pair.serverEvents.compactMap { event -> String? in
            if case .stanza(.message(let message)) = event { message.body } else { nil }
        }
        #expect(bodies == ["lost", "later"])
    }

    /// No features follow that could say what the server takes: what it said before holds (XEP-0478).
    @Test func limitsOutliveTheConnection() throws {
        let application = try InlineApplication()
        let stream = try Self.cut(application)
        let pair = try SessionPair(application, seed: 2) { $0.resumption = stream }
        let text = String(repeating: "x", count: 300_000)
        let number = try pair.client.send(
            Message(to: JID("romeo@example.net")) { Body(text) }, now: Instant(milliseconds: 0))
        try pair.run()
        #expect(pair.clientNames.suffix(4) == ["authenticated", "resumed", "notSent", "acknowledged"])
        let refused = pair.clientEvents.compactMap { event -> UInt64? in
            if case .notSent(let stanza, _) = event { stanza.number } else { nil }
        }
        #expect(refused == [number])
        #expect(pair.serverNames.last == "stanza", "the stream goes on")
    }
}
