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
                isSecured ? external : Ask.startTLS, external, Ask.auth("SCRAM-SHA-256", "n,,n=juliet,r=abc"),
            ]
            if Int.random(in: 0..<8, using: &generator) == 0 {
                return Ask.register("<username>a</username><password>b</password>")
            }
            return choices.randomElement(using: &generator) ?? ""
        case .authenticating: return Ask.response("c=biws,r=x,p=AAAA")
        case .established:
            return [
                Ask.enable, Ask.message, Ask.ping, "<r xmlns='urn:xmpp:sm:3'/>",
                "<a xmlns='urn:xmpp:sm:3' h='\(Int.random(in: 0...3, using: &generator))'/>", Ask.register("<remove/>"),
                "<message to='@'/>", "<presence type='subscribe' to='a@b'/>",
            ].randomElement(using: &generator) ?? ""
        case .securing, .awaitingCredentials, .awaitingRegistration, .awaitingResource, .awaitingResumption, .closing,
            .ended, .changing:
            return ""
        }
    }

    private static let external =
        "<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='EXTERNAL'>=</auth>"

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
        case .awaitingCredentials: try harness.act { try $0.answer(.user("juliet"), now: now) }
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
                    $0.registration = Bool.random(using: &generator) ? .init(fields: [.username: ""]) : nil
                }
                harness.accounts = nil
                for _ in 0..<Int.random(in: 1...24, using: &generator) where harness.ending == nil {
                    // Misuse is refused, and changes nothing.
                    do { try Self.step(harness, former, &generator) } catch is LocalError {}
                    ServerStateTableTests.check(harness)
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
        #expect(reached.keys.count == 11, "\(reached)")
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
