import Testing

@testable import XMPPCapture

@Suite("Comments that say what could not be read")
struct RecordCommentTests {
    private static let contents: [TrafficRecord.Content] = [
        .gap(byteCount: 0), .gap(byteCount: 1448), .note("comment: a -- b --- c\nd"), .error(""),
        .error("not-well-formed: The end tag does not match. (RFC 6120 §11.3)"),
    ]

    @Test("A comment is read as what it was written from", arguments: contents)
    func again(content: TrafficRecord.Content) throws {
        let comment = try #require(RecordComment(content))
        let read = try #require(RecordComment("\n\(comment.xml) ".utf8))
        #expect(!comment.xml.dropFirst(4).dropLast(3).contains("--"))
        #expect(RecordComment(read.content)?.xml == comment.xml)
        if case .gap = content { #expect(read.content == content) }
    }

    @Test(
        "Other comments are none of them",
        arguments: [
            "<!-- gap 3 -->", "<!-- [gap] x -->", "<!-- [gap] -3 -->", "<!-- [gap] -->", "<!-- [other] 3 -->",
            "<!-- [error] a --> <b/> -->", "<!--[error] a -->", "[error] a", "",
            "<!-- [error] " + String(repeating: "a", count: 5000) + " -->",
        ])
    func others(text: String) { #expect(RecordComment(text.utf8) == nil) }

    @Test("Between elements they are records, however the text comes", arguments: [1, 3, 1000])
    func records(chunk: Int) throws {
        let text = """
            <a xmlns='urn:a'/>
            <!-- [error] not-well-formed: It is wrong. (RFC 6120 §11.3) -->
            <!-- [gap] 7 -->
            <b xmlns='urn:a'>x</b>
            """
        var decoder = TextDecoder(lastChange: nil)
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: chunk) {
            decoder.receive(Array(bytes[start..<min(start + chunk, bytes.count)]))
        }
        decoder.finish()
        var records: [TrafficRecord] = []
        while let record = decoder.next() { records.append(record) }
        #expect(records.map(\.line) == [1, 2, 3, 4])
        #expect(records.map { $0.element?.localName } == ["a", nil, nil, "b"])
        #expect(records.dropFirst().first?.content.violation?.condition == .notWellFormed)
        #expect(records.dropFirst(2).first?.content == .gap(byteCount: 7))
        let lines = text.split(separator: "\n")
        #expect(records.map(\.offset) == (0..<4).map { lines.prefix($0).map(\.utf8.count).reduce($0, +) })
    }
}
