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

    /// Four sessions, each written down by its client, and all of them by the server.
    @Test(
        arguments: [
            ("slixmpp-1.17.0-basic-format", 0), ("aioxmpp-0.13.3", 1), ("libstrophe-0.12.2", 2), ("gloox-1.0.24", 3),
        ],
        Chunking.allCases
    )
    func serverAndClientSayTheSame(client: (name: String, session: Int), chunking: Chunking) throws {
        let server = units(of: try fixture("prosody-0.12.3-console.log"), chunking)
            .filter { $0.connection == client.session }
        let client = units(of: try fixture(client.name + ".log"), chunking)
        for direction in Direction.allCases {
            let seenByServer = server.filter { $0.direction == direction }.map(comparable)
            let seenByClient = client.filter { $0.direction == direction }.map(comparable)
            // The server logs no stream tags; aioxmpp hides secrets; slixmpp's log holds a component's traffic too.
            let missing = seenByServer.filter { !seenByClient.contains($0) }
            #expect(missing.allSatisfy { $0.contains("urn:ietf:params:xml:ns:xmpp-sasl") }, "\(missing)")
            let common = seenByClient.filter { seenByServer.contains($0) }
            #expect(common == seenByServer.filter { seenByClient.contains($0) })
            #expect(common.count >= 4)
        }
        #expect(client.allSatisfy { !$0.isCut && !canonical($0.text).hasPrefix("not well formed") })
        #expect(client.contains { $0.text == "</stream:stream>" })
    }

    /// Prosody drops a tab that follows a line feed, and libstrophe the prefix of `xml:lang`.
    private func comparable(_ unit: LogUnit) -> String {
        canonical(unit.text).replacing("\\n\\t", with: "\\n").replacing(" lang=\"en\"", with: "")
    }

    @Test func connectionsOfOneLogAreTold() throws {
        let client = units(of: try fixture("slixmpp-1.17.0-basic-format.log"))
        let headers = client.filter { $0.text.hasPrefix("<stream:stream") && $0.direction == .serverToClient }
        #expect(headers.map(\.connection) == [0, 1, 1])
        #expect(headers.map { $0.text.contains("xmlns=\"jabber:component:accept\"") } == [true, false, false])
    }
}
