import Testing

@testable import XMPPCapture

@Suite struct TLSRecordReaderTests {
    private static func record(_ type: UInt8, _ body: String) -> [UInt8] {
        [type, 3, 3] + UInt16(body.utf8.count).bytes + Array(body.utf8)
    }

    private func bodies(_ reader: inout TLSRecordReader) -> [String] {
        var bodies: [String] = []
        while true {
            switch reader.next() {
            case .record(let record):
                bodies.append("\(record.offset) \(String(decoding: record.body, as: UTF8.self))")
                reader.consume(record)
            case .gap(let missing): bodies.append("gap \(missing.start) \(missing.end) \(missing.isInsideOneRecord)")
            case .noRecord: return bodies + ["none \(reader.offset)"]
            case .needsInput: return bodies
            }
        }
    }

    @Test(arguments: 1...20)
    func putsSplitRecordsTogether(size: Int) {
        let bytes = Self.record(22, "hello") + Self.record(23, "") + Self.record(23, "some words")
        var reader = TLSRecordReader()
        var found: [String] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            reader.receive(bytes[start..<min(start + size, bytes.count)], at: 100 + Int64(start))
            found += bodies(&reader)
            reader.keepUnread()
        }
        #expect(found == ["100 hello", "110 ", "115 some words"])
        #expect(reader.byteCount == 0)
    }

    @Test func knowsWhereToGoOnWhenAGapIsInsideARecord() {
        let bytes = Self.record(23, "0123456789") + Self.record(23, "next")
        var reader = TLSRecordReader()
        reader.receive(bytes[..<8], at: 0)
        reader.receiveGap(4, at: 8)
        reader.receive(bytes[12...], at: 12)
        #expect(bodies(&reader) == ["gap 0 12 true", "15 next"])
        #expect(!reader.isSearching)
    }

    @Test func searchesBehindAGapThatHidesHeaders() {
        let bytes = Self.record(23, "0123456789") + Self.record(23, "middle") + Self.record(23, "next")
        var reader = TLSRecordReader()
        reader.receive(bytes[..<8], at: 0)
        reader.receiveGap(14, at: 8)
        reader.receive(bytes[22...], at: 22)
        #expect(bodies(&reader) == ["gap 0 22 false", "26 next"])
    }

    @Test func goesOnFromWhereItWasWrong() {
        // What looks like a header is none, but the next does.
        let bytes: [UInt8] = [23, 3, 3, 0, 2] + Self.record(23, "true")
        var reader = TLSRecordReader()
        reader.receiveGap(10, at: 0)
        reader.receive(bytes[...], at: 10)
        guard case .gap = reader.next(), case .record(let chance) = reader.next() else {
            Issue.record("no record")
            return
        }
        #expect(chance.offset == 10)
        reader.reject()
        #expect(bodies(&reader) == ["15 true"])
    }

    @Test func keepsGapsInTheirPlaceWhileNothingIsRead() {
        let bytes = Self.record(23, "one") + Self.record(23, "two") + Self.record(23, "three")
        var reader = TLSRecordReader()
        reader.receive(bytes[..<8], at: 0)
        reader.receiveGap(8, at: 8)
        for index in 16..<bytes.count { reader.receive(bytes[index...index], at: Int64(index)) }
        reader.keepUnread()
        #expect(reader.byteCount == bytes.count - 8)
        #expect(bodies(&reader) == ["0 one", "gap 8 16 false", "16 three"])
    }

    @Test(
        arguments: [[25, 3, 3, 0, 0], [23, 2, 0, 0, 1], [23, 3, 9, 0, 1], [23, 3, 3, 0xff, 0xff], [0x3c]] as [[UInt8]])
    func refusesWhatIsNoRecord(bytes: [UInt8]) {
        var reader = TLSRecordReader()
        reader.receive(bytes[...], at: 7)
        #expect(bodies(&reader) == ["none 7"])
    }
}
