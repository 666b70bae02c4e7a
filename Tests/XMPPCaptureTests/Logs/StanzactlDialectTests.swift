import Testing
import XMLStream

@testable import XMPPCapture

@Suite("Logs that stanzactl writes")
struct StanzactlDialectTests {
    private let log = """
        2026-11-30T04:24:43.067757619Z #0 → <stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' to='a.test'>
        2026-11-30T04:24:43.1Z #1 → <presence xmlns='jabber:client' id='1'/>
        2026-11-30T04:24:43.2Z #0 note: SENT <presence xmlns='jabber:client' id='none'/>
        2026-11-30T04:24:43.3Z #0 ← <presence xmlns='jabber:client' id='2'/>
        #1 ← gap of 3 bytes
        #1 ← </stream:stream>

        """

    @Test("Times, connections, directions and elements are as they were written")
    func reads() throws {
        var decoder = TrafficDecoder()
        decoder.receive(Array(log.utf8))
        decoder.finish()
        var found: [String] = []
        while let record = try decoder.next() {
            let what = record.element?.attribute(.id) ?? record.element?.localName ?? "close"
            found.append(
                "\(record.time?.description ?? "-") \(record.stream ?? -1) \(record.direction?.rawValue ?? "-") \(what)"
            )
        }
        #expect(
            found == [
                "2026-11-30T04:24:43.067757619Z 0 c2s stream", "2026-11-30T04:24:43.1Z 1 c2s 1",
                "2026-11-30T04:24:43.3Z 0 s2c 2", "- 1 s2c close",
            ])
    }
}
