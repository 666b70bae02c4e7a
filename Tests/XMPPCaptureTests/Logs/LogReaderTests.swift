import Testing
import XMPPCapture

/// What holds for every log: ends of entries, cut entries, connections, limits, plain XML.
@Suite struct LogReaderTests {
    private func summaries(_ text: String) -> [String] {
        let whole = units(of: text)
        #expect(units(of: text, .byteByByte) == whole)
        return whole.map(\.summary)
    }

    // MARK: Where an entry ends

    @Test func pastedLogInTextIsText() {
        let log = """
            2026-11-30 04:51:47,1 DEBUG slixmpp.xmlstream.xmlstream SEND: <message><body>look:
            2026-11-30 04:51:40,1 DEBUG slixmpp.xmlstream.xmlstream RECV: &lt;iq/&gt;
            2026-11-30 04:51:40,2 DEBUG slixmpp.xmlstream.xmlstream Event triggered: connecting
            SEND: done</body></message>
            2026-11-30 04:51:48,1 DEBUG slixmpp.xmlstream.xmlstream RECV: <r/>
            """
        let found = units(of: log)
        #expect(found.map(\.line) == [1, 5])
        #expect(found.map(\.connection) == [0, 0])
        #expect(found.first?.text.hasSuffix("SEND: done</body></message>") == true)
    }

    @Test func restOfARecordIsNoEntry() {
        let log = """
            2026-11-30 04:51:47 DEBUG parsed:
              body = "RECV: <fake/>"
            SENT <fake/>
            2026-11-30 04:51:48 SENT <a/>
            xmpp DEBUG RECV: <b/>
            RECV <c/>
            """
        #expect(summaries(log) == ["c2s 0 <a/>", "s2c 0 <b/>", "s2c 0 <c/>"])
    }

    @Test func quotedEntryIsNone() {
        #expect(summaries("SENT <a/>\nINFO text was RECV: <fake/>\nRECV <b/>\n") == ["c2s 0 <a/>", "s2c 0 <b/>"])
    }

    @Test func logOfSeveralProgramsIsRead() {
        let log = """
            2026-11-30 04:51:48 DEBUG slixmpp.xmlstream.xmlstream SEND: <a/>
            2026-11-30 04:51:48 INFO bot message says RECV: <fake/>
            Mon Nov 30 04:51:53 2026 RECEIVED <b/>
            <!-- In 04:51:48 (x) -->
            <c/>
            2026-11-30 04:52:08.1+00:00 [notice] <0.6.0> (tcp|<0.6.0>) Received XML on stream = <<"<d/>">>
            """
        #expect(summaries(log) == ["c2s 0 <a/>", "s2c 0 <b/>", "s2c 1 <c/>", "c2s 2 <d/>"])
    }

    @Test func cutEntryEndsAtTheNextOne() {
        let log = """
            2026-11-30 04:51:47 SENT <message><body>trunca...
            2026-11-30 04:51:47 INFO something else
            2026-11-30 04:51:48 RECV <r/>
            2026-11-30 04:51:49 SENT <a/>
            """
        #expect(summaries(log) == ["c2s 0 <message><body>trunca... CUT", "s2c 0 <r/>", "c2s 0 <a/>"])
        #expect(units(of: log).map(\.line) == [1, 3, 4])
    }

    @Test func linesAfterACutEntryAreReadAgain() {
        let log = """
            2026-11-30 04:51:47 SENT <stream:stream to='a'>
            2026-11-30 04:51:47 SENT <message><body>trunca...
            2026-11-30 04:51:47 Connecting to a
            2026-11-30 04:51:48 SENT <a/>
            """
        #expect(summaries(log) == ["c2s 0 <stream:stream to='a'>", "c2s 0 <message><body>trunca... CUT", "c2s 1 <a/>"])
    }

    @Test func endOfTheLogCutsAnEntry() {
        #expect(summaries("SENT <a/><iq><query").suffix(1) == ["c2s 0 <iq><query CUT"])
        #expect(summaries("SENT <a/><iq>\n").suffix(1) == ["c2s 0 <iq> CUT"])
        #expect(
            summaries("[notice] <0.1.0> (tcp|<0.1.0>) Send XML on stream = <<\"<a/><iq>").suffix(1)
                == ["s2c 0 <iq> CUT"]
        )
    }

    @Test func markupInsideQuotesCommentsAndCharacterDataIsNone() {
        let log = """
            SENT <a b='>' c="/>"><![CDATA[
            RECV <x/> ]] ]>]]></a>
            SENT <d><!-- </d> --></d>
            SENT <?xml version='>'?> <e f='<'/ ></e>
            """
        #expect(
            summaries(log) == [
                "c2s 0 <a b='>' c=\"/>\"><![CDATA[\nRECV <x/> ]] ]>]]></a>", "c2s 0 <d><!-- </d> --></d>",
                "c2s 0 <?xml version='>'?> <e f='<'/ ></e>",
            ]
        )
    }

    @Test func severalItemsStandInOneEntry() {
        let log =
            "RECEIVED <?xml version='1.0'?><stream:stream id='1'><stream:features/> <r/>\n<a/>\n\n<b>\n</b>\nx\n<c/>\n"
        let found = units(of: log)
        #expect(
            found.map(\.text) == [
                "<?xml version='1.0'?><stream:stream id='1'>", "<stream:features/>", "<r/>", "<a/>", "<b>\n</b>",
            ]
        )
        #expect(found.map(\.line) == [1, 1, 1, 2, 4])
    }

    // MARK: Connections and directions

    @Test func streamHeaderWithoutCauseIsANewConnection() {
        let log = """
            SENT <stream:stream to='a'>
            RECV <stream:stream id='1'>
            RECV <proceed/>
            SENT <stream:stream to='a'>
            RECV <success/>
            SENT <stream:stream to='a'>
            SENT <iq/>
            SENT <stream:stream to='a'>
            RECV <stream:stream id='2'>
            RECV <success/>
            SENT </stream:stream>
            SENT <open xmlns='urn:ietf:params:xml:ns:xmpp-framing' to='a'/>
            """
        #expect(units(of: log).map(\.connection) == [0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2])
    }

    @Test(arguments: [
        "RECV <stream:stream to='a'>\nSENT <stream:stream id='1'>\n", "SENT <stream:features/>\nRECV <auth/>\n",
    ])
    func logOfTheAcceptingSideIsRecognised(log: String) {
        let directions = units(of: log).map(\.direction)
        #expect(
            directions
                == (log.hasPrefix("RECV") ? [.clientToServer, .serverToClient] : [.serverToClient, .clientToServer])
        )
    }

    @Test func slixmppStreamTagsBecomeXML() {
        let log = """
            DEBUG    SEND: <stream:stream xmlns="jabber:component:accept" xmlns:stream="http://etherx.jabber.org/streams">
            DEBUG    RECV: <stream:stream:stream xmlns="http://etherx.jabber.org/streams" id="1">
            DEBUG    RECV: <stream:stream:error xmlns="http://etherx.jabber.org/streams"><stream:stream:x /></stream:stream:error>
            DEBUG    End of stream received
            """
        #expect(
            units(of: log).dropFirst().map(\.text) == [
                "<stream:stream xmlns:stream=\"http://etherx.jabber.org/streams\" xmlns=\"jabber:component:accept\" id=\"1\">",
                "<stream:error xmlns:stream=\"http://etherx.jabber.org/streams\" xmlns=\"http://etherx.jabber.org/streams\">"
                    + "<stream:x /></stream:error>",
                "</stream:stream>",
            ]
        )
    }

    // MARK: Times

    @Test(
        arguments: [
            ("2026-11-30 04:51:47,846 ", "2026-11-30T04:51:47.846Z"),
            ("Mon Nov 30 04:51:53 2026 ", "2026-11-30T04:51:53Z"),
            ("2026-11-30 04:52:08.102010+01:00 [x] ", "2026-11-30T03:52:08.102010Z"),
            ("[2026/11/30T04:51:47Z] ", "2026-11-30T04:51:47Z"),
            ("INFO 2026-11-30 04:51:47-0130 ", "2026-11-30T06:21:47Z"),
            ("2026-11-30 04:51:47.5 PM ", "2026-11-30T16:51:47.5Z"),
            ("2026-11-30 12:00:00 AM ", "2026-11-30T00:00:00Z"),
            ("Nov 30 04:51:47 ", "2024-11-30T04:51:47Z"), ("02-29 04:51:47.846 ", "2024-02-29T04:51:47.846Z"),
            ("04:51:47 ", nil), ("2026-13-30 04:51:47 ", nil), ("2026-11-30 24:51:47 ", nil), ("", nil),
        ] as [(String, String?)]
    )
    func timeIsReadAsWritten(prefix: String, time: String?) {
        let found = units(of: (prefix + "SENT: <a/>\n").utf8, lastChange: Timestamp(rfc3339: "2024-12-31T23:59:59Z"))
        #expect(found.count == 1)
        #expect(found.first?.time?.description == time)
    }

    @Test func itemInPartsHasTheTimeOfTheLast() {
        let found = units(of: "2026-11-30 04:51:47 RECV b'<a>x'\n2026-11-30 04:51:48 RECV b'y</a>'\n")
        #expect(found.map { $0.time?.description } == ["2026-11-30T04:51:48Z"])
        #expect(found.map(\.line) == [1])
    }

    @Test(
        "A date without a year is the last one before the log's end",
        arguments: [
            ("Nov 30 04:51:47 ", "2025-01-05T00:00:00Z", "2024-11-30T04:51:47Z"),
            ("Jan  4 04:51:47 ", "2025-01-05T00:00:00Z", "2025-01-04T04:51:47Z"),
            ("Jan  5 20:51:47 ", "2025-01-05T00:00:00Z", "2025-01-05T20:51:47Z"),
            ("Feb 29 04:51:47 ", "2027-06-01T00:00:00Z", "2024-02-29T04:51:47Z"),
            ("Feb 29 04:51:47 ", "2103-06-01T00:00:00Z", "2096-02-29T04:51:47Z"),
        ]
    )
    func yearIsTold(prefix: String, lastChange: String, time: String) throws {
        let lastChange = try #require(Timestamp(rfc3339: lastChange))
        let found = units(of: (prefix + "SENT: <a/>\n").utf8, lastChange: lastChange)
        #expect(found.map { $0.time?.description } == [time])
    }

    @Test func yearIsNotInvented() {
        #expect(units(of: "Nov 30 04:51:47 SENT: <a/>\n").map(\.time) == [nil])
    }

    // MARK: Limits

    @Test func longItemIsCutAndTheRestIsRead() {
        let log =
            "SENT <a>" + String(repeating: "x", count: 5000) + "</a>\nRECV <b/>\nSENT <c>\n"
            + String(repeating: "yyyy\n", count: 1000) + "</c>\nRECV <d/>\n"
        for chunking in Chunking.allCases {
            let found = units(of: log.utf8, chunking, itemLimit: 2000)
            #expect(found.map(\.isCut) == [true, false, true, false])
            #expect(found.allSatisfy { $0.xml.count <= 2010 })
            #expect(found.last?.text == "<d/>")
        }
    }

    @Test func itemsComeAsSoonAsTheirLineEnds() {
        var reader = LogReader()
        reader.receive("SENT <a/>".utf8)
        #expect(reader.next() == nil)
        reader.receive("\n".utf8)
        #expect(reader.next()?.text == "<a/>")
        reader.receive("RECV <b>\n".utf8)
        #expect(reader.next() == nil)
        reader.receive("</b>\n".utf8)
        #expect(reader.next()?.text == "<b>\n</b>")
    }

    // MARK: Plain XML

    @Test(
        arguments: [
            "<?xml version='1.0'?>\n<stream:stream to='a'>\n <iq/>\n<!-- c -->\nSENT nothing\n</stream:stream>\n",
            "<a/>",
            "\u{FEFF}<a><b/></a>\n\n<c/>", "<message>\nSENT <x/>\n</message>", "  <a/>\r\n<b>", "<iq></iq><!x",
            "<a/>\n" + String(repeating: "z", count: 10_000) + "\n<b/>",
            "<a>" + String(repeating: "é", count: 99_999) + "</a>",
            String(repeating: " ", count: 5000) + "<a/>", String(repeating: "\t ", count: 2047) + " <a/>",
        ],
        Chunking.allCases
    )
    func plainXMLIsUntouched(text: String, chunking: Chunking) {
        let found = units(of: text, chunking)
        #expect(found == units(of: text))
        #expect(found.flatMap(\.xml) == Array(text.utf8))
        #expect(found.allSatisfy { $0.direction == nil && $0.connection == nil && $0.time == nil && !$0.isCut })
    }

    @Test func plainXMLComesAsSoonAsAnItemIsComplete() {
        var reader = LogReader()
        reader.receive("<stream:stream to='a'><iq".utf8)
        #expect(reader.next()?.text == "<stream:stream to='a'>")
        #expect(reader.next() == nil)
        reader.receive("/>".utf8)
        #expect(reader.next()?.text == "<iq/>")
    }

    @Test func plainXMLTurnsOutToBeALog() {
        #expect(
            summaries("<a>\n</a>\nSENT <b/>\nRECV <c/>") == ["- - <a>\n</a>", "- - \n", "c2s 0 <b/>", "s2c 0 <c/>"]
        )
        #expect(units(of: "<a>\n</a>\nSENT <b/>\nRECV <c/>").map(\.line) == [1, 2, 3, 4])
        #expect(summaries("<a/>\n<!-- In 04:51:48 (x) -->\n<b/>\n") == ["- - <a/>", "- - \n", "s2c 0 <b/>"])
    }

    @Test(arguments: [
        "", "\n\n", "no xml at all\n", "\u{0}\u{1}\n", "<", "<<<", "< a", "SENT", "SENT: ", "RECV <", "RECV b'", "C:",
        "x\n\u{FEFF}<a/>",
    ])
    func nothingComesOfNothing(text: String) {
        #expect(summaries(text).filter { !$0.hasPrefix("- - <") } == [])
    }

    /// Damaged logs never crash the reader, and are read the same however they are divided.
    @Test(arguments: RecordedLogTests.names, 0..<3)
    func damageIsSurvived(name: String, seed: Int) throws {
        var random = Xorshift(state: UInt64(seed) * 7919 + 12_345)
        var bytes = Array(try fixture(name + ".log").prefix(12_000))
        let alphabet = Array("<>/!?-[]\"'\\\n\tbx= &:".utf8) + [0, 0xFF, 0x1B, 0xC3]
        for _ in 0..<150 {
            let index = Int(random.next() % UInt64(bytes.count))
            switch random.next() % 3 {
            case 0: bytes[index] = alphabet[Int(random.next() % UInt64(alphabet.count))]
            case 1: bytes.removeSubrange(index..<min(bytes.count, index + Int(random.next() % 40)))
            default: bytes.insert(alphabet[Int(random.next() % UInt64(alphabet.count))], at: index)
            }
        }
        let whole = units(of: bytes, itemLimit: 3000)
        #expect(!whole.isEmpty)
        for chunking in Chunking.allCases { #expect(units(of: bytes, chunking, itemLimit: 3000) == whole) }
    }
}

struct Xorshift: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
