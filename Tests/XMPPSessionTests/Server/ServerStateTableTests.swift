import Testing
import XMLStream
import XMPPSASL
import XMPPStanzas

@testable import XMPPSession

/// Every state of a server's session under every input: each pair leads to a state that is written down.
@Suite struct ServerStateTableTests {
    typealias Input = (name: String, apply: @Sendable (ServerHarness) throws -> Void)

    private static func acting(
        _ name: String,
        _ body: @escaping @Sendable (ServerSession, Instant) throws -> Void
    ) -> Input {
        (name, { harness in try harness.act { try body($0, harness.now) } })
    }

    private static func received(_ name: String, _ xml: String) -> Input { (name, { $0.deliver(xml) }) }

    /// What can come in.
    static let inputs: [Input] = [
        ("tlsEstablished", { try $0.establishTLS() }),
        ("transportClosed", { $0.loseTransport() }),
        acting("tlsFailed") { $0.transportClosed(.tlsFailed("alert"), now: $1) },
        ("deadline", { $0.waitForTimeout() }),
        acting("too early") { $0.timeout(now: $1) },
        acting("send") { _ = try $0.send(Message { Body("x") }, now: $1) },
        acting("close") { try $0.close(now: $1) },
        acting("close by error") { try $0.close(StreamError(.reset), now: $1) },
        acting("detach") { _ = try $0.detach(now: $1) },
        acting("answer") { try $0.answer(.scramKeys(nil), now: $1) },
        acting("accept account") { try $0.answerAccountRequest(now: $1) },
        acting("refuse account") { try $0.answerAccountRequest(StanzaError(.conflict), now: $1) },
        acting("bind") { try $0.bind(now: $1) },
        acting("refuse binding") { try $0.refuseBinding(StanzaError(.conflict), now: $1) },
        acting("answer upgrades") { try $0.answerUpgrades([.sha512], now: $1) },
        acting("accept token use") { try $0.answerTokenUse(isAccepted: true, now: $1) },
        acting("refuse token use") { try $0.answerTokenUse(isAccepted: false, now: $1) },
        acting("issue token") { try $0.issueToken(expiry: DateTime(secondsSinceEpoch: 0), now: $1) },
        acting("answer tokens") { try $0.answer([StoredToken](), now: $1) },
        acting("resume nothing") { try $0.resume(nil, now: $1) },
        received("no bytes", ""), received("white space", " \n"), received("header", Ask.header),
        received("header to another", Ask.header(to: "evil.example")),
        received("starttls", Ask.startTLS), received("login", Ask.plain),
        received("wrong login", Ask.auth("PLAIN", "x")),
        received("SASL2 login", Ask2.plain()), received("wrong SASL2 login", Ask2.authenticate("PLAIN", "x")),
        received("SASL2 response", "<response xmlns='urn:xmpp:sasl:2'/>"), received("SASL2 abort", Ask2.abort),
        received("next", Ask2.next), received("hash", Ask2.hash(count: 64)),
        received("short hash", Ask2.hash(count: 3)),
        received("response", Ask.response("c=biws,r=x,p=AAAA")),
        received("abort", "<abort xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>"),
        received("form", "<iq type='get' id='1'><query xmlns='jabber:iq:register'/></iq>"),
        received("register", Ask.register("<username>juliet</username><password>b</password>")),
        received("bind request", Ask.bind), received("enable", Ask.enable),
        received("resume", Ask.resume("x", handled: 0)), received("bad resume", "<resume xmlns='urn:xmpp:sm:3'/>"),
        received("r", "<r xmlns='urn:xmpp:sm:3'/>"), received("a", "<a xmlns='urn:xmpp:sm:3' h='0'/>"),
        received("bad a", "<a xmlns='urn:xmpp:sm:3' h='7'/>"),
        received("message", Ask.message), received("forged message", "<message from='a@b'/>"),
        received("broken message", "<message to='@'/>"), received("ping", Ask.ping),
        received("unknown", "<x xmlns='y'/>"), received("garbage", "<<"),
        received("stream error", Say.streamError("reset")), received("end of stream", "</stream:stream>"),
    ]

    /// Where an input leads to: a state, `=` for the same one, `!` for a refusal that changes nothing, or how it ended.
    static func outcome(of input: Input, at place: ServerPlace) throws -> String {
        let harness = try place.reach()
        let before = harness.session.state.name
        do {
            try input.apply(harness)
        } catch {
            #expect(error is LocalError)
            #expect(harness.session.state.name == before, "what is refused changes nothing")
            return "!"
        }
        if let complaint = complaint(harness) { Issue.record("\(complaint)") }
        guard let ending = harness.ending, place != .ended else {
            let after = harness.session.state.name
            return after == before ? "=" : after
        }
        return ending.causeName
    }

    /// What should hold after every input and does not; nil if all of it does.
    static func complaint(_ harness: ServerHarness) -> String? {
        let session = harness.session
        let hasEnded = session.ending != nil
        let ends = harness.events.indices.filter { if case .ended = harness.events[$0] { true } else { false } }
        let isDefined = session.state.name != "changing" && (session.deadline == nil) == hasEnded
        let isEndLast = ends == (hasEnded ? [harness.events.count - 1] : []) && harness.isClosed == hasEnded
        return isDefined && isEndLast ? nil : "\(session.state.name), \(harness.eventNames)"
    }

    static func row(_ input: Input) throws -> String {
        let outcomes = try ServerPlace.allCases.map { try outcome(of: input, at: $0) }
        return "\(input.name) | \(outcomes.joined(separator: " "))"
    }

    @Test func everyPairLeadsWhereTheTableSays() throws {
        let expected = ServerStateTable.rows.split(separator: "\n").map(String.init)
        let rows = try Self.inputs.map { try Self.row($0) }
        #expect(rows.count == expected.count)
        for (row, wanted) in zip(rows, expected) {
            #expect(row == wanted.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " "))
        }
    }

    /// After any input whatever a session ends if nothing more comes.
    @Test func everyPairEndsInSilence() throws {
        for place in ServerPlace.allCases {
            for input in Self.inputs {
                let harness = try place.reach()
                try? input.apply(harness)
                for _ in 0..<12 where harness.ending == nil { harness.waitForTimeout() }
                #expect(harness.ending != nil, "\(place) + \(input.name)")
            }
        }
    }
}
