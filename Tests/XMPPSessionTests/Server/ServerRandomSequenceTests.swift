import Testing
import XMLStream
import XMPPSASL
import XMPPStanzas

@testable import XMPPSession

/// Servers' sessions under inputs that chance puts together, mostly such as lead somewhere.
///
/// `RunSettings` says how many; a failure names the seed of its sequence.
@Suite struct ServerRandomSequenceTests {
    /// What a willing client says next.
    private static func sensible(_ harness: ServerHarness, _ generator: inout SeededGenerator) -> String {
        switch harness.session.state {
        case .opening: return Ask.header
        case .negotiating where harness.session.account != nil:
            return Int.random(in: 0..<4, using: &generator) == 0 ? Ask.resume("x", handled: 0) : Ask.bind
        case .negotiating:
            let isSecured = harness.tlsRequests > 0
            let choices = [
                isSecured ? external : Ask.startTLS, external, inline, Ask.auth("SCRAM-SHA-256", "n,,n=juliet,r=abc"),
                token,
            ]
            if Int.random(in: 0..<8, using: &generator) == 0 {
                return Ask.register("<username>a</username><password>b</password>")
            }
            return choices.randomElement(using: &generator) ?? ""
        case .authenticating: return Ask.response("c=biws,r=x,p=AAAA")
        case .awaitingTask(let inline):
            guard case .upgrading(let upgrade)? = inline.steps.first else { return "" }
            return upgrade.isBegun ? Ask2.hash(count: 64) : Ask2.next
        case .established:
            return [
                Ask.enable, Ask.message, Ask.ping, "<r xmlns='urn:xmpp:sm:3'/>",
                "<a xmlns='urn:xmpp:sm:3' h='\(Int.random(in: 0...3, using: &generator))'/>", Ask.register("<remove/>"),
                "<message to='@'/>", "<presence type='subscribe' to='a@b'/>",
            ].randomElement(using: &generator) ?? ""
        case .securing, .awaitingCredentials, .awaitingInline, .awaitingRegistration, .awaitingResource,
            .awaitingResumption, .closing, .ended, .changing:
            return ""
        }
    }

    private static let inline = Ask2.authenticate(
        "EXTERNAL", "",
        "<user-agent id='c1'/>\(requests)<upgrade xmlns='urn:xmpp:sasl:upgrade:0'>UPGR-SCRAM-SHA-512</upgrade>")

    private static let requests =
        "<bind xmlns='urn:xmpp:bind:0'>\(Ask.enable)</bind>\(Ask.resume("x", handled: 0))"
        + "<request-token xmlns='urn:xmpp:fast:0' mechanism='HT-SHA-256-NONE'/>"

    private static let token = (try? Ask2.token(requests)) ?? ""

    private static let external =
        "<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='EXTERNAL'>=</auth>"

    private static func answer(
        _ inline: InlineLogin,
        _ harness: ServerHarness,
        _ former: ResumableStream?,
        _ generator: inout SeededGenerator
    ) throws {
        let now = harness.now
        let isWilling = Int.random(in: 0..<4, using: &generator) > 0
        switch inline.steps.first {
        case .choosingUpgrades(let hashes):
            try harness.act { try $0.answerUpgrades(isWilling ? hashes : [], now: now) }
        case .recordingUse: try harness.act { try $0.answerTokenUse(isAccepted: isWilling, now: now) }
        case .issuingToken:
            try harness.act { try $0.issueToken(expiry: isWilling ? DateTime(secondsSinceEpoch: 0) : nil, now: now) }
        case .resuming(let request):
            try harness.act { try $0.resume(isWilling ? nil : former?.renamed(request.previousID), now: now) }
        case .binding:
            try harness.act {
                try isWilling ? $0.bind(now: now) : $0.refuseBinding(StanzaError(.conflict), now: now)
            }
        case .upgrading, nil: break
        }
    }

    private static func step(
        _ harness: ServerHarness,
        _ former: ResumableStream?,
        _ generator: inout SeededGenerator
    ) throws {
        guard Int.random(in: 0..<8, using: &generator) > 0 else {
            try ServerStateTableTests.inputs.randomElement(using: &generator)?.apply(harness)
            return
        }
        let now = harness.now
        switch harness.session.state {
        case .securing: try harness.establishTLS(hasClientCertificate: true)
        case .awaitingCredentials(let exchange):
            try harness.act { session in
                switch exchange.server.mechanism {
                case .external: try session.answer(.user("juliet"), now: now)
                case .hashedToken: try session.answer([StoredToken(Ask2.storedToken)], now: now)
                default: try session.answer(.scramKeys(nil), now: now)
                }
            }
        case .awaitingInline(let inline): try answer(inline, harness, former, &generator)
        case .awaitingRegistration: try harness.act { try $0.answerAccountRequest(now: now) }
        case .awaitingResource: try harness.act { try $0.bind(resource: "balcony", now: now) }
        case .awaitingResumption(_, let request):
            let isAsked = Bool.random(using: &generator)
            try harness.act { try $0.resume(isAsked ? former?.renamed(request.previousID) : nil, now: now) }
        case .established where Int.random(in: 0..<3, using: &generator) == 0:
            _ = try harness.send("<message xmlns='jabber:client'><body>x</body></message>")
        default: harness.deliver(sensible(harness, &generator))
        }
    }

    @Test func noSequenceTrapsOrLeavesASessionWithoutADeadlineOrAnEnd() throws {
        var reached: [String: Int] = [:]
        for seed in RunSettings.seeds {
            var generator = SeededGenerator(seed)
            var former: ResumableStream?
            for _ in 0..<2 {
                let policies: [ServerConfiguration.TLSPolicy] = [.direct, .required, .offered, .none]
                let policy = policies.randomElement(using: &generator) ?? .required
                let harness = try ServerHarness(seed: generator.next()) {
                    $0.tls = policy
                    $0.mechanisms = [.external, .scramSHA256]
                    $0.sasl2 = SASL2Service(tokenMechanisms: [.hashedToken], upgrades: [.sha512])
                    $0.registration = Bool.random(using: &generator) ? .init(fields: [.username: ""]) : nil
                }
                harness.accounts = nil
                for _ in 0..<Int.random(in: 1...24, using: &generator) where harness.ending == nil {
                    // Misuse is refused, and changes nothing.
                    do { try Self.step(harness, former, &generator) } catch is LocalError {}
                    if let complaint = ServerStateTableTests.complaint(harness) {
                        Issue.record("seed \(seed): \(complaint)")
                    }
                    reached[harness.session.state.name, default: 0] += 1
                }
                if harness.ending == nil { harness.loseTransport() }
                former = harness.ending?.resumption
                let isProtected = harness.tlsRequests > 0 || policy == .none || policy == .offered
                let isLoggedIn = harness.eventNames.contains("authenticated")
                if !isProtected && isLoggedIn { Issue.record("seed \(seed): a login without TLS") }
            }
        }
        // Chance has been everywhere.
        #expect(reached.keys.count == 13, "\(reached)")
    }
}

extension ResumableStream {
    /// The same under another id, as if the client had known it.
    fileprivate func renamed(_ id: String) -> ResumableStream {
        ResumableStream(
            id: id, jid: jid, maximum: maximum, location: location, lostAt: lostAt, ledger: ledger, requests: requests,
            nextNumber: nextNumber)
    }
}
