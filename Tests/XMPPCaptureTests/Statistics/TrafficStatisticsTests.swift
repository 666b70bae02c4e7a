import Testing
import XMLStream

@testable import XMPPCapture

@Suite struct TrafficStatisticsTests {
    private static let ping = "<ping xmlns='urn:xmpp:ping'/>"

    private func statistics(_ lines: [String]) throws -> StreamStatistics {
        var statistics = TrafficStatistics()
        for record in Dialogue.records(lines) { statistics.receive(record) }
        return try #require(statistics.finishInput().first)
    }

    @Test func stanzasAndTheirBytesAreCounted() throws {
        let body = "<message type='chat'><body>hi</body></message>"
        let found = try statistics([
            Dialogue.clientHeader, "C\(body)", "C\(body)", "C<presence/>",
            "S<message><a xmlns='x'/><b xmlns='x'/></message>",
        ])
        #expect(found.client.stanzas == StanzaVolume(stanzas: 3, bytes: 2 * body.utf8.count + 11))
        #expect(found.client.byType["message chat"] == StanzaVolume(stanzas: 2, bytes: 2 * body.utf8.count))
        #expect(found.client.byType["presence available"].stanzas == 1)
        #expect(found.client.byPayload["{jabber:client}body"].stanzas == 2)
        #expect(found.server.byType["message normal"].stanzas == 1)
        #expect(found.server.byPayload["{x}a"] == found.server.byPayload["{x}b"])
        #expect(found.client.xmlBytes == Dialogue.clientHeader.utf8.count - 1 + found.client.stanzas.bytes)
        #expect(found.largest.map(\.byteCount) == [47, 46, 46, 11])
        #expect(found.duration == 4_000_000_000)
    }

    @Test func answersAreTimed() throws {
        let found = try statistics(
            Dialogue.login + [
                "C<iq type='get' id='1'>\(Self.ping)</iq>", "C<iq type='get' id='2' to='b.test'>\(Self.ping)</iq>",
                "S<iq type='result' id='1'/>", "C<presence/>", "S<iq type='get' id='1' from='c.test'>\(Self.ping)</iq>",
                "C<iq type='error' id='1' to='c.test'><error/></iq>",
            ])
        #expect(found.requests.count == 4)
        #expect(found.requests.errors == 1)
        #expect(found.requests.roundTrips.count == 3)
        #expect(found.requests.roundTrips.longest == 2_000_000_000)
        #expect(found.requests.unanswered == 1)
        #expect(found.requests.unansweredExamples.first?.payload == "{urn:xmpp:ping}ping")
        #expect(found.requests.unansweredExamples.first?.place.number == Dialogue.login.count + 2)
    }

    /// What is asked over again where a session goes on is the request that waits already (XEP-0198 §5).
    @Test func whatIsAskedAgainAfterAResumptionIsOneRequest() {
        let request = "C<iq type='get' id='1'>\(Self.ping)</iq>"
        let first =
            Dialogue.login + [
                "C<enable xmlns='urn:xmpp:sm:3' resume='true'/>",
                "S<enabled xmlns='urn:xmpp:sm:3' id='x' resume='true'/>", request,
            ]
        let second =
            Array(Dialogue.login.prefix(8)) + [
                "C<resume xmlns='urn:xmpp:sm:3' previd='x' h='0'/>",
                "S<resumed xmlns='urn:xmpp:sm:3' previd='x' h='0'/>",
                request, "S<iq type='result' id='1'/>",
            ]
        var statistics = TrafficStatistics()
        for (stream, lines) in [first, second].enumerated() {
            for record in Dialogue.records(lines, stream: stream) { statistics.receive(record) }
        }
        _ = statistics.finishInput()
        #expect(statistics.total.requests.count == 2)
        #expect(statistics.total.requests.roundTrips.count == 2)
        #expect(statistics.total.requests.unanswered == 0)
    }

    @Test(arguments: [("-C", 0), ("-S", 1), ("C<presence/>", 1), ("S<presence/>", 1)])
    func acknowledgementsAreWrongOnlyIfNothingIsMissing(next: String, count: Int) throws {
        let found = try statistics(
            Dialogue.login + [
                "C<enable xmlns='urn:xmpp:sm:3'/>", "S<enabled xmlns='urn:xmpp:sm:3'/>",
                "S<a xmlns='urn:xmpp:sm:3' h='3'/>", next,
            ])
        #expect(found.client.acknowledgements.disagreements == count)
    }

    @Test func answersBetweenServersComeOnAnotherStream() throws {
        func records(_ from: String, _ to: String, _ stanza: String, stream: Int) -> [TrafficRecord] {
            let header = """
                <stream:stream xmlns='jabber:server' xmlns:stream='http://etherx.jabber.org/streams' from='\(from)' to='\(to)'>
                """
            return Dialogue.records(["C\(header)", "C\(stanza)"], stream: stream)
        }
        var statistics = TrafficStatistics()
        let asked = records(
            "a.test", "b.test", "<iq type='get' id='1' from='x@a.test/r' to='b.test'>\(Self.ping)</iq>", stream: 0)
        let answered = records(
            "b.test", "a.test", "<iq type='result' id='1' from='b.test' to='x@a.test/r'/>", stream: 1)
        for record in asked + answered { statistics.receive(record) }
        let streams = statistics.finishInput()
        #expect(streams.map(\.requests.count) == [1, 0])
        #expect(streams.map(\.requests.roundTrips.count) == [1, 0])
        #expect(statistics.total.requests.roundTrips.count == 1)
    }

    @Test func aFloodOfPresencesIsSeen() throws {
        let many = String(repeating: "<presence from='a@b.test'/>", count: 60)
        #expect(try !statistics([Dialogue.serverHeader, "S\(many)"]).hasPresenceFlood)
        #expect(try statistics([Dialogue.serverHeader, "S\(many)", "S\(many)"]).hasPresenceFlood)
    }

    @Test func namesBeyondTheLimitShareARow() {
        var table = VolumeTable(limit: 2)
        for name in ["a", "b", "c", "d", "a"] { table.add(name, 10) }
        #expect(table["a"].stanzas == 2 && table["c"].stanzas == 0)
        #expect(table[VolumeTable.other] == StanzaVolume(stanzas: 2, bytes: 20))
        #expect(table.sorted.count == 3)
    }

    @Test func acknowledgementsThatLagAreMeasured() throws {
        let found = try measured("prosody-sm-resume.pcapng")
        #expect(found.streams.map(\.client.acknowledgements.count) == [0, 1, 3])
        #expect(found.streams[1].client.acknowledgements.largestLag == 5)
        #expect(found.streams[2].client.acknowledgements.lastLag == 0)
        #expect(found.total.client.acknowledgements.disagreements == 0)
        #expect(found.total.requests.unanswered == 0)
    }

    /// All that TCP carried is XML, but for the declarations before the headers.
    @Test func bytesOnTheWireAreThoseOfTheXML() throws {
        for stream in try measured("prosody-sm-resume.pcapng").streams {
            let traffic = try #require(stream.traffic)
            #expect(traffic.tcp.clientToServer == stream.client.xmlBytes)
            #expect(traffic.tcp.serverToClient == stream.server.xmlBytes + 2 * "<?xml version='1.0'?>".utf8.count)
            #expect(traffic.tls == nil && traffic.compression == nil)
        }
    }

    @Test func whatTLSAddsIsMeasured() throws {
        for stream in try measured("slixmpp-direct-tls13-embedded-keys.pcapng").streams {
            let traffic = try #require(stream.traffic)
            let tls = try #require(traffic.tls)
            #expect(tls.outside == traffic.tcp)
            #expect(tls.inside.total < tls.outside.total)
            #expect(tls.inside.total >= stream.client.xmlBytes + stream.server.xmlBytes)
        }
    }

    private func measured(_ name: String) throws -> (streams: [StreamStatistics], total: StreamStatistics) {
        var decoder = TrafficDecoder()
        var statistics = TrafficStatistics()
        decoder.receive(try Sample(name: name, isComplete: true).bytes())
        decoder.finish()
        while let record = try decoder.next() { statistics.receive(record) }
        while let connection = decoder.nextClosedConnection() { statistics.receive(connection) }
        let streams = statistics.finishInput()
        #expect(!streams.isEmpty)
        return (streams, statistics.total)
    }
}
