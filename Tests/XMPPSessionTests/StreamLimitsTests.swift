import Testing
import XMLStream

@testable import XMPPSession

/// What a server says that it takes (XEP-0478), and a client keeps to.
@Suite struct StreamLimitsTests {
    private static func limits(_ content: String) -> String {
        "<limits xmlns='urn:xmpp:stream-limits:0'>\(content)</limits>"
    }

    private static func message(_ size: Int) -> String {
        let frame = "<message to='romeo@example.net'><body></body></message>"
        let text = String(repeating: "x", count: size - frame.utf8.count)
        return "<message xmlns='jabber:client' to='romeo@example.net'><body>\(text)</body></message>"
    }

    @Test func stanzaThatIsTooLargeIsNotSent() throws {
        let harness = try Harness()
        try harness.establish(Say.bind + Self.limits("<max-bytes>20000</max-bytes>"))
        _ = harness.takeWritten()
        _ = try harness.send(Self.message(20_000))
        #expect(harness.takeWritten().utf8.count == 20_000)
        #expect(throws: LocalError.stanzaTooLarge(bytes: 20_001, limit: 20_000)) {
            try harness.send(Self.message(20_001))
        }
        harness.drain()
        #expect(harness.written.isEmpty)
        #expect(harness.ending == nil)
    }

    @Test(arguments: ["", "<max-bytes>0</max-bytes>", "<max-bytes>-1</max-bytes>", "<max-bytes>x</max-bytes>"])
    func noServerMayTakeLessThanTheRFCSays(content: String) throws {
        let harness = try Harness()
        try harness.establish(Say.bind + Self.limits(content))
        _ = try harness.send(Self.message(10_000))
    }

    /// The limits of before the login are not those of afterwards.
    @Test func limitsAreThoseOfTheLastFeatures() throws {
        let harness = try Harness()
        try harness.secure()
        try harness.deliver(Say.header + Say.features(Say.plain, Self.limits("<max-bytes>10000</max-bytes>")))
        try harness.deliver(Say.success)
        try harness.deliver(Say.header + Say.features(Say.bind))
        try harness.deliver(Say.bound(harness.lastValue(of: "id")))
        _ = try harness.send(Self.message(50_000))
    }

    /// An answer repeats the id of whoever asks, who must not be able to end the stream by it.
    @Test(arguments: ["<iq type='get' id='^'><ping xmlns='urn:xmpp:ping'/></iq>", "<iq type='get' id='^'/>"])
    func answerThatIsTooLargeIsNotSent(request: String) throws {
        let harness = try Harness()
        try harness.establish(Say.bind + Say.sm + Self.limits("<max-bytes>10000</max-bytes>"))
        try harness.deliver("<enabled xmlns='urn:xmpp:sm:3'/>")
        _ = harness.takeWritten()
        _ = harness.takeEvents()
        try harness.deliver(request.replacing("^", with: String(repeating: "x", count: 10_000)))
        #expect(harness.takeWritten() == "")
        let isErroneous = !request.contains("ping")
        #expect(harness.takeEvents().map(\.name) == (isErroneous ? ["erroneousStanza"] : []) + ["notSent"])
        // It was handled, and what is sent next is counted as the first.
        try harness.deliver("<r xmlns='urn:xmpp:sm:3'/>")
        #expect(harness.takeWritten() == "<a xmlns='urn:xmpp:sm:3' h='1'/>")
        let number = try harness.send(Self.message(1000))
        try harness.deliver("<a xmlns='urn:xmpp:sm:3' h='1'/>")
        guard case .acknowledged(number)? = harness.events.last else {
            Issue.record("\(harness.eventNames)")
            return
        }
    }

    // MARK: After a resumption

    private static let smallLimits = limits("<max-bytes>10000</max-bytes>")

    /// A stream without limits that was cut with a large request and a small message under way.
    private static func cut(_ features: String = Say.bind + Say.sm) throws -> ResumableStream {
        let harness = try Harness()
        try harness.establish(features)
        try harness.deliver("<enabled xmlns='urn:xmpp:sm:3' id='sm-1' resume='true'/>")
        _ = try harness.send(request("large", 12_000))
        _ = try harness.send(message(1000))
        harness.loseTransport()
        return try #require(harness.ending?.resumption)
    }

    private static func request(_ id: String, _ size: Int) -> String {
        let text = String(repeating: "x", count: size)
        return "<iq xmlns='jabber:client' type='set' id='\(id)'><data xmlns='urn:example'>\(text)</data></iq>"
    }

    /// What is too large by now is neither sent again nor sent for the first time, and both are told of.
    @Test(arguments: Harness.Cut.allCases) func limitHoldsForWhatWaitsForAResumption(cut: Harness.Cut) throws {
        let stream = try Self.cut()
        let harness = try Harness(cut: cut, seed: 2) { $0.resumption = stream }
        let small = try harness.send(Self.message(10_000))
        let large = try harness.send(Self.message(10_001))
        try harness.logIn()
        try harness.deliver(Say.header + Say.features(Say.bind, Say.sm, Self.smallLimits))
        _ = harness.takeWritten()
        _ = harness.takeEvents()
        try harness.deliver("<resumed xmlns='urn:xmpp:sm:3' h='0' previd='sm-1'/>")
        let written = harness.takeWritten()
        #expect(written.utf8.count == 1000 + 10_000 + "<r xmlns='urn:xmpp:sm:3'/>".utf8.count)
        #expect(!written.contains("<iq"))
        let events = harness.takeEvents()
        #expect(events.map(\.name) == ["resumed", "notSent", "response", "notSent"])
        let refused = events.compactMap { event -> (UInt64, LocalError)? in
            if case .notSent(let stanza, let error) = event { (stanza.number, error) } else { nil }
        }
        #expect(refused.map(\.0) == [1, large])
        #expect(refused.last?.1 == .stanzaTooLarge(bytes: 10_001, limit: 10_000))
        guard case .response(let outcome) = events[2], case .failure(.notSent(let error)) = outcome.result else {
            Issue.record("\(events[2])")
            return
        }
        #expect(outcome.id == "large")
        #expect(error == refused.first?.1)
        // The counts of both sides agree without those, and the id is free again.
        try harness.deliver("<a xmlns='urn:xmpp:sm:3' h='2'/>")
        let acknowledged = harness.takeEvents().compactMap { event -> UInt64? in
            if case .acknowledged(let number) = event { number } else { nil }
        }
        #expect(acknowledged == [2, small])
        _ = try harness.send(Self.request("large", 100))
        try harness.deliver("<a xmlns='urn:xmpp:sm:3' h='3'/>")
        #expect(harness.eventNames == ["acknowledged"])
        #expect(harness.ending == nil)
    }

    @Test func limitThatIsGoneAfterAResumptionHoldsNothingBack() throws {
        let stream = try Self.cut(Say.bind + Say.sm + Self.limits("<max-bytes>20000</max-bytes>"))
        let harness = try Harness(seed: 2) { $0.resumption = stream }
        let large = try harness.send(Self.message(30_000))
        try harness.logIn()
        try harness.deliver(Say.header + Say.features(Say.bind, Say.sm))
        try harness.deliver("<resumed xmlns='urn:xmpp:sm:3' h='0' previd='sm-1'/>")
        try harness.deliver("<a xmlns='urn:xmpp:sm:3' h='3'/>")
        #expect(!harness.eventNames.contains("notSent"))
        guard case .acknowledged(large)? = harness.events.last else {
            Issue.record("\(harness.eventNames)")
            return
        }
    }

    // MARK: Idle streams

    @Test func somethingIsSentBeforeTheStreamIsTakenForIdle() throws {
        let harness = try Harness()
        try harness.establish(Say.bind + Self.limits("<idle-seconds>100</idle-seconds>"))
        _ = harness.takeWritten()
        for _ in 0..<3 {
            let last = harness.now
            harness.waitForTimeout()
            #expect(last.duration(to: harness.now) == .seconds(75))
            #expect(harness.takeWritten().first == " ")
            try harness.deliver(" ")
        }
        #expect(harness.ending == nil)
    }

    @Test func overWebSocketAQuestionIsSent() throws {
        let harness = try Harness {
            $0.framing = .webSocket
            $0.tls = .direct
        }
        try harness.connect()
        try harness.establishTLS()
        let open = "<open xmlns='urn:ietf:params:xml:ns:xmpp-framing' from='example.com' id='1' version='1.0'/>"
        func features(_ content: String) -> String {
            "<stream:features xmlns:stream='http://etherx.jabber.org/streams'>\(content)</stream:features>"
        }
        try harness.deliver(open)
        try harness.deliver(features(Say.plain))
        try harness.deliver(Say.success)
        try harness.deliver(open)
        try harness.deliver(features(Say.bind + Self.limits("<idle-seconds>100</idle-seconds>")))
        let bound = Say.bound(harness.lastValue(of: "id"))
        try harness.deliver(bound.replacing("<iq ", with: "<iq xmlns='jabber:client' "))
        _ = harness.takeWritten()
        let last = harness.now
        harness.waitForTimeout()
        #expect(last.duration(to: harness.now) == .seconds(75))
        #expect(harness.takeWritten().contains("urn:xmpp:ping"))
    }
}
