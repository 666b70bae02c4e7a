import Testing
import XMLStream
import XMPPAddress
import XMPPExtensions
import XMPPSASL
import XMPPStanzas

@testable import XMPPSession

/// Acknowledgement and resumption at a server (XEP-0198).
@Suite struct ServerStreamManagementTests {
    private static func message(_ text: String) -> String {
        "<message xmlns='jabber:client' from='romeo@example.net'><body>\(text)</body></message>"
    }

    private static func acknowledged(_ events: [ServerEvent]) -> [UInt64] {
        events.compactMap { if case .acknowledged(let number) = $0 { number } else { nil } }
    }

    @Test(arguments: Harness.Cut.allCases)
    func managementIsTurnedOnOnce(cut: Harness.Cut) throws {
        let harness = try ServerHarness(cut: cut) { $0.resumptionLocation = "[::1]:5222" }
        try harness.establish()
        _ = harness.takeWritten()
        harness.deliver("<enable xmlns='urn:xmpp:sm:3' resume='true' max='60'/>")
        let enabled = try element(harness.takeWritten())
        #expect(enabled.localName == "enabled" && enabled["resume"] == "true" && enabled["max"] == "60")
        #expect(enabled["id"]?.count == 32 && enabled["location"] == "[::1]:5222")
        harness.deliver(Ask.enable)
        #expect(harness.takeWritten().contains("<failed xmlns='urn:xmpp:sm:3'><unexpected-request "))
        harness.deliver(Ask.resume("x", handled: 0))
        #expect(harness.takeWritten().contains("<unexpected-request ") && harness.ending == nil)
    }

    @Test func absenceIsBoundedByTheServer() throws {
        let harness = try ServerHarness { $0.streamManagement.maximumAbsence = 100 }
        try harness.establish()
        harness.deliver("<enable xmlns='urn:xmpp:sm:3' resume='1' max='86400'/>")
        #expect(harness.written.contains("max='100'"))
        let brief = try ServerHarness { $0.streamManagement.wantsResumption = false }
        try brief.establish()
        brief.deliver(Ask.enable)
        #expect(brief.written.hasSuffix("<enabled xmlns='urn:xmpp:sm:3'/>"))
        brief.loseTransport()
        #expect(brief.ending?.resumption == nil)
    }

    @Test func managementBeforeBindingIsUnexpected() throws {
        let harness = try ServerHarness { $0.streamManagement = .unused }
        try harness.logIn()
        #expect(!harness.written.contains("urn:xmpp:sm:3"))
        harness.deliver(Ask.enable + Ask.resume("x", handled: 0))
        #expect(harness.written.ranges(of: "<unexpected-request ").count == 2)
        harness.deliver(Ask.bind)
        #expect(harness.eventNames.last == "resourceRequested")
    }

    @Test func acknowledgementWithoutManagementEndsTheStream() throws {
        for xml in ["<r xmlns='urn:xmpp:sm:3'/>", "<a xmlns='urn:xmpp:sm:3' h='0'/>"] {
            let harness = try ServerHarness()
            try harness.establish()
            harness.deliver(xml)
            #expect(harness.ending?.causeName == "violation")
        }
    }

    @Test func everyStanzaCountsAndIsCounted() throws {
        let harness = try ServerHarness()
        try harness.establishManaged()
        harness.deliver(Ask.message + Ask.ping + "<message to='@'><body/></message><r xmlns='urn:xmpp:sm:3'/>")
        #expect(harness.takeWritten().hasSuffix("<a xmlns='urn:xmpp:sm:3' h='3'/>"))
        _ = harness.takeEvents()
        let number = try harness.send(Self.message("one"))
        // The answers to the ping and to the broken message were sent before it.
        harness.deliver("<a xmlns='urn:xmpp:sm:3' h='3'/>")
        #expect(Self.acknowledged(harness.takeEvents()).last == number)
        harness.deliver("<a xmlns='urn:xmpp:sm:3' h='4'/>")
        #expect(harness.written.contains("<handled-count-too-high xmlns='urn:xmpp:sm:3' h='4' send-count='3'/>"))
    }

    @Test func clientThatAcknowledgesNothingIsBounded() throws {
        let harness = try ServerHarness { $0.streamManagement.maximumUnacknowledged = 2 }
        try harness.establishManaged()
        for _ in 0..<2 { _ = try harness.send(Self.message("x")) }
        #expect(throws: LocalError.tooManyUnacknowledged) { try harness.send(Self.message("x")) }
        for _ in 0..<10 { harness.deliver(Ask.ping) }
        guard case .violation(.withheldAcknowledgements)? = harness.ending?.cause else {
            Issue.record("\(String(describing: harness.ending))")
            return
        }
    }

    /// A few long stanzas are as much as many short ones.
    @Test func whatIsNotAcknowledgedIsBoundedInBytes() throws {
        let harness = try ServerHarness { $0.streamManagement.maximumUnacknowledgedBytes = 10_000 }
        let id = try harness.establishManaged()
        _ = try harness.send(Self.message(String(repeating: "x", count: 20_000)))
        #expect(throws: LocalError.tooManyUnacknowledged) { try harness.send(Self.message("y")) }
        harness.deliver("<a xmlns='urn:xmpp:sm:3' h='1'/>")
        for _ in 0..<20 { _ = try harness.send(Self.message("y")) }
        harness.loseTransport()
        var stream = try #require(harness.ending?.resumption)
        #expect(stream.id == id)
        let policy = StreamManagementPolicy(maximumUnacknowledgedBytes: 100_000)
        let long = try element(Self.message(String(repeating: "z", count: 60_000)))
        for _ in 0..<2 { try stream.append(long, within: policy) }
        #expect(throws: LocalError.tooManyUnacknowledged) { try stream.append(long, within: policy) }
    }

    // MARK: Resumption

    /// A stream that was cut with two stanzas unacknowledged, and one received.
    private static func cut() throws -> ResumableStream {
        let harness = try ServerHarness(seed: 9)
        try harness.establishManaged()
        for text in ["one", "two", "three"] { _ = try harness.send(message(text)) }
        harness.deliver("<a xmlns='urn:xmpp:sm:3' h='1'/>" + Ask.message + "<message><body>hal")
        harness.loseTransport()
        #expect(!harness.written.contains("</stream:stream>"))
        return try #require(harness.ending?.resumption)
    }

    private static func asking(
        for id: String,
        handled: Int,
        at time: Int64 = 0,
        account: String = "juliet"
    ) throws -> ServerHarness {
        let harness = try ServerHarness(seed: 10, at: Instant(milliseconds: time)) { $0.mechanisms = [.external] }
        var table = AccountTable()
        table.setKeys([], of: "juliet")
        harness.accounts = account == "juliet" ? table : nil
        try harness.secure(hasClientCertificate: true)
        harness.deliver(Ask.auth("EXTERNAL", "").replacing("></auth>", with: ">=</auth>"))
        if account != "juliet" { try harness.act { try $0.answer(.user(account), now: harness.now) } }
        harness.deliver(Ask.header)
        _ = harness.takeWritten()
        _ = harness.takeEvents()
        harness.deliver(Ask.resume(id, handled: handled))
        guard case .resumptionRequested(id)? = harness.takeEvents().last else {
            Issue.record("nothing was asked")
            return harness
        }
        return harness
    }

    @Test func streamIsResumedWithWhatWasNotHandled() throws {
        var stream = try Self.cut()
        let number = try stream.append(try element(Self.message("four")))
        #expect(number == 4)
        let harness = try Self.asking(for: stream.id, handled: 2)
        var isResumed = false
        try harness.act { isResumed = try $0.resume(stream, now: harness.now) }
        #expect(isResumed)
        let written = harness.takeWritten()
        #expect(written.hasPrefix("<resumed xmlns='urn:xmpp:sm:3' h='1' previd='\(stream.id)'/>"))
        #expect(!written.contains("two") && written.contains("three") && written.contains("four"))
        #expect(harness.takeEvents().map(\.name) == ["acknowledged", "resumed"])
        harness.deliver(Ask.message + "<r xmlns='urn:xmpp:sm:3'/><a xmlns='urn:xmpp:sm:3' h='4'/>")
        #expect(harness.takeWritten() == "<a xmlns='urn:xmpp:sm:3' h='2'/>")
        #expect(Self.acknowledged(harness.takeEvents()) == [3, 4])
        // It can be cut and resumed once more, under the same id.
        harness.loseTransport()
        #expect(harness.ending?.resumption?.id == stream.id)
    }

    @Test func streamOfAnotherIsNotHandedOver() throws {
        let stream = try Self.cut()
        for (id, account) in [(stream.id, "romeo"), ("guess", "juliet")] {
            let harness = try Self.asking(for: id, handled: 0, account: account)
            var isResumed = true
            try harness.act { isResumed = try $0.resume(stream, now: harness.now) }
            #expect(!isResumed)
            #expect(
                harness.takeWritten() == """
                    <failed xmlns='urn:xmpp:sm:3'><item-not-found xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></failed>
                    """)
            harness.deliver(Ask.bind)
            #expect(harness.eventNames.last == "resourceRequested")
        }
    }

    @Test func expiredStreamIsToldOf() throws {
        let stream = try Self.cut()
        let harness = try Self.asking(for: stream.id, handled: 0, at: 300_001)
        try harness.act { try $0.resume(stream, now: harness.now) }
        #expect(harness.takeWritten().hasPrefix("<failed xmlns='urn:xmpp:sm:3' h='1'>"))
        let unknown = try Self.asking(for: stream.id, handled: 0)
        try unknown.act { try $0.resume(nil, now: unknown.now) }
        #expect(unknown.takeWritten().hasPrefix("<failed xmlns='urn:xmpp:sm:3'><item-not-found "))
    }

    @Test func impossibleCountEndsTheStream() throws {
        let stream = try Self.cut()
        let harness = try Self.asking(for: stream.id, handled: 9)
        try harness.act { try $0.resume(stream, now: harness.now) }
        #expect(harness.written.contains("<handled-count-too-high "))
        #expect(harness.ending?.resumption == nil)
    }

    @Test(arguments: ["<resume xmlns='urn:xmpp:sm:3' previd='x'/>", "<resume xmlns='urn:xmpp:sm:3' h='1' previd=''/>"])
    func resumptionWithoutACountOrAnIDIsABadRequest(xml: String) throws {
        let harness = try ServerHarness()
        try harness.logIn()
        harness.deliver(xml)
        #expect(harness.written.contains("<bad-request ") && !harness.eventNames.contains("resumptionRequested"))
    }

    /// The client is back before its old connection was found dead.
    @Test func liveSessionHandsItsStreamOver() throws {
        let old = try ServerHarness(seed: 9)
        let id = try old.establishManaged()
        _ = try old.send(Self.message("one"))
        let stream = try #require(try old.session.detach(now: old.now))
        old.drain()
        #expect(old.written.contains("<conflict xmlns='urn:ietf:params:xml:ns:xmpp-streams'/>"))
        #expect(old.ending?.resumption == nil && old.ending?.unacknowledged.isEmpty == true)
        let harness = try Self.asking(for: id, handled: 0)
        try harness.act { try $0.resume(stream, now: harness.now) }
        #expect(harness.written.contains("one"))
        // What the old connection still brings is nobody's.
        old.deliver(Ask.message)
        #expect(old.eventNames.last == "ended")
    }

    /// What is kept for the client is still there when it comes to its senses.
    @Test(arguments: [false, true])
    func impossibleCountEndsTheSessionAndNotTheStream(isInline: Bool) throws {
        let stream = try Self.cut()
        for handled in [4, 0] {
            let harness: ServerHarness
            if isInline {
                harness = try ServerHarness(seed: 11) { $0.sasl2 = SASL2Service() }
                try harness.secure()
                harness.deliver(Ask2.plain(Ask.resume(stream.id, handled: handled)))
            } else {
                harness = try Self.asking(for: stream.id, handled: handled)
            }
            _ = harness.takeWritten()
            var isResumed = true
            try harness.act { isResumed = try $0.resume(stream, now: harness.now) }
            #expect(!isResumed)
            #expect(harness.takeWritten().contains("<handled-count-too-high "))
            #expect(harness.isClosed && !harness.eventNames.contains("acknowledged"))
        }
        let harness = try Self.asking(for: stream.id, handled: 1)
        try harness.act { try $0.resume(stream, now: harness.now) }
        #expect(harness.written.contains("two") && harness.written.contains("three"))
    }

    @Test func waitingStreamIsBounded() throws {
        var stream = try Self.cut()
        #expect(throws: LocalError.tooManyUnacknowledged) {
            try stream.append(try element(Self.message("x")), within: StreamManagementPolicy(maximumUnacknowledged: 2))
        }
        #expect(throws: LocalError.notAStanza) { try stream.append(try element("<x xmlns='y'/>")) }
    }
}
