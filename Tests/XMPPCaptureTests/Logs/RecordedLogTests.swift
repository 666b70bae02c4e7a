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
}
