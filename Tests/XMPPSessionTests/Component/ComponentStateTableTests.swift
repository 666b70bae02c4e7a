import Testing
import XMLStream
import XMPPAddress
import XMPPSASL
import XMPPStanzas

@testable import XMPPSession

/// Every state of both ends of a component's stream under every input, and sequences that chance puts together.
///
/// `RunSettings` says how many sequences; a failure names the seed of its sequence.
@Suite struct ComponentStateTableTests {
    typealias Component = ComponentHarness<ComponentSession>
    typealias Host = ComponentHarness<ComponentHostSession>

    private static func message(from: String, to: String) throws -> Message {
        Message(to: try JID(to), from: try JID(from)) { Body("x") }
    }

    /// What can come in at either end.
    private static func common<Session: ComponentEnd>()
        -> [(name: String, apply: (ComponentHarness<Session>) throws -> Void)]
    {
        let texts = [
            ("no bytes", ""), ("white space", " \n"), ("proof", "<handshake>0</handshake>"),
            ("message", "<message from='a@plays.example.com' to='b@plays.example.com'/>"),
            ("foreign message", "<message from='a@example.com' to='b@plays.example.com'/>"),
            ("broken message", "<message from='a@plays.example.com' to='@'/>"),
            (
                "ping",
                "<iq type='get' id='1' from='plays.example.com' to='plays.example.com'><ping xmlns='urn:xmpp:ping'/></iq>"
            ),
            ("result", "<iq type='result' id='1' from='plays.example.com' to='plays.example.com'/>"),
            ("unknown", "<x xmlns='y'/>"), ("garbage", "<<"), ("stream error", Say.streamError("reset")),
            ("end of stream", "</stream:stream>"),
        ]
        return [
            ("transportClosed", { $0.loseTransport() }), ("deadline", { $0.waitForTimeout() }),
            ("too early", { harness in harness.act { $0.timeout(now: harness.now) } }),
        ] + texts.map { name, xml in (name, { try $0.deliver(xml) }) }
    }

    private static var componentInputs: [(name: String, apply: (Component) throws -> Void)] {
        common() + [
            ("connected", { harness in try harness.act { try $0.connected(now: harness.now) } }),
            ("header", { try $0.deliver(Part.hostHeader) }),
            (
                "send",
                { harness in
                    let message = try message(from: "a@plays.example.com", to: "b@example.com")
                    try harness.act { try $0.send(message, now: harness.now) }
                }
            ), ("close", { harness in try harness.act { try $0.close(now: harness.now) } }),
        ]
    }

    private static var hostInputs: [(name: String, apply: (Host) throws -> Void)] {
        common() + [
            ("header", { try $0.deliver(Part.header) }),
            ("accept", { harness in try harness.act { try $0.accept(secret: Secret("x"), now: harness.now) } }),
            ("refuse", { harness in try harness.act { try $0.refuse(now: harness.now) } }),
            (
                "send",
                { harness in
                    let message = try message(from: "a@example.com", to: "b@plays.example.com")
                    try harness.act { try $0.send(message, now: harness.now) }
                }
            ), ("close", { harness in try harness.act { try $0.close(now: harness.now) } }),
        ]
    }

    // MARK: The tables

    /// Where each input (a row) leads from each state of `ComponentPlace` (a column): a state, `=` for the same one, `!` for a
    /// refusal that changes nothing, or how it ended.
    private static let componentRows = """
        transportClosed | transportClosed transportClosed transportClosed closed =
        deadline        | timedOut timedOut = closed =
        too early       | = = = = =
        no bytes        | = = = = =
        white space     | = = = = =
        proof           | violation established = = =
        message         | violation violation = = =
        foreign message | violation violation = = =
        broken message  | violation violation = = =
        ping            | violation violation = = =
        result          | violation violation = = =
        unknown         | violation violation = = =
        garbage         | violation violation violation violation =
        stream error    | violation streamError streamError streamError =
        end of stream   | violation closedByPeer closedByPeer closed =
        connected       | ! ! ! ! !
        header          | proving violation violation violation =
        send            | ! ! = ! !
        close           | closed closed closing = !
        """

    /// The same for `ComponentHostPlace`.
    private static let hostRows = """
        transportClosed | transportClosed transportClosed transportClosed transportClosed closed =
        deadline        | timedOut timedOut timedOut = closed =
        too early       | = = = = = =
        no bytes        | = = = = = =
        white space     | = = = = = =
        proof           | violation = violation violation violation =
        message         | violation = violation = = =
        foreign message | violation = violation violation violation =
        broken message  | violation = violation = = =
        ping            | violation = violation = = =
        result          | violation = violation = = =
        unknown         | violation = violation violation violation =
        garbage         | violation = violation violation violation =
        stream error    | violation = streamError streamError streamError =
        end of stream   | violation = closedByPeer closedByPeer closed =
        header          | awaitingSecret = violation violation violation =
        accept          | ! awaitingProof ! ! ! !
        refuse          | ! closedWithError ! ! ! !
        send            | ! ! ! = ! !
        close           | closed closed closed closing = !
        """

    private static func outcome<Session: ComponentEnd>(
        _ harness: ComponentHarness<Session>,
        _ apply: (ComponentHarness<Session>) throws -> Void
    ) -> String {
        let before = harness.session.stateName
        do {
            try apply(harness)
        } catch {
            #expect(error is LocalError && harness.session.stateName == before)
            return "!"
        }
        check(harness)
        guard let ending = harness.ending, before != "ended" else {
            return harness.session.stateName == before ? "=" : harness.session.stateName
        }
        return ending.causeName
    }

    /// What holds after every input.
    private static func check<Session: ComponentEnd>(_ harness: ComponentHarness<Session>) {
        let hasEnded = harness.ending != nil
        let ends = harness.eventNames.filter { $0 == "ended" }.count
        let isEndLast = ends == 0 || harness.eventNames.last == "ended"
        let isDefined = harness.session.stateName != "changing" && (harness.session.deadline == nil) == hasEnded
        if !isDefined || !isEndLast || ends > 1 || harness.isClosed != hasEnded {
            Issue.record("\(harness.session.stateName), \(harness.eventNames)")
        }
    }

    private func compare(_ rows: [String], _ table: String) {
        let expected = table.split(separator: "\n").map {
            $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
        }
        #expect(rows.count == expected.count)
        for (row, wanted) in zip(rows, expected) { #expect(row == wanted) }
    }

    @Test func everyPairOfAComponentLeadsWhereTheTableSays() throws {
        let rows = try Self.componentInputs.map { input in
            let outcomes = try ComponentPlace.allCases.map { Self.outcome(try $0.reach(), input.apply) }
            return "\(input.name) | \(outcomes.joined(separator: " "))"
        }
        compare(rows, Self.componentRows)
    }

    @Test func everyPairOfAHostLeadsWhereTheTableSays() throws {
        let rows = try Self.hostInputs.map { input in
            let outcomes = try ComponentHostPlace.allCases.map { Self.outcome(try $0.reach(), input.apply) }
            return "\(input.name) | \(outcomes.joined(separator: " "))"
        }
        compare(rows, Self.hostRows)
    }

    // MARK: Chance

    @Test func noSequenceOfAComponentTrapsOrLeavesItWithoutADeadlineOrAnEnd() throws {
        var reached: Set<String> = []
        for seed in RunSettings.seeds {
            var generator = SeededGenerator(seed)
            let harness = try Part.component()
            for _ in 0..<Int.random(in: 1...16, using: &generator) where harness.ending == nil {
                do {
                    switch harness.session.state {
                    case .opening where Bool.random(using: &generator): try harness.deliver(Part.hostHeader)
                    case .proving where Bool.random(using: &generator): try harness.deliver(Part.consent)
                    default: try Self.componentInputs.randomElement(using: &generator)?.apply(harness)
                    }
                } catch is LocalError {}
                Self.check(harness)
                reached.insert(harness.session.stateName)
            }
        }
        #expect(reached.count == ComponentPlace.allCases.count, "\(reached)")
    }

    @Test func noSequenceOfAHostTrapsOrLeavesItWithoutADeadlineOrAnEnd() throws {
        var reached: Set<String> = []
        for seed in RunSettings.seeds {
            var generator = SeededGenerator(seed)
            let harness = Part.host()
            for _ in 0..<Int.random(in: 1...16, using: &generator) where harness.ending == nil {
                do {
                    switch harness.session.state {
                    case .opening where Bool.random(using: &generator): try harness.deliver(Part.header)
                    case .awaitingSecret where Bool.random(using: &generator):
                        try harness.act { try $0.accept(secret: Secret(Part.secret), now: harness.now) }
                    case .awaitingProof(_, let expected, _) where Bool.random(using: &generator):
                        let proof = expected.withBytes { String(decoding: $0, as: UTF8.self) }
                        try harness.deliver("<handshake>\(proof)</handshake>")
                    default: try Self.hostInputs.randomElement(using: &generator)?.apply(harness)
                    }
                } catch is LocalError {}
                Self.check(harness)
                reached.insert(harness.session.stateName)
            }
        }
        #expect(reached.count == ComponentHostPlace.allCases.count, "\(reached)")
    }
}
