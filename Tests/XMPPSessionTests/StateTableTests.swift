import Testing
import XMLStream
import XMPPAddress
import XMPPSASL
import XMPPStanzas

@testable import XMPPSession

/// Every state under every input: each pair leads to a state that is written down here.
@Suite struct StateTableTests {
    /// The states, each with a way there.
    enum Place: String, CaseIterable {
        case connecting, securing, opening, awaitingFeatures, requestingTLS, registering, awaitingRegistration
        case authenticating, authenticatingInline, upgrading, resuming, binding, awaitingResource, startingSession,
            established, managed, closing, ended

        func reach() throws -> Harness {
            switch self {
            case .connecting: return try Harness()
            case .securing:
                let harness = try Harness { $0.tls = .direct }
                try harness.connect()
                return harness
            case .opening: return try HostileServerTests.Stage.opening.reach(.whole)
            case .awaitingFeatures: return try HostileServerTests.Stage.features.reach(.whole)
            case .requestingTLS: return try HostileServerTests.Stage.tlsAnswer.reach(.whole)
            case .registering, .awaitingRegistration:
                let harness = try Harness { $0.registersAccount = true }
                try harness.secure()
                try harness.deliver(Say.header + Say.features(Say.plain, Say.register))
                if self == .registering { return harness }
                try harness.deliver(
                    "<iq type='result' id='\(harness.lastValue(of: "id"))'><query xmlns='jabber:iq:register'/></iq>")
                return harness
            case .authenticating: return try HostileServerTests.Stage.authentication.reach(.whole)
            case .authenticatingInline, .upgrading:
                let harness = try Harness {
                    $0.sasl2.upgrades = .always
                    $0.sasl2.resourceTag = "x"
                }
                try harness.secure()
                let upgrade = "<upgrade xmlns='urn:xmpp:sasl:upgrade:0'>UPGR-SCRAM-SHA-256</upgrade>"
                try harness.deliver(
                    Say.header + Say.features(Say2.feature("PLAIN", inline: Say2.bind(), others: upgrade)))
                if self == .upgrading { try harness.deliver(Say2.demand("UPGR-SCRAM-SHA-256")) }
                return harness
            case .resuming:
                let former = try Harness()
                try former.establishManaged()
                former.loseTransport()
                let stream = former.ending?.resumption
                let harness = try Harness { $0.resumption = stream }
                try harness.logIn()
                try harness.deliver(Say.header + Say.features(Say.bind, Say.sm))
                return harness
            case .binding: return try HostileServerTests.Stage.binding.reach(.whole)
            case .awaitingResource:
                let harness = try HostileServerTests.Stage.binding.reach(.whole)
                try harness.deliver(Self.refusal(harness.lastValue(of: "id")))
                return harness
            case .startingSession: return try HostileServerTests.Stage.session.reach(.whole)
            case .established: return try HostileServerTests.Stage.established.reach(.whole)
            case .managed:
                let harness = try Harness()
                try harness.establishManaged()
                return harness
            case .closing: return try HostileServerTests.Stage.closing.reach(.whole)
            case .ended:
                let harness = try Harness()
                harness.loseTransport()
                return harness
            }
        }

        static func refusal(_ id: String) -> String {
            """
            <iq type='error' id='\(id)'><error type='cancel'>\
            <conflict xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></iq>
            """
        }
    }

    /// What can come in; `^` stands for the id of the last request.
    static let inputs: [(name: String, apply: @Sendable (Harness) throws -> Void)] = [
        ("connected", { try $0.connect() }),
        ("tlsEstablished", { try $0.establishTLS() }),
        ("transportClosed", { $0.loseTransport() }),
        (
            "tlsFailed",
            {
                $0.session.transportClosed(.tlsFailed("alert"), now: $0.now)
                $0.drain()
            }
        ),
        ("deadline", { $0.waitForTimeout() }),
        (
            "too early",
            {
                $0.session.timeout(now: $0.now)
                $0.drain()
            }
        ),
        ("send", { _ = try $0.send("<message xmlns='jabber:client'/>") }),
        (
            "close",
            {
                try $0.session.close(now: $0.now)
                $0.drain()
            }
        ),
        (
            "answer resource",
            {
                try $0.session.answerResourceConflict(.serverChosen, now: $0.now)
                $0.drain()
            }
        ),
        (
            "give up resource",
            {
                try $0.session.answerResourceConflict(nil, now: $0.now)
                $0.drain()
            }
        ),
        (
            "submit form",
            {
                try $0.session.submitRegistration(Element(.registration), now: $0.now)
                $0.drain()
            }
        ),
        received("no bytes", ""), received("white space", " \n"), received("header", Say.header),
        received("features", Say.features(Say.startTLS, Say.plain, Say.bind)),
        received("no features", "<stream:features/>"),
        received("proceed", Say.proceed), received("TLS failure", "<failure xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>"),
        received("challenge", "<challenge xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>"),
        received("success", Say.success),
        received("SASL failure", "<failure xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>"),
        received("SASL2 success", Say2.success()),
        received("SASL2 bound", Say2.success(jid: "juliet@example.com/x", "<bound xmlns='urn:xmpp:bind:0'/>")),
        received("SASL2 resumed", Say2.success("<resumed xmlns='urn:xmpp:sm:3' h='0' previd='sm-1'/>")),
        received("SASL2 challenge", "<challenge xmlns='urn:xmpp:sasl:2'/>"),
        received("SASL2 failure", Say2.failure("not-authorized")),
        received("demand", Say2.demand("UPGR-SCRAM-SHA-256")),
        received("other demand", Say2.demand("OTP")), received("salt", Say2.salt),
        received("bound", Say.bound("^")), received("result", "<iq type='result' id='^'/>"),
        received("form", "<iq type='result' id='^'><query xmlns='jabber:iq:register'/></iq>"),
        received("error", Place.refusal("^")), received("other result", "<iq type='result' id='other'/>"),
        received("enabled", "<enabled xmlns='urn:xmpp:sm:3' id='x' resume='1'/>"),
        received("resumed", "<resumed xmlns='urn:xmpp:sm:3' h='0' previd='sm-1'/>"),
        received("failed", "<failed xmlns='urn:xmpp:sm:3'/>"), received("r", "<r xmlns='urn:xmpp:sm:3'/>"),
        received("a", "<a xmlns='urn:xmpp:sm:3' h='0'/>"), received("bad a", "<a xmlns='urn:xmpp:sm:3' h='7'/>"),
        received("message", "<message from='a@example.com'/>"),
        received("ping", "<iq type='get' id='1'><ping xmlns='urn:xmpp:ping'/></iq>"),
        received("unknown", "<x xmlns='y'/>"), received("garbage", "<<"),
        received("stream error", Say.streamError("reset")),
        received("end of stream", "</stream:stream>"),
    ]

    private static func received(_ name: String, _ xml: String) -> (String, @Sendable (Harness) throws -> Void) {
        (name, { try $0.deliver(xml.replacing("^", with: $0.lastValue(of: "id"))) })
    }

    /// Where an input leads to: a state, `=` for the same one, `!` for a refusal that changes nothing, or how it ended.
    static func outcome(of apply: (Harness) throws -> Void, at place: Place) throws -> String {
        let harness = try place.reach()
        let before = harness.session.state.name
        do {
            try apply(harness)
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
    static func complaint(_ harness: Harness) -> String? {
        let session = harness.session
        let hasEnded = session.ending != nil
        let ends = harness.events.indices.filter { if case .ended = harness.events[$0] { true } else { false } }
        let isDefined = session.state.name != "changing" && (session.deadline == nil) == hasEnded
        let isEndLast = ends == (hasEnded ? [harness.events.count - 1] : []) && harness.isClosed == hasEnded
        return isDefined && isEndLast ? nil : "\(session.state.name), \(harness.eventNames)"
    }

    static func table() throws -> [String] {
        try inputs.flatMap { input in
            try Place.allCases.map { place in
                "\(place.rawValue) + \(input.name) -> \(try outcome(of: input.apply, at: place))"
            }
        }
    }

    @Test func everyPairLeadsWhereTheTableSays() throws {
        let lines = try Self.table()
        var expected: [String] = []
        for row in StateTable.rows.split(separator: "\n") {
            let columns = row.split(separator: "|", maxSplits: 1).map { $0.trimmed }
            let outcomes = columns[1].split { $0 == " " }.map(String.init)
            #expect(outcomes.count == Place.allCases.count, "\(columns[0])")
            for (place, outcome) in zip(Place.allCases, outcomes) {
                expected.append("\(place.rawValue) + \(columns[0]) -> \(outcome)")
            }
        }
        #expect(lines.count == Self.inputs.count * Place.allCases.count)
        for (line, wanted) in zip(lines, expected) { #expect(line == wanted) }
        #expect(lines.count == expected.count)
    }

    /// After any input whatever a session ends if nothing more comes.
    @Test func everyPairEndsInSilence() throws {
        for place in Place.allCases {
            for input in Self.inputs {
                let harness = try place.reach()
                try? input.apply(harness)
                for _ in 0..<12 where harness.ending == nil { harness.waitForTimeout() }
                #expect(harness.ending != nil, "\(place) + \(input.name)")
            }
        }
    }
}

extension Substring {
    fileprivate var trimmed: String {
        let spaces = drop { $0 == " " }
        return String(spaces.reversed().drop { $0 == " " }.reversed())
    }
}
