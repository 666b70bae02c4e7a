import Testing
import XMPPCapture

/// Logs of real sessions, each beside what crossed the wire.
@Suite struct RecordedLogTests {
    static let names = ["slixmpp-1.17.0", "prosody-0.12.3", "ejabberd-23.01", "gajim-console", "qxmpp-1.4.0"]

    @Test(arguments: names, Chunking.allCases)
    func saysWhatCrossedTheWire(name: String, chunking: Chunking) throws {
        let units = units(of: try fixture(name + ".log"), chunking)
        for direction in Direction.allCases {
            let found = units.filter { $0.direction == direction }.map { canonical($0.text) }
            let expected = try truth(name).filter { $0.dir == direction.rawValue && $0.captured != false }
                .map { canonical($0.xml) }
            for (index, pair) in zip(found, expected).enumerated() {
                #expect(pair.0 == pair.1, "\(direction) \(index)")
            }
            #expect(found.count == expected.count, "\(direction)")
        }
        #expect(Set(units.map(\.connection)) == [0])
        #expect(!units.contains { $0.isCut })
    }

    /// One session, written down by the server and by the client, which was logged in to a component too.
    @Test func serverAndClientSayTheSame() throws {
        let server = units(of: try fixture("prosody-0.12.3-console.log")).filter { $0.direction != nil }
        let client = units(of: try fixture("slixmpp-1.17.0-basic-format.log"))
        #expect(server.count == 12)
        for direction in Direction.allCases {
            var rest = client.filter { $0.direction == direction }.map { canonical($0.text) }[...]
            for unit in server where unit.direction == direction {
                let index = try #require(rest.firstIndex(of: canonical(unit.text)), "\(unit.summary)")
                rest = rest[(index + 1)...]
            }
        }
        let headers = client.filter { $0.text.hasPrefix("<stream:stream") && $0.direction == .serverToClient }
        #expect(headers.map(\.connection) == [0, 1, 1])
        #expect(headers.map { $0.text.contains("xmlns=\"jabber:component:accept\"") } == [true, false, false])
    }

    /// Logs of single sessions of which only the log is there: each begins and ends as it should, all of it XML.
    @Test(
        arguments: [
            ("aioxmpp-0.13.3", 8, 12, "</stream:stream>"), ("libstrophe-0.12.2", 8, 11, "</stream:stream>"),
            ("gloox-1.0.24", 13, 13, "</stream:stream>"),
        ], Chunking.allCases)
    func isReadFromEndToEnd(log: (name: String, sent: Int, received: Int, last: String), chunking: Chunking) throws {
        let units = units(of: try fixture(log.name + ".log"), chunking)
        let sent = units.filter { $0.direction == .clientToServer }
        #expect(sent.count == log.sent)
        #expect(units.count - sent.count == log.received)
        #expect(sent.first?.text.hasPrefix("<?xml") == true)
        #expect(units.contains { $0.text == log.last })
        #expect(Set(units.map(\.connection)) == [0])
        for unit in units {
            #expect(!canonical(unit.text).hasPrefix("not well formed"), "\(unit.summary)")
        }
    }
}
