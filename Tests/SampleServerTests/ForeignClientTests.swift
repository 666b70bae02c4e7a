import SampleServer
import TestServers
import Testing
import XMPPAddress
import XMPPSASL
import XMPPSession
import XMPPStanzas
import XMPPTLS

/// Clients over libraries that are not ours, at our server, with our client on the other side.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ForeignClientTests {
    private static let texts = ["Wherefore art thou?", "Ärger & <Spaß> \"'", "🌹 by any other name"]

    /// It logs in with SCRAM, fetches the roster, sees presence, sends and gets messages, and leaves.
    @Test(arguments: ForeignCase.all)
    func converses(_ one: ForeignCase) async throws {
        let stage = try Stage(for: one)
        let juliet = try await stage.juliet()
        let romeo = try stage.foreign(one)
        let address = try JID(await romeo.wait(for: "online")[0])
        #expect(address.bare == (try JID("romeo@\(Stage.domain)")))
        #expect(romeo.said("roster") == ["juliet@\(Stage.domain)"])
        try await romeo.wait(for: "presence") { $0 == "juliet@\(Stage.domain)/balcony available" }
        try await juliet.wait { $0.presence?.from == address && $0.presence?.type == nil ? true : nil }

        for text in Self.texts {
            try romeo.tell("send juliet@\(Stage.domain)/balcony \(text)")
            try await juliet.connection.send(Message(to: address, type: .chat) { Body(text) })
            try await juliet.connection.send(Message(to: address.bare, type: .chat) { Body(text) })
        }
        let heard = try await juliet.wait(count: Self.texts.count) { $0.message }
        #expect(heard.map(\.body) == Self.texts)
        #expect(heard.allSatisfy { $0.from == address })
        let expected = Self.texts.flatMap { text in
            [String](repeating: "juliet@\(Stage.domain)/balcony \(text)", count: 2)
        }
        #expect(try await romeo.wait(for: "message", count: expected.count) == expected)

        try romeo.tell("quit")
        try await romeo.wait(for: "closed")
        try await juliet.wait { $0.presence?.from == address && $0.presence?.type == .unavailable ? true : nil }
        let mechanism = try #require(stage.server.mechanisms.last)
        #expect(mechanism.rawValue.hasPrefix("SCRAM-"))
        await juliet.close()
    }

    /// A wrong password is answered by `not-authorized`, and the client says so.
    @Test(arguments: ForeignCase.all)
    func isRefusedWithAWrongPassword(_ one: ForeignCase) async throws {
        let stage = try Stage(for: one)
        let romeo = try stage.foreign(one, password: "wrong")
        try await romeo.wait(for: "failed")
        #expect(stage.server.log.contains("<not-authorized"))
        #expect(romeo.said("online").isEmpty)
        // The server is none the worse for it.
        try await stage.juliet().close()
    }

    /// Where the server has no mechanism that the client could use, the client gives up, and nothing secret is sent.
    @Test(arguments: ForeignCase.all)
    func givesUpWithoutAMechanismInCommon(_ one: ForeignCase) async throws {
        let stage = try Stage(for: one, configure: { $0.mechanisms = [.oauthBearer] })
        let romeo = try stage.foreign(one)
        try await romeo.wait(for: "failed")
        #expect(romeo.said("online").isEmpty)
    }

    /// What binds the login to TLS is either had by the client, or it gives up; there is no third way.
    @Test(arguments: ForeignCase.all.filter { $0.carrier != .webSocket })
    func bindsTheChannelOrGivesUp(_ one: ForeignCase) async throws {
        let bound: [SASLMechanism] = [.scramSHA512Plus, .scramSHA256Plus, .scramSHA1Plus]
        let stage = try Stage(for: one, configure: { $0.mechanisms = bound })
        let romeo = try stage.foreign(one)
        try await Self.waitForEither(romeo)
        #expect(stage.server.mechanisms.allSatisfy { $0.rawValue.hasSuffix("-PLUS") })
        #expect(romeo.said("online").isEmpty == (stage.server.mechanisms.isEmpty))
    }

    @Test(arguments: ForeignCase.all.filter { $0.carrier != .webSocket }, [TLSVersion.tls12, .tls13])
    func speaksAVersionOfTLSOrGivesUp(_ one: ForeignCase, _ version: TLSVersion) async throws {
        let stage = try Stage(
            for: one,
            tls: { tls in
                tls.minimumVersion = version
                tls.maximumVersion = version
            })
        let romeo = try stage.foreign(one)
        try await Self.waitForEither(romeo)
        #expect(romeo.said("online").isEmpty == (stage.server.mechanisms.isEmpty))
    }

    /// Some give up by ending without a word: gloox 1.0.24 crashes where TLS does not come about.
    private static func waitForEither(_ client: ForeignClient) async throws {
        let deadline = ContinuousClock.now + .seconds(40)
        while client.said("online").isEmpty, client.said("failed").isEmpty, !client.isOver {
            try #require(ContinuousClock.now < deadline, "\(client.transcript.suffix(30))")
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// A client of which nothing is ours logs in and binds in one round trip behind the features (XEP-0388, XEP-0386).
    @Test func logsInBySASL2WithItsAddressOverWebSocket() async throws {
        let one = ForeignCase(program: .websockets, carrier: .secureWebSocket)
        let stage = try Stage(for: one, configure: { $0.sasl2 = SASL2Service() })
        let juliet = try await stage.juliet()
        let romeo = try stage.foreign(one)
        let address = try JID(await romeo.wait(for: "online")[0])
        #expect(address.resource?.hasPrefix("python/") == true)
        try romeo.tell("send juliet@\(Stage.domain)/balcony \(Self.texts[1])")
        #expect(try await juliet.wait { $0.message?.body } == [Self.texts[1]])
        try await juliet.connection.send(Message(to: address, type: .chat) { Body(Self.texts[2]) })
        try await romeo.wait(for: "message") { $0.hasSuffix(Self.texts[2]) }
        try romeo.tell("quit")
        try await romeo.wait(for: "closed")
        #expect(stage.server.log.contains("<authenticate xmlns='urn:xmpp:sasl:2' mechanism='SCRAM-SHA-256'>"))
        #expect(!stage.server.log.contains("C: <auth xmlns"))
        await juliet.close()
        let refused = try Stage(for: one, configure: { $0.sasl2 = SASL2Service() })
        let other = try refused.foreign(one, password: "wrong")
        try await other.wait(for: "failed") { $0.contains("not-authorized") }
    }

    /// Its connection is cut while messages are on their way: each of them arrives, once, and in order.
    @Test(arguments: ForeignCase.all.filter { $0.program.resumptions > 0 })
    func resumesItsStream(_ one: ForeignCase) async throws {
        let stage = try Stage(for: one)
        let proxy = try CuttingProxy(to: stage.port(one.carrier))
        let juliet = try await stage.juliet()
        let romeo = try stage.foreign(one, port: proxy.port)
        let address = try JID(await romeo.wait(for: "online")[0])
        try await juliet.wait { $0.presence?.from == address && $0.presence?.type == nil ? true : nil }
        var sent = 0
        var said: [String] = []
        var mayBeLost: Set<String> = []
        func send(_ count: Int) async throws {
            for _ in 0..<count {
                try await juliet.connection.send(Message(to: address, type: .chat) { Body("to \(sent)") })
                sent += 1
            }
        }
        func say(_ text: String) throws {
            try romeo.tell("send juliet@\(Stage.domain)/balcony \(text)")
            said.append(text)
        }
        for round in 1...one.program.resumptions {
            try say("before cut \(round)")
            try await send(5)
            try await romeo.wait(for: "message", count: sent)
            try await juliet.wait { $0.message?.body == said.last ? true : nil }
            // What it says now goes down with the connection, somewhere in the midst of it.
            proxy.cut(after: 40, .fromClient)
            try say("into cut \(round)")
            if !one.program.repeatsWhatWasLost { mayBeLost.insert(said[said.count - 1]) }
            try await send(5)
            try await stage.waitForEndings(round)
            proxy.cut()
            try await send(5)
            try await romeo.wait(for: "resumed", count: round)
        }
        try await send(1)
        try say("in the end")
        try await juliet.wait { $0.message?.body == said.last ? true : nil }
        let heard = juliet.all { $0.message?.body }
        #expect(heard == said.filter { !mayBeLost.contains($0) || heard.contains($0) })
        let got = try await romeo.wait(for: "message", count: sent)
        #expect(got == (0..<sent).map { "juliet@\(Stage.domain)/balcony to \($0)" })
        let farewells = juliet.all { $0.presence?.from == address && $0.presence?.type == .unavailable ? true : nil }
        #expect(farewells.isEmpty)
        try romeo.tell("quit")
        try await romeo.wait(for: "closed")
        await juliet.close()
    }
}
