import Testing
import XMLStream
import XMPPStanzas

@testable import XMPPSession

/// Acknowledgement and resumption (XEP-0198).
@Suite struct StreamManagementTests {
    private static func message(_ text: String) -> String {
        "<message xmlns='jabber:client' to='romeo@example.net'><body>\(text)</body></message>"
    }

    /// The numbers that were acknowledged, in order.
    private static func acknowledged(_ events: [ClientEvent]) -> [UInt64] {
        events.compactMap { if case .acknowledged(let number) = $0 { number } else { nil } }
    }

    // MARK: Acknowledgement

    @Test(arguments: Harness.Cut.allCases)
    func eachStanzaIsReportedWhenItIsAcknowledged(cut: Harness.Cut) throws {
        let harness = try Harness(cut: cut)
        try harness.establishManaged()
        let numbers = try (1...3).map { try harness.send(Self.message("\($0)")) }
        try harness.deliver("<a xmlns='urn:xmpp:sm:3' h='2'/>")
        #expect(Self.acknowledged(harness.takeEvents()) == Array(numbers.prefix(2)))
        try harness.deliver("<a xmlns='urn:xmpp:sm:3' h='2'/>")
        #expect(harness.takeEvents().isEmpty)
        try harness.deliver("<a xmlns='urn:xmpp:sm:3' h='3'/>")
        #expect(Self.acknowledged(harness.takeEvents()) == [numbers[2]])
    }

    @Test func everyRequestIsAnsweredWithWhatWasHandled() throws {
        let harness = try Harness()
        try harness.establishManaged()
        try harness.deliver("<r xmlns='urn:xmpp:sm:3'/><r xmlns='urn:xmpp:sm:3'/>")
        #expect(harness.takeWritten() == "<a xmlns='urn:xmpp:sm:3' h='0'/><a xmlns='urn:xmpp:sm:3' h='0'/>")
        // A message, a forged carbon, a broken presence, and a response that nobody waits for: all are dealt with.
        try harness.deliver(
            """
            <message from='a@example.com'><body>x</body></message>\
            <message from='mallory@evil.example'><received xmlns='urn:xmpp:carbons:2'/></message>\
            <presence from='room@muc.example@'/><iq type='result' id='zz'/><r xmlns='urn:xmpp:sm:3'/>
            """)
        #expect(harness.takeWritten().contains("<a xmlns='urn:xmpp:sm:3' h='4'/>"))
    }

    @Test func acknowledgementIsRequestedByCountAndByTime() throws {
        let harness = try Harness { $0.streamManagement.stanzasPerRequest = 3 }
        try harness.establishManaged()
        for _ in 1...2 { _ = try harness.send(Self.message("x")) }
        #expect(!harness.takeWritten().contains("<r "))
        _ = try harness.send(Self.message("x"))
        #expect(harness.takeWritten().hasSuffix("<r xmlns='urn:xmpp:sm:3'/>"))
        _ = try harness.send(Self.message("x"))
        #expect(harness.wait == harness.now.advanced(by: .seconds(2)))
        harness.waitForTimeout()
        #expect(harness.takeWritten().hasSuffix("<r xmlns='urn:xmpp:sm:3'/>"))
    }

    @Test(arguments: ["4", "4294967295"])
    func moreThanWasSentIsAProtocolError(count: String) throws {
        let harness = try Harness()
        try harness.establishManaged()
        for _ in 1...3 { _ = try harness.send(Self.message("x")) }
        try harness.deliver("<a xmlns='urn:xmpp:sm:3' h='2'/><a xmlns='urn:xmpp:sm:3' h='\(count)'/>")
        guard case .violation(.handledCountTooHigh(_, sent: 3))? = harness.ending?.cause else {
            Issue.record("\(String(describing: harness.ending))")
            return
        }
        #expect(harness.written.contains("<handled-count-too-high xmlns='urn:xmpp:sm:3' h='\(count)' send-count='3'/>"))
        #expect(harness.ending?.resumption == nil)
        #expect(harness.ending?.unacknowledged.count == 1)
    }

    @Test(arguments: ["", "h=''", "h='x'", "h='-1'", "h='4294967296'"])
    func countThatIsNoneIsAProtocolError(attribute: String) throws {
        let harness = try Harness()
        try harness.establishManaged()
        try harness.deliver("<a xmlns='urn:xmpp:sm:3' \(attribute)/>")
        guard case .violation(.malformedHandledCount)? = harness.ending?.cause else {
            Issue.record("\(attribute): \(String(describing: harness.ending))")
            return
        }
    }

    @Test func countsWrapAround() throws {
        var ledger = AcknowledgementLedger(handled: .max, acknowledged: .max - 1)
        let stanza = try element(Self.message("x"))
        for number in 1...4 { ledger.recordSent(SentStanza(number: UInt64(number), element: stanza)) }
        #expect(ledger.sent == 2)
        #expect(try ledger.acknowledge(upTo: 0).map(\.number) == [1, 2])
        #expect(try ledger.acknowledge(upTo: 2).map(\.number) == [3, 4])
        #expect(throws: ProtocolViolation.handledCountTooHigh(handled: 1, sent: 2)) { try ledger.acknowledge(upTo: 1) }
        ledger.recordHandled()
        #expect(ledger.handled == 0)
    }

    @Test func whatIsSentBeforeTheConsentCounts() throws {
        let harness = try Harness()
        try harness.establish()
        let number = try harness.send(Self.message("early"))
        try harness.deliver("<message from='a@example.com'/>")
        try harness.deliver(
            "<enabled xmlns='urn:xmpp:sm:3'/><a xmlns='urn:xmpp:sm:3' h='1'/><r xmlns='urn:xmpp:sm:3'/>")
        #expect(Self.acknowledged(harness.takeEvents()) == [number])
        // The message came before the server began to count.
        #expect(harness.takeWritten().hasSuffix("<a xmlns='urn:xmpp:sm:3' h='0'/>"))
    }

    @Test func refusalLeavesAnUnmanagedStream() throws {
        let harness = try Harness()
        try harness.establish()
        try harness.deliver(
            "<failed xmlns='urn:xmpp:sm:3'><unexpected-request xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></failed>")
        guard case .streamManagementRefused(let condition)? = harness.events.last else {
            Issue.record("\(harness.eventNames)")
            return
        }
        #expect(condition == .unexpectedRequest)
        harness.loseTransport()
        #expect(harness.ending?.resumption == nil)
    }

    @Test func sendingIsBounded() throws {
        let harness = try Harness { $0.streamManagement.maximumUnacknowledged = 2 }
        try harness.establishManaged()
        _ = try harness.send(Self.message("1"))
        _ = try harness.send(Self.message("2"))
        #expect(throws: LocalError.tooManyUnacknowledged) { try harness.send(Self.message("3")) }
        // The peer cannot make the session keep answers without end either.
        for id in 0..<10 { try harness.deliver("<iq type='get' id='\(id)'><ping xmlns='urn:xmpp:ping'/></iq>") }
        guard case .violation(.withheldAcknowledgements)? = harness.ending?.cause else {
            Issue.record("\(String(describing: harness.ending))")
            return
        }
        #expect(harness.ending?.unacknowledged.count == 4)
    }

    // MARK: Resumption

    /// A session that was cut with three stanzas under way, of which the first was acknowledged, and two received.
    private static func cut() throws -> ResumableStream {
        let harness = try Harness()
        try harness.establishManaged(attributes: "max='300' location='[2001:db8::1]:5269'")
        for text in ["one", "two", "three"] { _ = try harness.send(message(text)) }
        try harness.deliver(
            "<message from='a@example.com'/><message from='a@example.com'/><a xmlns='urn:xmpp:sm:3' h='1'/>")
        try harness.deliver("<message from='a@example.com'><body>ha")
        harness.loseTransport()
        let ending = try #require(harness.ending)
        #expect(ending.side == .transport)
        #expect(!harness.written.contains("</stream:stream>"))
        return try #require(ending.resumption)
    }

    private static func resuming(_ stream: ResumableStream, cut: Harness.Cut = .whole) throws -> Harness {
        let harness = try Harness(cut: cut, seed: 2) { $0.resumption = stream }
        try harness.logIn()
        _ = harness.takeWritten()
        try harness.deliver(Say.header + Say.features(Say.bind, Say.sm))
        return harness
    }

    @Test func endCarriesWhatResumptionTakes() throws {
        let stream = try Self.cut()
        #expect(stream.id == "sm-1")
        #expect(stream.maximum == 300)
        #expect(stream.location?.host == "2001:db8::1")
        #expect(stream.location?.port == 5269)
        #expect(stream.unacknowledged.map { $0.element.children.first { _ in true }?.text } == ["two", "three"])
        #expect(!stream.hasExpired(at: Instant(milliseconds: 300_000)))
        #expect(stream.hasExpired(at: Instant(milliseconds: 300_001)))
    }

    @Test(arguments: Harness.Cut.allCases)
    func resumptionSendsAgainWhatWasNotHandledAndNothingElse(cut: Harness.Cut) throws {
        let harness = try Self.resuming(try Self.cut(), cut: cut)
        #expect(harness.takeWritten() == "<resume xmlns='urn:xmpp:sm:3' h='2' previd='sm-1'/>")
        // The application goes on while the stream is being resumed.
        let number = try harness.send(Self.message("four"))
        #expect(harness.takeWritten() == "")
        _ = harness.takeEvents()
        try harness.deliver("<resumed xmlns='urn:xmpp:sm:3' h='2' previd='sm-1'/>")
        let written = harness.takeWritten()
        #expect(!written.contains("two") && written.contains("three") && written.contains("four"))
        #expect(written.hasSuffix("<r xmlns='urn:xmpp:sm:3'/>"))
        #expect(!written.contains("presence") && !written.contains("bind"))
        #expect(harness.takeEvents().map(\.name) == ["acknowledged", "resumed"])
        // Counts go on where they were.
        try harness.deliver("<message from='a@example.com'/><r xmlns='urn:xmpp:sm:3'/><a xmlns='urn:xmpp:sm:3' h='4'/>")
        #expect(harness.takeWritten() == "<a xmlns='urn:xmpp:sm:3' h='3'/>")
        #expect(Self.acknowledged(harness.takeEvents()) == [3, number])
    }

    @Test(arguments: [
        "<failed xmlns='urn:xmpp:sm:3' h='2'><item-not-found xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></failed>",
        """
        <failed xmlns='urn:xmpp:sm:3' h='2'><error type='cancel'>\
        <item-not-found xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></failed>
        """,
    ])
    func refusedResumptionSaysWhatBecameOfWhichAndBinds(refusal: String) throws {
        let harness = try Self.resuming(try Self.cut())
        _ = harness.takeEvents()
        try harness.deliver(refusal)
        #expect(harness.eventNames == ["acknowledged", "resumptionFailed"])
        guard case .resumptionFailed(let condition, let unacknowledged)? = harness.takeEvents().last else { return }
        #expect(condition == .itemNotFound)
        #expect(unacknowledged.map(\.number) == [3])
        #expect(harness.takeWritten().contains("<bind "))
        try harness.deliver(Say.bound(harness.lastValue(of: "id")))
        #expect(harness.eventNames == ["bound"])
        #expect(harness.takeWritten().contains("<enable "))
        // Nothing is sent again that the server may have had.
        #expect(!harness.transcript.contains("three"))
    }

    @Test func refusalWithoutACountLeavesAllUnknown() throws {
        let harness = try Self.resuming(try Self.cut())
        try harness.deliver("<failed xmlns='urn:xmpp:sm:3'/>")
        guard case .resumptionFailed(nil, let unacknowledged)? = harness.events.last else {
            Issue.record("\(harness.eventNames)")
            return
        }
        #expect(unacknowledged.map(\.number) == [2, 3])
    }

    @Test(arguments: [
        "<resumed xmlns='urn:xmpp:sm:3' previd='sm-1'/>", "<resumed xmlns='urn:xmpp:sm:3' h='x' previd='sm-1'/>",
        "<resumed xmlns='urn:xmpp:sm:3' h='1' previd='another'/>",
        "<resumed xmlns='urn:xmpp:sm:3' h='9' previd='sm-1'/>",
        "<failed xmlns='urn:xmpp:sm:3' h='9'/>",
    ])
    func impossibleResumptionIsGivenUpForGood(answer: String) throws {
        let harness = try Self.resuming(try Self.cut())
        try harness.deliver(answer)
        #expect(harness.ending?.causeName == "violation")
        #expect(harness.ending?.resumption == nil)
        #expect(harness.ending?.unacknowledged.map(\.number) == [2, 3])
    }

    @Test func serverThatDoesNotAnswerTheResumptionMayHaveResumed() throws {
        let harness = try Self.resuming(try Self.cut())
        _ = harness.takeWritten()
        harness.waitForTimeout()
        #expect(harness.ending?.causeName == "timedOut")
        #expect(harness.ending?.resumption != nil)
        #expect(harness.takeWritten() == "")
    }

    @Test func loginThatFailsLeavesTheFormerStream() throws {
        let harness = try Harness { $0.resumption = try? Self.cut() }
        _ = try harness.send(Self.message("four"))
        try harness.connect()
        harness.loseTransport()
        let stream = try #require(harness.ending?.resumption)
        #expect(stream.unacknowledged.map(\.number) == [2, 3, 4])
        let next = try Self.resuming(stream)
        #expect(try next.send(Self.message("five")) == 5)
    }

    @Test func serverWithoutTheFeatureGetsAnOrdinaryLogin() throws {
        let harness = try Harness { $0.resumption = try? Self.cut() }
        try harness.logIn()
        try harness.deliver(Say.header + Say.features(Say.bind))
        #expect(harness.eventNames.last == "resumptionFailed")
        #expect(harness.written.contains("<bind "))
        #expect(!harness.transcript.contains("<resume "))
    }

    @Test func requestsOutliveTheTransport() throws {
        let first = try Harness()
        try first.establishManaged()
        _ = try first.send("<iq xmlns='jabber:client' type='get' id='q' to='example.com'><x xmlns='y'/></iq>")
        first.loseTransport()
        #expect(!first.eventNames.contains("response"))
        let second = try Self.resuming(try #require(first.ending?.resumption))
        try second.deliver("<resumed xmlns='urn:xmpp:sm:3' h='1' previd='sm-1'/>")
        try second.deliver("<iq type='result' id='q' from='example.com'/>")
        #expect(second.eventNames.last == "response")
    }

    // MARK: The end

    @Test func closingAcknowledgesFirstAndCannotBeResumed() throws {
        let harness = try Harness()
        try harness.establishManaged()
        try harness.deliver("<message from='a@example.com'/>")
        try harness.session.close(now: harness.now)
        harness.drain()
        #expect(harness.takeWritten() == "<a xmlns='urn:xmpp:sm:3' h='1'/></stream:stream>")
        try harness.deliver("<message from='a@example.com'><body>late</body></message></stream:stream>")
        #expect(harness.eventNames.suffix(2) == ["stanza", "ended"])
        guard case .closed(.answered)? = harness.ending?.cause else {
            Issue.record("\(String(describing: harness.ending))")
            return
        }
        #expect(harness.ending?.resumption == nil)
    }

    @Test func silentPeerIsFoundOutAndItsStreamKept() throws {
        let harness = try Harness()
        try harness.establishManaged()
        harness.waitForTimeout()
        #expect(harness.takeWritten() == "<r xmlns='urn:xmpp:sm:3'/>")
        harness.waitForTimeout()
        guard case .timedOut(.signOfLife)? = harness.ending?.cause else {
            Issue.record("\(String(describing: harness.ending))")
            return
        }
        #expect(harness.ending?.resumption != nil)
        // An end of the stream that arrives after all would cost the server's part of it.
        #expect(harness.takeWritten() == "")
    }
}
