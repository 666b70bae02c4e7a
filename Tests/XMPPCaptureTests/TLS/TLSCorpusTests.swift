import Foundation
import Testing

@testable import XMPPCapture

/// Real captures with TLS, against what the server's process read and wrote.
@Suite struct TLSCorpusTests {
    struct Capture: Sendable, CustomTestStringConvertible {
        let name: String
        let hasKeyLog: Bool
        /// How many units of XMPP were inside TLS.
        let units: Int

        var testDescription: String { name }
    }

    private struct Unit: Decodable {
        let stream: Int
        let dir: String
        let xml: String
        let layer: String?
    }

    static let captures = [
        Capture(name: "slixmpp-direct-tls13-embedded-keys", hasKeyLog: false, units: 127),
        Capture(name: "libstrophe-starttls13-chacha20", hasKeyLog: true, units: 60),
        Capture(name: "starttls12-noisy-key-log", hasKeyLog: true, units: 60),
    ]

    private static let folder = URL(filePath: #filePath).appending(path: "../../../../Corpus/captures").standardized

    @Test(arguments: captures)
    func holdsWhatTheServerSaw(capture: Capture) throws {
        let file = try Data(contentsOf: Self.folder.appending(path: "\(capture.name).pcapng"))
        var secrets = TLSSecrets()
        if capture.hasKeyLog {
            let log = try Data(contentsOf: Self.folder.appending(path: "\(capture.name).keys.log"))
            #expect(secrets.add(keyLog: Array(log)).malformedLines <= 1)
        }
        let transcript = TLSTranscript(of: events(of: Array(file)).events, secrets: secrets)
        let text = try String(contentsOf: Self.folder.appending(path: "\(capture.name).truth.jsonl"), encoding: .utf8)
        let units = try text.split(separator: "\n").map { try JSONDecoder().decode(Unit.self, from: Data($0.utf8)) }
            .filter { $0.layer == "tls" }
        #expect(units.count == capture.units)
        var rest: [Int: [String: Data]] = transcript.sessions.mapValues { session in
            Dictionary(uniqueKeysWithValues: Direction.allCases.map { ($0.rawValue, Data(session.text[$0] ?? [])) })
        }
        for unit in units {
            let here = try #require(rest[unit.stream]?[unit.dir])
            let range = try #require(here.range(of: Data(unit.xml.utf8)), "\(unit.xml.prefix(80))")
            #expect(isBlank(here[..<range.lowerBound]))
            rest[unit.stream]?[unit.dir] = here[range.upperBound...]
        }
        #expect(rest.values.allSatisfy { $0.values.allSatisfy(isBlank) })
        for session in transcript.sessions.values {
            #expect(session.notes == [])
            #expect(session.isFinished)
        }
        #expect(transcript.secrets.heldBytes == 0)
    }

    private func isBlank(_ bytes: Data) -> Bool { bytes.allSatisfy { " \n\t\r".utf8.contains($0) } }
}
