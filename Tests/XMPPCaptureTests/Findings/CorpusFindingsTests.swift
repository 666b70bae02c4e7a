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
        #expect(findings.filter { $0.severity > .info }.isEmpty)
        #expect(findings.count > 20)
    }

    @Test func everythingThatTheServerRefusedIsFound() throws {
        let findings = try Self.findings("prosody-stream-errors.pcapng")
        for stream in 0...6 {
            #expect(findings.contains { $0.place?.stream == stream && $0.severity == .error }, "\(stream)")
        }
        #expect(!findings.contains { $0.place?.stream == 8 && $0.severity == .error })
    }

    @Test func damagedFilesNeverCrash() throws {
        var random = SystemRandomNumberGenerator()
        for name in DecodedCaptureTests.plain {
            let file = try Sample(name: name, isComplete: true).bytes()
            for _ in 0..<10 {
                var damaged = file
                for _ in 0..<20 {
                    damaged[Int.random(in: 200..<damaged.count, using: &random)] = UInt8.random(
                        in: 0...255, using: &random)
                }
                let records = (try? DecodedCaptureTests.records(of: damaged)) ?? []
                var audit = TrafficAudit()
                var statistics = TrafficStatistics()
                for record in records {
                    _ = audit.receive(record)
                    statistics.receive(record)
                }
                _ = audit.finish()
                #expect(statistics.finishInput().isEmpty == !records.contains { $0.direction != nil })
            }
        }
    }

    /// What is no longer followed is said, and judged as far as it went.
    @Test func streamsBeyondTheLimitGiveWay() {
        var audit = TrafficAudit(streamLimit: 8)
        let request = "C<iq type='get' id='1'><ping xmlns='urn:xmpp:ping'/></iq>"
        var findings: [Finding] = []
        for stream in 0..<9 {
            for record in Dialogue.records(Dialogue.login + [request], stream: stream) {
                findings += audit.receive(record)
            }
        }
        #expect(findings.map(\.rule) == ["unanswered-request", "limit"])
        #expect(findings.first?.place?.stream == 0)
        #expect(audit.finish().map(\.rule) == Array(repeating: "unanswered-request", count: 8))
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
