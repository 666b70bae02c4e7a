import Testing
import XMLStream

@testable import XMPPCapture

@Suite("Logs of records")
struct RecordLogTests {
    private static func records(_ log: String, chunk: Int = .max) throws -> [TrafficRecord] {
        var decoder = TrafficDecoder()
        var rest = Array(log.utf8)[...]
        var records: [TrafficRecord] = []
        while !rest.isEmpty {
            decoder.receive(Array(rest.prefix(chunk)))
            rest = rest.dropFirst(chunk)
            while let record = try decoder.next() { records.append(record) }
        }
        decoder.finish()
        while let record = try decoder.next() { records.append(record) }
        return records
    }

    private static let log = """
        2026-11-30T04:24:43.067757619Z #7 p3-5,9+tls+ws → [open] <open xmlns='urn:ietf:params:xml:ns:xmpp-framing' to='a.test'/>
        2026-11-30T04:24:43.1Z #2 - → [open] <stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' to='a.test'>
        #- p1 · [note] comment: x

        what is no line of it
        #7 p6+tls+bosh:x-sid ← [bosh] <body xmlns='http://jabber.org/protocol/httpbind'/>
        #7 p7 ← [wrong] One thing. (RFC 6120 §4.9.3)
        #7 p7 ← [wrong] Another.
        #7 p7 ← <presence xmlns='jabber:client'/>
        #7 p8 ← [gap] 1448
        #7 p8 → [error] not-well-formed: x (RFC 6120 §11.1)
        #7 p9 → [close] <close xmlns='urn:ietf:params:xml:ns:xmpp-framing'/>
        #2 - ← [close]
        #2 - ← <message xmlns='jabber:client'><body>a&#10;b</body>
        #2 - ← <a xmlns='urn:x'/>

        """

    @Test("Each line becomes the record it was, however the bytes are divided", arguments: [1, 7, 1000, Int.max])
    func reads(chunk: Int) throws {
        let records = try Self.records(Self.log, chunk: chunk)
        #expect(records.map(\.stream) == [7, 2, nil, 7, 7, 7, 7, 7, 2, 2, 2])
        let (sent, got) = (Direction.clientToServer, Direction.serverToClient)
        #expect(records.map(\.direction) == [sent, sent, nil, got, got, got, sent, sent, got, got, got])
        #expect(records.map(\.packets) == [[3, 4, 5, 9], [], [1], [6], [7], [8], [8], [9], [], [], []])
        #expect(records[0].layers == [.tls, .webSocket] && records[3].layers == [.tls, .bosh])
        #expect(records[3].session == "x-sid" && records[4].session == nil)
        #expect(records[0].time?.description == "2026-11-30T04:24:43.067757619Z" && records[2].time == nil)
        #expect(records[4].diagnostics == ["One thing. (RFC 6120 §4.9.3)", "Another."])
        #expect(records[5].diagnostics.isEmpty)
        #expect(records.map(\.line) == [1, 2, 3, 6, 9, 10, 11, 12, 13, 14, 15])
        guard case .streamOpen(let open) = records[0].content, case .streamOpen(let header) = records[1].content,
            case .note("comment: x") = records[2].content, case .bosh = records[3].content,
            case .stanza = records[4].content, case .gap(1448) = records[5].content,
            case .error("not-well-formed: x (RFC 6120 §11.1)") = records[6].content,
            case .streamClose(.some) = records[7].content, case .streamClose(nil) = records[8].content,
            case .error = records[9].content, case .nonza = records[10].content
        else { return #expect(Bool(false), "\(records.map(\.content))") }
        #expect(open.element.localName == "open" && header.element["to"] == "a.test")
    }

    @Test(
        "What only resembles a line is none",
        arguments: [
            "#1 p1 <a/>", "#1 q1 → <a/>", "#x p1 → <a/>", "1 p1 → <a/>", "#1 p2-1 → <a/>", "#1 p1,1 → <a/>",
            "#1 p1+http → <a/>", "#1 p1 → [what] x", "2026-99-30T04:24:43Z #1 p1 → <a/>", "#1 p0-9999999999 → <a/>",
            "#1 p1-999999999999999999999999 → <a/>", "", "#", "#1", "# 1 - → <a/>",
        ])
    func refused(line: String) {
        #expect(RecordLine(Array(line.utf8)[...]) == nil)
    }

    @Test("What follows cut markup, or is too long for a record, is an error of its line alone")
    func damaged() throws {
        let records = try Self.records("#1 p1 → <a xmlns='urn:x'\n#1 p1 → <b></a>\n#1 p2 → <iq xmlns='jabber:client'/>")
        #expect(records.count == 3)
        for record in records.prefix(2) {
            guard case .error = record.content else { return #expect(Bool(false), "\(record)") }
        }
        guard case .stanza = records.last?.content else { return #expect(Bool(false), "no stanza") }
    }
}
