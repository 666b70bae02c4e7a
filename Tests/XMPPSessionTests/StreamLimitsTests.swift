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
