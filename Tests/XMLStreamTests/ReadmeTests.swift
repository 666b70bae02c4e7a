import Foundation
import Testing

@Suite("The README")
struct ReadmeTests {
    @Test("Its example is the code that is tested here, and does what it says")
    func example() throws {
        let header = "<stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>"
        let stream = header + "<message><body>one</body></message><iq/><message/><message><body>two</body></message>"
        #expect(try bodies(in: Array(stream.utf8)) == ["one", "two"])

        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let root = file.appendingPathComponent("../..").standardized
        let readme = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
        let source = try String(contentsOf: file.appendingPathComponent("ReadmeExample.swift"), encoding: .utf8)
        #expect(readme.contains("```swift\n\(source)```\n"))
    }
}
