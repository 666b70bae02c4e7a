import Foundation
import Testing

@testable import XMPPCapture

/// What is found in recordings of real programs. Each finding was looked at: it is there.
@Suite struct CorpusFindingsTests {
    static let expected: [(String, [String])] = [
        ("not-xmpp-http.pcapng", []),
        ("prosody-component-vlan.pcap", ["error stream-error"]),
        ("prosody-dialback.pcapng", ["info stream-error", "info stream-error"]),
        ("prosody-roster-reordered.pcap", ["warning starttls-not-used"]),
        (
            "prosody-scram-im.pcapng",
            ["warning starttls-not-used", "error plaintext-authentication", "warning starttls-not-used"]
        ),
        ("prosody-sm-resume.pcapng", Array(repeating: "warning starttls-not-used", count: 3)),
        ("tiny-segments-loopback.pcap", ["error plaintext-authentication", "warning starttls-not-used"]),
        ("slixmpp-midstream-start.pcap", ["info unreadable"]),
        ("slixmpp-direct-tls13-embedded-keys.pcapng", []),
    ]

    @Test(arguments: expected)
    func findings(name: String, expected: [String]) throws {
        #expect(try Self.findings(name).map { "\($0.severity.rawValue) \($0.rule)" } == expected)
    }

    /// Packets that were cut are the capture's fault.
    @Test func gapsAreNobodysFault() throws {
        let findings = try Self.findings("qxmpp-snaplen-nanoseconds.pcap.gz")
        #expect(findings.filter { $0.severity > .info }.map(\.rule) == ["unreadable"])
        #expect(findings.count > 20)
    }

    @Test func everythingThatTheServerRefusedIsFound() throws {
        let findings = try Self.findings("prosody-stream-errors.pcapng")
        for stream in 0...6 {
            #expect(findings.contains { $0.place?.stream == stream && $0.severity == .error }, "\(stream)")
        }
        #expect(!findings.contains { $0.place?.stream == 8 && $0.severity == .error })
    }

    static func findings(_ name: String) throws -> [Finding] {
        let file = try Sample(name: name, isComplete: true).bytes()
        var decoder = TrafficDecoder()
        var audit = TrafficAudit()
        var findings: [Finding] = []
        decoder.receive(file)
        decoder.finish()
        while let record = try decoder.next() { findings += audit.receive(record) }
        while let connection = decoder.nextClosedConnection() { findings += audit.close(stream: connection.stream) }
        return findings + audit.finish()
    }
}
