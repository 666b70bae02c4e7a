import Testing
import XMLStream

@testable import XMPPCapture

/// What becomes of input that is no capture: when it comes to light, and what is no text either.
@Suite struct TextInputTests {
    private func records(_ decoder: inout TrafficDecoder) throws -> [TrafficRecord] {
        var records: [TrafficRecord] = []
        while let record = try decoder.next() { records.append(record) }
        return records
    }

    @Test("An element may be shorter than what tells captures apart", arguments: ["<r/>", " <r/>", "<iq/>"])
    func shortestElement(text: String) throws {
        var decoder = TrafficDecoder()
        for byte in text.utf8.dropLast() { decoder.receive([byte]) }
        #expect(try records(&decoder).isEmpty)
        decoder.receive([UInt8(ascii: ">")])
        #expect(try records(&decoder).count == 1)
    }

    @Test("Four bytes of any capture leave it possible", arguments: CaptureFileStart.all)
    func possible(start: CaptureFileStart) {
        for length in 0...start.bytes.count { #expect(CaptureFormat.isPossible(Array(start.bytes.prefix(length)))) }
    }

    @Test("Lines of a binary file that begin like a tag are not XML")
    func binary() throws {
        var decoder = TrafficDecoder()
        decoder.receive([0x7F, 0x00, 0x01, 0x0A] + Array("<\u{E9}\u{1}\n<a>text</a>\n".utf8))
        decoder.finish()
        #expect(try records(&decoder).isEmpty)
    }

    @Test("A time zone that is not known is named once, and its times are taken to be in UTC", arguments: [1, 3, 1000])
    func unknownZone(chunkSize: Int) throws {
        let line = { (zone: String, id: Int) in
            "Mon 2026-11-30 04:51:0\(id) \(zone) example xmppd[9]: SENT <r id='\(id)'/>\n"
        }
        let text = Array((line("CET", 1) + line("XYZT", 2) + line("IST", 3) + line("XYZT", 4)).utf8)
        var decoder = TrafficDecoder()
        for start in stride(from: 0, to: text.count, by: chunkSize) {
            decoder.receive(Array(text[start..<min(text.count, start + chunkSize)]))
        }
        decoder.finish()
        let records = try records(&decoder)
        let words = records.map { record in
            guard case .note(let note) = record.content else { return record.time?.description ?? "" }
            return "\(record.line ?? 0): \(note.prefix { $0 != ":" })"
        }
        #expect(
            words == [
                "2026-11-30T03:51:01Z", "2: unknown time zone “XYZT”", "2026-11-30T04:51:02Z",
                "3: unknown time zone “IST”", "2026-11-30T04:51:03Z", "2026-11-30T04:51:04Z",
            ])
        // It tells where somebody is.
        var redactor = Redactor(key: Array("a key of a test".utf8))
        #expect(!records.map { redactor.redacted($0) }.contains { "\($0.content)".contains("XYZT") })
    }

    @Test("Offsets count from the start of the text, lines before the XML included", arguments: [1, 3, 1000])
    func offsets(chunkSize: Int) throws {
        let text = Array("\u{E9}\u{E9} text\n\n <a/><b/>\n<c>".utf8)
        var decoder = TrafficDecoder()
        for start in stride(from: 0, to: text.count, by: chunkSize) {
            decoder.receive(Array(text[start..<min(text.count, start + chunkSize)]))
        }
        decoder.finish()
        let records = try records(&decoder)
        #expect(records.map(\.offset) == [12, 16, 21])
        #expect(records.map(\.line) == [3, 3, 4])
    }

    @Test("What stands behind a violation and leads nowhere is a gap, not an element", arguments: ["", "junk", "<x "])
    func endBehindViolation(rest: String) throws {
        var decoder = TrafficDecoder()
        decoder.receive(Array("<a/></c>\(rest)".utf8))
        decoder.finish()
        let contents = try records(&decoder).map(\.content)
        guard contents.count >= 2, case .error = contents[1] else {
            Issue.record("\(contents)")
            return
        }
        #expect(contents.count == (rest.isEmpty ? 2 : 3))
        if let last = contents.dropFirst(2).first {
            guard case .gap(let byteCount) = last else {
                Issue.record("\(last)")
                return
            }
            #expect(byteCount == Int64(rest.utf8.count))
        }
    }

    @Test("Lines of text may precede XML, and logs may have NUL in them")
    func text() throws {
        for (input, count) in [("Some text\n<a>text</a>\n", 1), ("\u{0}\u{0}\nSENT: <iq/>\nRECV: <iq/>\n", 2)] {
            var decoder = TrafficDecoder()
            decoder.receive(Array(input.utf8))
            decoder.finish()
            #expect(try records(&decoder).count == count)
        }
    }
}

/// The bytes that each kind of capture file begins with.
struct CaptureFileStart: Sendable, CustomStringConvertible {
    let description: String
    let bytes: [UInt8]

    static let all = [
        CaptureFileStart(description: "pcap, little endian", bytes: [0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0, 0, 0, 0, 0]),
        CaptureFileStart(description: "pcap, big endian", bytes: [0xA1, 0xB2, 0xC3, 0xD4, 0, 2, 0, 4, 0, 0, 0, 0]),
        CaptureFileStart(description: "pcap, nanoseconds", bytes: [0x4D, 0x3C, 0xB2, 0xA1, 2, 0, 4, 0, 0, 0, 0, 0]),
        CaptureFileStart(
            description: "pcapng", bytes: [0x0A, 0x0D, 0x0D, 0x0A, 28, 0, 0, 0, 0x4D, 0x3C, 0x2B, 0x1A]),
        CaptureFileStart(description: "gzip", bytes: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0, 0]),
    ]
}
