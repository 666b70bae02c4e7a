import Testing
import XMLStream

@testable import XMPPCapture

@Suite struct StreamManagementFollowerTests {
    private static let enable = [
        "C<enable xmlns='urn:xmpp:sm:3' resume='true'/>", "S<enabled xmlns='urn:xmpp:sm:3' id='x' resume='true'/>",
    ]

    private static func a(_ h: String) -> String { "<a xmlns='urn:xmpp:sm:3' h='\(h)'/>" }
    private static let r = "<r xmlns='urn:xmpp:sm:3'/>"

    private struct Follower {
        var follower = StreamManagementFollower()

        mutating func reports(_ lines: [String], stream: Int = 0) -> [StreamManagementReport] {
            Dialogue.records(lines, stream: stream).map { follower.receive($0) }
        }

        mutating func disagreements(_ lines: [String], stream: Int = 0) -> [String] {
            reports(lines, stream: stream).flatMap(\.disagreements)
        }
    }

    private func disagreements(_ lines: [String]) -> [String] {
        var follower = Follower()
        return follower.disagreements(Dialogue.login + lines)
    }

    @Test func acknowledgementsOfWhatWasSentAgree() throws {
        var follower = Follower()
        let reports = follower.reports(
            Dialogue.login + Self.enable + [
                "C<message/>", "C<presence/>", "C\(Self.r)", "C<message/>", "S\(Self.a("2"))", "S<message/>",
                "C\(Self.a("1"))", "S\(Self.a("3"))",
            ])
        #expect(reports.flatMap(\.disagreements).isEmpty)
        let acknowledgements = reports.compactMap(\.acknowledgement)
        #expect(acknowledgements.map(\.count) == [2, 1, 3])
        #expect(acknowledgements.map(\.outstanding) == [1, 0, 0])
        #expect(acknowledgements.map(\.direction) == [.clientToServer, .serverToClient, .clientToServer])
        #expect(acknowledgements.first?.delay == 2_000_000_000)
        #expect(acknowledgements.allSatisfy { $0.isExact && $0.unhandled == 0 })
    }

    @Test func recordsAreToldWhatIsWrongWithThemEachOnce() {
        let given = Dialogue.records(
            Dialogue.login + Self.enable + ["C<message/>", "S\(Self.a("2"))", "C<message/>", "S\(Self.a("-1"))"])
        var follower = StreamManagementFollower()
        var records = given
        follower.follow(&records)
        #expect(given.allSatisfy { $0.diagnostics.isEmpty })
        #expect(records.suffix(4).map(\.diagnostics.count) == [0, 1, 0, 1])
        #expect(records.dropLast(4).allSatisfy { $0.diagnostics.isEmpty })
        var again = StreamManagementFollower()
        var told = records
        again.follow(&told)
        #expect(told == records)
    }

    @Test func whatWasHandledLateIsCounted() {
        var follower = Follower()
        let reports = follower.reports(
            Dialogue.login + Self.enable + ["C<message/>", "C<message/>", "C\(Self.r)", "S\(Self.a("1"))"])
        #expect(reports.compactMap(\.acknowledgement).map(\.unhandled) == [1])
    }

    @Test(
        arguments: [
            (["C<message/>", "S\(a("2"))"], "more stanzas than the 1 sent"),
            (["C<message/>", "C<message/>", "S\(a("2"))", "S\(a("1"))"], "less than the 2 acknowledged"),
            (["S\(a("-1"))"], "no valid ‘h’"), (["S\(a("4294967296"))"], "no valid ‘h’"),
            (["S<a xmlns='urn:xmpp:sm:3'/>"], "no valid ‘h’"),
        ])
    func whatDisagreesIsSaid(lines: [String], words: String) {
        let found = disagreements(Self.enable + lines)
        #expect(found.count == 1)
        #expect(found.first?.contains(words) == true, "\(found)")
    }

    /// What a capture waits for may be what was acknowledged; who judges it all in the end is told of it all the same.
    @Test(arguments: [false, true])
    func nobodyIsAccusedOfWhatIsStillAwaited(isWaiting: Bool) {
        var follower = StreamManagementFollower()
        let lines = ["C<message/>", "S\(Self.a("2"))", "S\(Self.a("x"))"]
        let found = Dialogue.records(Dialogue.login + Self.enable + lines).flatMap { record in
            var record = record
            record.mayLackEarlier = isWaiting
            follower.follow(&record)
            return record.diagnostics
        }
        #expect(found.count == (isWaiting ? 1 : 2))
        #expect(found.last?.contains("no valid ‘h’") == true)
    }

    @Test func nothingIsCountedBeforeItIsEnabled() {
        #expect(disagreements(["C<message/>"] + Self.enable + ["S\(Self.a("0"))"]).isEmpty)
        #expect(disagreements(["C<message/>"] + Self.enable + ["S\(Self.a("1"))"]).count == 1)
        #expect(disagreements(["S\(Self.a("1"))"]).first?.contains("not enabled") == true)
    }

    /// What stands between the client's request and the answer is counted on its side already.
    @Test func theClientCountsFromItsRequestOn() {
        #expect(disagreements([Self.enable[0], "C<message/>", Self.enable[1], "S\(Self.a("1"))"]).isEmpty)
        #expect(disagreements([Self.enable[0], "S<message/>", Self.enable[1], "C\(Self.a("1"))"]).count == 1)
    }

    @Test func behindAGapOnlyADecreaseIsWrong() {
        let start = Self.enable + ["C<message/>", "-C", "S\(Self.a("7"))"]
        #expect(disagreements(start).isEmpty)
        #expect(disagreements(start + ["S\(Self.a("6"))"]).count == 1)
    }

    @Test func countsWrapAround() {
        var counter = AcknowledgementCounter(unseenUntil: .max - 1)
        for _ in 0..<3 { counter.countStanza() }
        guard case .agrees = counter.acknowledge(1) else {
            Issue.record("1 is three after 2^32 - 2")
            return
        }
        #expect(counter.sent == 1 && counter.acknowledged == 1)
        guard case .decreases(from: 1) = counter.acknowledge(.max) else {
            Issue.record("2^32 - 1 is before 1")
            return
        }
    }

    @Test func countingGoesOnOnAnotherConnection() {
        func resumed(_ client: String, _ server: String, then lines: [String]) -> [String] {
            var follower = Follower()
            let first = follower.disagreements(
                Dialogue.login + Self.enable + ["C<message/>", "C<message/>", "S<message/>", "S\(Self.a("1"))"])
            let second = follower.disagreements(
                Array(Dialogue.login.prefix(8)) + [
                    "C<resume xmlns='urn:xmpp:sm:3' previd='x' h='\(client)'/>",
                    "S<resumed xmlns='urn:xmpp:sm:3' previd='x' h='\(server)'/>",
                ] + lines, stream: 1)
            return first + second
        }
        // The second message is sent again, and counted as the second.
        #expect(resumed("1", "1", then: ["C<message/>", "S\(Self.a("2"))"]).isEmpty)
        #expect(resumed("1", "2", then: ["C<message/>", "S\(Self.a("3"))"]).isEmpty)
        #expect(resumed("1", "1", then: ["C<message/>", "S\(Self.a("3"))"]).count == 1)
        #expect(resumed("2", "2", then: []).count == 1)
        #expect(resumed("1", "0", then: []).count == 1)
    }

    @Test func inlineNegotiationIsFollowed() {
        let lines = [
            Dialogue.clientHeader, Dialogue.serverHeader,
            "C<authenticate xmlns='urn:xmpp:sasl:2' mechanism='SCRAM-SHA-1'><bind xmlns='urn:xmpp:bind:0'>"
                + "<enable xmlns='urn:xmpp:sm:3'/></bind></authenticate>",
            "S<success xmlns='urn:xmpp:sasl:2'><authorization-identifier>j@a.test/b</authorization-identifier>"
                + "<bound xmlns='urn:xmpp:bind:0'><enabled xmlns='urn:xmpp:sm:3'/></bound></success>",
            "C<message/>",
        ]
        var follower = Follower()
        #expect(follower.disagreements(lines + ["S\(Self.a("1"))"]).isEmpty)
        var other = Follower()
        #expect(other.disagreements(lines + ["S\(Self.a("2"))"]).count == 1)
    }

    @Test func theRecordOfADecodedCaptureSaysIt() throws {
        let log = """
            SENT: <enable xmlns='urn:xmpp:sm:3'/>
            RECV: <enabled xmlns='urn:xmpp:sm:3'/>
            SENT: <message xmlns='jabber:client'/>
            RECV: <a xmlns='urn:xmpp:sm:3' h='5'/>

            """
        let records = try DecodedCaptureTests.records(of: Array(log.utf8))
        #expect(records.count == 4)
        #expect(records.last?.diagnostics.first?.contains("h=5 acknowledges more stanzas than the 1 sent") == true)
    }
}
