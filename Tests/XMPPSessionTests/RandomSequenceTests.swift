import Testing
import XMLStream
import XMPPSASL
import XMPPStanzas

@testable import XMPPSession

/// Sessions under inputs that chance puts together, mostly such as lead somewhere.
///
/// `RunSettings` says how many; a failure names the seed of its sequence.
@Suite struct RandomSequenceTests {
    /// What a willing server does next; `^` stands for the id of the last request.
    private static func sensible(_ state: ClientState, _ generator: inout SeededGenerator) -> String {
        switch state {
        case .opening: return Say.header
        case .authenticatingInline(let authenticating) where authenticating.awaited == .header: return Say.header
        case .authenticatingInline(let authenticating) where authenticating.awaited == .features:
            return Say.features(sasl2)
        case .awaitingFeatures:
            let offers = [
                Say.startTLS, Say.plain, sasl2, Say.register, Say.bind, Say.session, Say.sm,
            ]
            let isGenerous = Bool.random(using: &generator)
            let offered = offers.filter { _ in isGenerous || Int.random(in: 0..<4, using: &generator) > 0 }
            return "<stream:features>\(offered.joined())</stream:features>"
        case .requestingTLS: return Say.proceed
        case .registering: return "<iq type='result' id='^'><query xmlns='jabber:iq:register'/></iq>"
        case .authenticating: return Say.success
        case .authenticatingInline: return inline(&generator)
        case .upgrading(let upgrading):
            return upgrading.hasAnswered ? inline(&generator) : Say2.salt
        case .resuming:
            return Bool.random(using: &generator)
                ? "<resumed xmlns='urn:xmpp:sm:3' h='0' previd='x'/>" : "<failed xmlns='urn:xmpp:sm:3'/>"
        case .binding:
            return Int.random(in: 0..<4, using: &generator) == 0 ? StateTableTests.Place.refusal("^") : Say.bound("^")
        case .startingSession: return "<iq type='result' id='^'/>"
        case .established:
            return [
                "<enabled xmlns='urn:xmpp:sm:3' id='x' resume='1'/>", "<r xmlns='urn:xmpp:sm:3'/>",
                "<a xmlns='urn:xmpp:sm:3' h='\(Int.random(in: 0...3, using: &generator))'/>",
                "<message from='a@example.com'/>", "<iq type='result' id='^'/>",
                "<iq type='get' id='1'><ping xmlns='urn:xmpp:ping'/></iq>",
            ].randomElement(using: &generator) ?? ""
        case .connecting, .securing, .awaitingRegistration, .awaitingResource, .closing, .ended, .changing: return ""
        }
    }

    private static let sasl2 = Say2.feature(
        "PLAIN", inline: Say.sm + Say2.bind("urn:xmpp:sm:3") + Say2.fast,
        others: "<upgrade xmlns='urn:xmpp:sasl:upgrade:0'>UPGR-SCRAM-SHA-256</upgrade>")

    private static let cachedFeatures = StreamFeatures(
        Element(.features, nodes: (try? element(sasl2)).map { [.element($0)] } ?? []))

    /// What ends a SASL2 exchange, or goes on with it.
    private static func inline(_ generator: inout SeededGenerator) -> String {
        let bound = "<bound xmlns='urn:xmpp:bind:0'><enabled xmlns='urn:xmpp:sm:3' id='x' resume='1'/></bound>"
        return [
            Say2.success(), Say2.success(jid: "juliet@example.com/x", bound),
            Say2.success("<resumed xmlns='urn:xmpp:sm:3' h='0' previd='x'/>"),
            Say2.success(jid: "juliet@example.com/x", "<failed xmlns='urn:xmpp:sm:3'/>" + bound),
            Say2.demand("UPGR-SCRAM-SHA-256"), Say2.failure("not-authorized"),
        ].randomElement(using: &generator) ?? ""
    }

    private static func step(_ harness: Harness, _ generator: inout SeededGenerator) throws {
        guard Int.random(in: 0..<8, using: &generator) > 0 else {
            try StateTableTests.inputs.randomElement(using: &generator)?.apply(harness)
            return
        }
        switch harness.session.state {
        case .connecting: try harness.connect()
        case .securing: try harness.establishTLS()
        case .awaitingResource: try harness.session.answerResourceConflict(.serverChosen, now: harness.now)
        case .awaitingRegistration: try harness.session.submitRegistration(Element(.registration), now: harness.now)
        case .established where Int.random(in: 0..<3, using: &generator) == 0:
            _ = try harness.send(
                "<iq xmlns='jabber:client' type='get' id='\(harness.session.makeID())'><x xmlns='y'/></iq>")
        default:
            let text = sensible(harness.session.state, &generator)
            try harness.deliver(mangled(text.replacing("^", with: harness.lastValue(of: "id")), &generator))
        }
        harness.drain()
    }

    /// Now and then a piece is missing, or a byte is another.
    private static func mangled(_ text: String, _ generator: inout SeededGenerator) -> String {
        guard Int.random(in: 0..<40, using: &generator) == 0, !text.isEmpty else { return text }
        var bytes = Array(text.utf8)
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        if Bool.random(using: &generator) {
            bytes.removeSubrange(place...)
        } else {
            bytes[place] = UInt8.random(in: 0x20...0x7E, using: &generator)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func configure(_ configuration: inout ClientConfiguration, _ generator: inout SeededGenerator) {
        let policies: [ClientConfiguration.TLSPolicy] = [.direct, .required, .preferred, .none]
        configuration.tls = policies.randomElement(using: &generator) ?? .required
        configuration.mechanisms = MechanismPolicy(permitted: [.plain], plain: .evenWithoutTLS)
        configuration.sasl2.upgrades = .always
        configuration.sasl2.userAgent = .init(id: "x")
        if Int.random(in: 0..<4, using: &generator) == 0 {
            configuration.mechanisms.permitted = [.plain, .hashedToken]
            configuration.credentials.hashedToken = (.hashedToken, Secret("token"))
            if Bool.random(using: &generator) { configuration.sasl2.cachedFeatures = cachedFeatures }
        }
        configuration.registersAccount = Int.random(in: 0..<5, using: &generator) == 0
        configuration.keepalive.whitespaceInterval = Bool.random(using: &generator) ? .seconds(20) : nil
    }

    @Test func noSequenceTrapsOrLeavesASessionWithoutADeadlineOrAnEnd() throws {
        var reached: [String: Int] = [:]
        for seed in RunSettings.seeds {
            var generator = SeededGenerator(seed)
            var former: ResumableStream?
            for _ in 0..<2 {
                var policy = ClientConfiguration.TLSPolicy.required
                let harness = try Harness(seed: generator.next()) { configuration in
                    Self.configure(&configuration, &generator)
                    configuration.resumption = former
                    policy = configuration.tls
                }
                for _ in 0..<Int.random(in: 1...24, using: &generator) where harness.ending == nil {
                    // Misuse is refused, and changes nothing.
                    do { try Self.step(harness, &generator) } catch is LocalError {}
                    if let complaint = StateTableTests.complaint(harness) { Issue.record("seed \(seed): \(complaint)") }
                    reached[harness.session.state.name, default: 0] += 1
                }
                if harness.ending == nil { harness.loseTransport() }
                former = harness.ending?.resumption
                let isProtected = harness.tlsRequests > 0 || policy == .none || policy == .preferred
                #expect(isProtected || !harness.transcript.contains("<auth"), "seed \(seed)")
            }
        }
        // Chance has been everywhere.
        #expect(reached.keys.count == 17, "\(reached)")
    }
}
