import Testing
import XMLStream

@testable import XMPPCapture

/// Recordings that do not have everything: what they lack is nobody's fault, and what they have is judged all the same.
@Suite struct PartialRecordingTests {
    private static let ping = "<ping xmlns='urn:xmpp:ping'/>"
    private static let enable = "C<enable xmlns='urn:xmpp:sm:3' resume='true'/>"
    private static let enabled = "S<enabled xmlns='urn:xmpp:sm:3' id='x' resume='true'/>"
    private static let start = [Dialogue.clientHeader, Dialogue.serverHeader]
    private static let gap = TrafficRecord(.gap(byteCount: 1), stream: 0, direction: .clientToServer, packets: [99])

    private static func ask(h: Int, previd: String = "x") -> String {
        "C<resume xmlns='urn:xmpp:sm:3' previd='\(previd)' h='\(h)'/>"
    }

    private static func resumed(h: Int, previd: String = "x") -> String {
        "S<resumed xmlns='urn:xmpp:sm:3' previd='\(previd)' h='\(h)'/>"
    }

    /// A connection that resumes a session, and what is said there.
    private static func resumption(client: Int, server: Int, _ lines: [String] = []) -> [String] {
        Dialogue.login.prefix(8) + [ask(h: client), resumed(h: server)] + lines
    }

    /// What is found in connections one after the other, and then in `more`.
    private func findings(_ connections: [[String]], then more: [TrafficRecord] = []) -> [String] {
        let said = connections.enumerated().flatMap { Dialogue.records($1, stream: $0) }
        return findings(in: said + more)
    }

    private func findings(in records: [TrafficRecord]) -> [String] {
        var audit = TrafficAudit()
        let found = records.flatMap { audit.receive($0) } + audit.finish()
        return found.map { "\($0.severity.rawValue) \($0.rule)" }
    }

    // MARK: Lost packets

    /// What one side says without the other, and which side's lost packet, noticed behind it, may explain that.
    @Test(
        arguments: [
            (Self.start + ["C<message/>"], "S", ["error early-stanza"]),
            (Dialogue.login.prefix(8) + ["C<presence/>"], "S", ["error early-stanza"]),
            (Dialogue.login + ["S<iq type='result' id='9'/>"], "C", ["warning unmatched-reply"]),
            (
                Dialogue.login + [
                    "C<iq type='get' id='1' to='a@b.test/x'>\(ping)</iq>", "S<iq type='result' id='1'/>",
                ],
                "C", ["warning unmatched-reply", "info unanswered-request"]
            ),
            (
                Dialogue.login + ["C<iq type='get' id='1'>\(ping)</iq>", "C<iq type='get' id='1'>\(ping)</iq>"], "S",
                ["warning duplicate-id", "info unanswered-request", "info unanswered-request"]
            ),
            (Dialogue.login + ["C<a xmlns='urn:xmpp:sm:3' h='1'/>"], "S", ["error stream-management"]),
            (
                Dialogue.login + [enable, enabled, "C<message/>", "S<a xmlns='urn:xmpp:sm:3' h='2'/>"], "C",
                ["error stream-management"]
            ),
        ] as [([String], String, [String])])
    func aLostPacketExplainsWhatIsMissing(lines: [String], side: String, whole: [String]) {
        #expect(Dialogue.findings(lines) == whole)
        #expect(Dialogue.findings(lines + ["\(side)<stream:features/>"]).first == whole.first)
        #expect(Dialogue.findings(lines + ["-\(side)"]) == ["info unreadable"])
        // Behind a packet that came, a later one explains nothing.
        #expect(Dialogue.findings(lines + ["\(side)<stream:features/>", "-\(side)"]).first == whole.first)
    }

    @Test func whatIsCertainIsToldOfEachRecord() {
        let lines = Self.start + ["C<message/>", "C<message/>", "S<stream:features/>"]
        #expect(Dialogue.findings(lines) == ["error early-stanza", "error early-stanza"])
    }

    @Test func waitingFindingsAreBounded() {
        let lines = Self.start + Array(repeating: "C<message/>", count: 300)
        let found = Dialogue.findings(lines)
        #expect(found.count == 257)
        #expect(found.first == "info limit")
    }

    // MARK: One side, one layer, no beginning

    @Test func oneSideAloneIsNotJudgedByTheOther() {
        let lines =
            Dialogue.login + [
                "C<iq type='get' id='1'>\(Self.ping)</iq>", "C<iq type='result' id='2'/>", "C<message/>",
                "C<a xmlns='urn:xmpp:sm:3' h='1'/>",
            ]
        #expect(Dialogue.findings(lines.filter { $0.hasPrefix("C") }).isEmpty)
        #expect(Dialogue.findings(lines.filter { $0.hasPrefix("S") }).isEmpty)
    }

    @Test func aSideThatTLSHidesIsNotJudged() {
        let hidden = Connection(layers: [.tls])
        hidden.client(String(Dialogue.clientHeader.dropFirst()))
        hidden.client("<message/><iq type='get' id='1'>\(Self.ping)</iq>")
        let tls = "xmlns='urn:ietf:params:xml:ns:xmpp-tls'"
        let start = Self.start + ["C<starttls \(tls)/>", "S<proceed \(tls)/>"]
        #expect(findings(in: Dialogue.records(start) + hidden.records()).isEmpty)
    }

    @Test func aServerWithoutItsHeaderWasNotHeardFromTheStart() {
        let lines = [Dialogue.clientHeader, "S<stream:features/>", "C<message/>", "S<message from='a.test'/>"]
        #expect(Dialogue.findings(lines).isEmpty)
    }

    // MARK: Resumption

    @Test func whatIsSentAgainIsNoAnswerOfItsOwn() {
        let request = "C<iq type='get' id='1'>\(Self.ping)</iq>"
        let answer = "S<iq type='result' id='1'/>"
        let first = Dialogue.login + [Self.enable, Self.enabled, request, answer]
        #expect(findings([first, Self.resumption(client: 0, server: 1, [answer])]).isEmpty)
        #expect(findings([first, Self.resumption(client: 1, server: 1, [answer])]) == ["warning unmatched-reply"])
        #expect(
            findings([first, Self.resumption(client: 0, server: 1, [answer, answer])]) == ["warning unmatched-reply"])
    }

    @Test func whatIsAskedAgainIsNoOtherRequest() {
        let lines = ["C<iq type='get' id='1'>\(Self.ping)</iq>", "C<message id='m'/>"]
        let answer = "S<iq type='result' id='1'/>"
        let first = Dialogue.login + [Self.enable, Self.enabled] + lines
        #expect(findings([first, Self.resumption(client: 0, server: 0, lines + [answer])]).isEmpty)
        #expect(
            findings([first, Self.resumption(client: 0, server: 2, lines + [answer])]) == [
                "info duplicate-id", "warning duplicate-id", "info unanswered-request",
            ])
    }

    @Test func anEarlierConnectionMayLackWhatIsAcknowledged() {
        let first = Dialogue.login + [Self.enable, Self.enabled, "C<message/>"]
        let second = Self.resumption(client: 0, server: 2, ["C<message/>"])
        #expect(findings([first, second]) == ["error stream-management"])
        #expect(findings([first, second], then: [Self.gap]) == ["info unreadable"])
    }

    /// The session went on over a connection whose answer was lost, and was resumed there again.
    @Test func aResumptionWithoutItsAnswerMayHaveGoneOn() {
        let first = Dialogue.login + [Self.enable, Self.enabled, "C<message/>"]
        let asked = Array(Dialogue.login.prefix(8)) + [Self.ask(h: 0)]
        let last = Self.resumption(client: 2, server: 3, ["S<iq type='result' id='9'/>"])
        #expect(findings([first, asked, last]).isEmpty)
        #expect(findings([first, last]).contains("error stream-management"))
    }

    @Test func aSessionOfBeforeTheRecordingHasRequestsOfBefore() {
        let answer = "S<iq type='result' id='9'/>"
        #expect(findings([Self.resumption(client: 0, server: 0, [answer])]).isEmpty)
    }

    // MARK: BOSH

    private func request(_ attributes: String, _ content: String = "") -> String {
        let body = "<body xmlns='http://jabber.org/protocol/httpbind' \(attributes)>\(content)</body>"
        return "POST /bosh HTTP/1.1\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    private func response(_ attributes: String) -> String {
        let body = "<body xmlns='http://jabber.org/protocol/httpbind' \(attributes)/>"
        return "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    /// A BOSH session over two connections; a request is left out, and a stanza comes before the login.
    private func boshRecords(fromStart: Bool) -> [TrafficRecord] {
        let context = ChannelContext()
        let first = Connection(stream: 0, context: context)
        let second = Connection(stream: 1, context: context)
        if fromStart {
            first.client(request("rid='10' to='a.test'"))
            first.server(response("sid='s'"))
        }
        first.client(request("rid='11' sid='s'"))
        second.client(request("rid='13' sid='s'", "<message xmlns='jabber:client'/>"))
        second.server(response("sid='s'"))
        return first.records()
    }

    @Test func requestsThatTheRecordingLacksAreNotLeftOut() {
        let records = boshRecords(fromStart: true)
        #expect(findings(in: records) == ["warning diagnostic", "error early-stanza"])
        let loss = TrafficRecord(.gap(byteCount: 1), stream: 0, packets: [99], layers: [.bosh])
        #expect(findings(in: records + [loss]).filter { $0 != "info unreadable" }.isEmpty)
        #expect(findings(in: boshRecords(fromStart: false)).isEmpty)
    }

    @Test func aProxyThatEndsTLSDoesNotAskTwice() {
        let context = ChannelContext()
        let outside = Connection(stream: 0, layers: [.tls], context: context)
        let inside = Connection(stream: 1, context: context)
        for connection in [outside, inside] {
            connection.client(request("rid='10' to='a.test'"))
            connection.server(response("sid='s'"))
        }
        let iq = "<iq xmlns='jabber:client' type='get' id='1'><query xmlns='jabber:iq:register'/></iq>"
        for connection in [outside, inside] { connection.client(request("rid='11' sid='s'", iq)) }
        let records = outside.records()
        #expect(records.filter { $0.element?.localName == "iq" }.count == 2)
        #expect(findings(in: records) == ["info unanswered-request", "info unanswered-request"])
    }
}
