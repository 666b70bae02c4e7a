import Testing

@testable import XMPPCapture

@Suite("Why traffic is not read")
struct UnreadTrafficTests {
    private static func notes(_ records: [TrafficRecord]) -> [String] {
        records.compactMap { if case .note(let text) = $0.content { text } else { nil } }
    }

    private static let told = "this is HTTP/2, which is not read"

    @Test("HTTP/2 is called by its name, however its beginning is cut")
    func http2() {
        let preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
        for cut in 0..<preface.count {
            let lines = ["C" + preface.prefix(cut), "C" + preface.dropFirst(cut), "Ssettings", "Cmore"]
            #expect(Self.notes(Dialogue.records(lines.filter { $0.count > 1 })) == [Self.told], "\(cut)")
        }
        #expect(Self.notes(Dialogue.records(["CPRIVMSG a", "Sb"])) == [])
    }

    @Test("That is no secret when it is redacted")
    func redacted() throws {
        var redactor = Redactor(key: Array("a key of a test".utf8))
        #expect(redactor.redacted(TrafficRecord(.note(Self.told))).content == .note(Self.told))
    }

    @Test("A ClientHello that is cut is told from one that is not there")
    func cutHello() throws {
        let input = try TLSFixture("tls13-ccm").streamEvents()
        let hello = try #require(input.lazy.compactMap { if case .data(let data) = $0 { data } else { nil } }.first)
        func notes(keeping count: Int) -> [String]? {
            let cut = input.flatMap { event -> [StreamEvent] in
                guard case .data(let data) = event, data == hello else { return [event] }
                let (kept, lost) = (data.bytes.prefix(count), data.bytes.dropFirst(count))
                return (count > 0 ? [.data(data.part(from: 0, bytes: kept))] : [])
                    + [.gap(data.part(from: count, bytes: lost).missing)]
            }
            var transcript = TLSTranscript(secrets: TLSSecrets())
            transcript.takesAll = true
            for event in cut { transcript.receive(event) }
            return transcript.sessions[hello.stream]?.notes
        }
        #expect(notes(keeping: 100) == ["encrypted, only a part of the ClientHello is in the file"])
        #expect(notes(keeping: 0) == ["encrypted, the ClientHello is not in the file"])
    }
}
