import SampleServer
import TestServers
import Testing
import XMPPAddress
import XMPPExtensions
import XMPPSASL
import XMPPSession
import XMPPStanzas
import XMPPTransport

/// Our client at our server, over real sockets.
@Suite(.timeLimit(.minutes(2)))
struct OwnClientTests {
    private static func isMessage(_ event: ClientEvent) -> String? { event.message?.body }

    @Test(arguments: ForeignProgram.Carrier.allCases)
    func conversesByEveryCarrier(_ carrier: ForeignProgram.Carrier) async throws {
        let stage = try Stage()
        let juliet = try await stage.juliet(by: carrier)
        let romeo = try OwnClient(stage.configuration("romeo", resource: "garden", by: carrier))
        try await romeo.goOnline()
        try await juliet.wait { $0.presence?.from?.local == "romeo" ? true : nil }
        try await romeo.wait { $0.presence?.from?.local == "juliet" ? true : nil }
        let roster = try await romeo.connection.request(get: Roster())
        #expect(try roster[Roster.self]?.items.map(\.jid) == [try JID("juliet@\(Stage.domain)")])
        try await romeo.connection.send(Message(to: JID("juliet@\(Stage.domain)"), type: .chat) { Body("soft") })
        #expect(try await juliet.wait(for: Self.isMessage) == ["soft"])
        let info = try await romeo.connection.request(get: DiscoInfo(), to: JID(Stage.domain))
        #expect(try info[DiscoInfo.self]?.identities.first?.category == "server")
        let ping = try await romeo.connection.request(get: Ping(), to: JID("juliet@\(Stage.domain)/balcony"))
        #expect(ping.type == .result)
        await romeo.close()
        try await juliet.wait { $0.presence?.type == .unavailable ? true : nil }
        #expect(await (romeo.connection.handshake == nil) == (carrier == .webSocket))
        await juliet.close()
    }

    @Test func wrongPasswordIsRefused() async throws {
        let stage = try Stage()
        let client = try OwnClient(stage.configuration(password: "wrong"))
        let ending = try await client.wait { $0.ending }[0]
        guard case .authenticationRefused(.notAuthorized, _) = ending.cause else {
            Issue.record("\(ending)")
            return
        }
    }

    @Test func accountsAreMadeChangedAndRemovedInBand() async throws {
        let stage = try Stage(configure: { $0.registration = Registration(fields: [.username: "", .password: ""]) })
        var configuration = try stage.configuration("nurse", password: "old")
        configuration.session.registersAccount = true
        let nurse = try OwnClient(configuration)
        let form = try await nurse.wait { event in
            if case .registrationForm(let form) = event { form } else { nil }
        }
        #expect(!form.isEmpty)
        try await nurse.connection.submitRegistration(
            Registration(fields: [.username: "nurse", .password: "old"]).encoded())
        _ = try await nurse.connection.established()
        try await nurse.connection.changePassword(to: Secret("new"))
        await nurse.close()
        let again = try OwnClient(stage.configuration("nurse", password: "new"))
        _ = try await again.connection.established()
        let other = try OwnClient(stage.configuration("nurse", password: "new"))
        _ = try await other.connection.established()
        try await again.connection.removeAccount()
        _ = try await again.wait { $0.ending }
        guard case .streamError(let error) = try await other.wait(for: { $0.ending })[0].cause else {
            Issue.record("another client of the account stays")
            return
        }
        #expect(error.condition == .notAuthorized)
        let gone = try OwnClient(stage.configuration("nurse", password: "new"))
        let ending = try await gone.wait { $0.ending }[0]
        #expect("\(ending)".contains("not-authorized"))
    }

    @Test func resourceIsTakenOverFromAnotherClient() async throws {
        let stage = try Stage()
        let first = try await stage.juliet()
        let second = try await stage.juliet()
        let ending = try await first.wait { $0.ending }[0]
        guard case .streamError(let error) = ending.cause else {
            Issue.record("\(ending)")
            return
        }
        #expect(error.condition == .conflict)
        #expect(await second.connection.boundJID?.resource == "balcony")
        await second.close()
    }

    @Test func resourceIsRefusedWhereAnotherClientHasIt() async throws {
        let stage = try Stage(conflictPolicy: .refusesNew)
        let first = try await stage.juliet()
        let second = try OwnClient(stage.configuration(resource: "balcony"))
        let errors = try await second.wait { event in
            if case .resourceRefused(let error) = event { error } else { nil }
        }
        #expect(errors.first?.condition == .conflict)
        await first.close()
        await second.close()
    }

    @Test func messagesWaitForAClient() async throws {
        let stage = try Stage()
        let romeo = try OwnClient(stage.configuration("romeo"))
        try await romeo.goOnline()
        for text in ["1", "2", "3"] {
            try await romeo.connection.send(Message(to: JID("juliet@\(Stage.domain)")) { Body(text) })
        }
        // Its answer comes behind them.
        _ = try await romeo.connection.request(get: Roster())
        let juliet = try await stage.juliet()
        #expect(try await juliet.wait(count: 3, for: Self.isMessage) == ["1", "2", "3"])
        await romeo.close()
        await juliet.close()
    }

    /// Strangers become contacts: asked for, agreed to, seen, and ended again.
    @Test func presenceIsSubscribedTo() async throws {
        let stage = try Stage()
        try stage.server.addAccount("tybalt", password: Stage.password)
        let juliet = try await stage.juliet()
        _ = try await juliet.connection.request(get: Roster())
        let tybalt = try OwnClient(stage.configuration("tybalt"))
        try await tybalt.goOnline()
        _ = try await tybalt.connection.request(get: Roster())
        let (julietJID, tybaltJID) = (try JID("juliet@\(Stage.domain)"), try JID("tybalt@\(Stage.domain)"))
        try await tybalt.connection.send(Presence(to: julietJID, type: .subscribe))
        try await juliet.wait { $0.presence?.type == .subscribe && $0.presence?.from == tybaltJID ? true : nil }
        try await juliet.connection.send(Presence(to: tybaltJID, type: .subscribed))
        try await tybalt.wait { $0.presence?.type == .subscribed ? true : nil }
        try await tybalt.wait { $0.presence?.from?.resource == "balcony" ? true : nil }
        let pushes = try await tybalt.wait(count: 2) { $0.pushed }
        #expect(pushes.map(\.subscription) == [.none, .to])
        #expect(pushes.map(\.ask) == [.subscribe, nil])
        try await tybalt.connection.send(Presence(to: julietJID, type: .unsubscribe))
        #expect(try await juliet.wait(count: 2) { $0.pushed }.map(\.subscription) == [.from, .none])
        await juliet.close()
        await tybalt.close()
    }

    /// Connections are cut again and again in both ways; every message arrives once and in order.
    @Test(arguments: [ForeignProgram.Carrier.startTLS, .directTLS])
    func nothingIsLostOnCutConnections(_ carrier: ForeignProgram.Carrier) async throws {
        let stage = try Stage()
        let proxy = try CuttingProxy(to: stage.port(carrier))
        var configuration = try stage.configuration("romeo", resource: "garden", by: carrier)
        configuration.server = .at(host: "127.0.0.1", port: proxy.port)
        configuration.reconnection = ReconnectionPolicy(initialDelay: .milliseconds(20))
        let romeo = try OwnClient(configuration)
        try await romeo.goOnline()
        try await romeo.wait { event in
            if case .streamManagementEnabled = event { true } else { nil }
        }
        let juliet = try await stage.juliet()
        let (to, from) = (try JID("romeo@\(Stage.domain)/garden"), try JID("juliet@\(Stage.domain)/balcony"))
        for number in 0..<120 {
            if number % 20 == 10 { proxy.cut(after: 70, number % 40 == 10 ? .fromClient : .fromServer) }
            // From here on connections stay, until the next cut.
            if number % 20 == 15 { proxy.cut() }
            try await juliet.connection.send(Message(to: to, type: .chat) { Body("\(number)") })
            try await romeo.connection.send(Message(to: from, type: .chat) { Body("\(number)") })
        }
        let numbers = (0..<120).map(String.init)
        let toRomeo = try await romeo.wait(count: 120, for: Self.isMessage)
        #expect(toRomeo == numbers)
        let toJuliet = try await juliet.wait(count: 120, for: Self.isMessage)
        #expect(toJuliet == numbers)
        let resumptions = romeo.all { event in
            if case .resumed = event { true } else { nil }
        }
        #expect(!resumptions.isEmpty)
        await romeo.close()
        await juliet.close()
    }
}

extension ClientEvent {
    /// A contact that the server has pushed.
    fileprivate var pushed: RosterItem? {
        guard case .stanza(.iq(let iq)) = self, iq.type == .set else { return nil }
        return ((try? iq[Roster.self]) ?? nil)?.items.first
    }
}
