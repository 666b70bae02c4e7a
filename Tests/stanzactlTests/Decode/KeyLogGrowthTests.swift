import Foundation
import Testing

@testable import stanzactl

@Suite("Key logs that are still written")
struct KeyLogGrowthTests {
    private static func add(_ text: String, to file: URL) throws {
        let handle = try FileHandle(forWritingTo: file)
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(text.utf8))
        try handle.close()
    }

    private static func next(_ growth: inout KeyLogGrowth, takesAll: Bool = false) -> String {
        String(decoding: growth.next(takesAll: takesAll), as: UTF8.self)
    }

    @Test("Lines come once, when they are whole")
    func lines() throws {
        let file = try TemporaryFile(Data("one\ntw".utf8))
        var growth = KeyLogGrowth(file.url.path)
        #expect(Self.next(&growth) == "one\n")
        #expect(Self.next(&growth) == "")
        try Self.add("o\nthree\nfo", to: file.url)
        #expect(Self.next(&growth) == "two\nthree\n")
        #expect(Self.next(&growth) == "")
        try Self.add("ur\n", to: file.url)
        #expect(Self.next(&growth) == "four\n")
        #expect(Self.next(&growth) == "")
        try Self.add("five", to: file.url)
        #expect(Self.next(&growth) == "")
        #expect(Self.next(&growth, takesAll: true) == "five")
        #expect(Self.next(&growth, takesAll: true) == "")
    }

    @Test("A file that is shorter, or another one, is read from its beginning")
    func replaced() throws {
        let file = try TemporaryFile(Data("one\ntwo\n".utf8))
        var growth = KeyLogGrowth(file.url.path)
        #expect(Self.next(&growth) == "one\ntwo\n")
        let handle = try FileHandle(forWritingTo: file.url)
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: Data("three\n".utf8))
        try handle.close()
        #expect(Self.next(&growth) == "three\n")
        try Data("a longer one\n".utf8).write(to: file.url, options: .atomic)
        #expect(Self.next(&growth) == "a longer one\n")
        try FileManager.default.removeItem(at: file.url)
        #expect(Self.next(&growth) == "")
        try Data("back\n".utf8).write(to: file.url)
        #expect(Self.next(&growth) == "back\n")
    }

    @Test("Much comes in pieces of whole lines, and a line without an end is passed over")
    func much() throws {
        let line = String(repeating: "x", count: 99) + "\n"
        let lines = String(repeating: line, count: 20_000)
        let file = try TemporaryFile(Data((lines + String(repeating: "y", count: 2 << 20)).utf8))
        var growth = KeyLogGrowth(file.url.path)
        var found = ""
        while case let piece = Self.next(&growth), piece.hasSuffix("\n") { found += piece }
        #expect(found == lines)
        while !growth.next(takesAll: false).isEmpty {}
        try Self.add("\nafter\n", to: file.url)
        #expect(Self.next(&growth).hasSuffix("y\nafter\n"))
    }

    /// What the beginning of a capture shows in clear is printed before there are keys.
    @Test(
        "Keys that are written while packets come open the session",
        arguments: [(true, true), (true, false), (false, false)])
    func live(isNamed: Bool, isThere: Bool) throws {
        let capture = Tool.capture("libstrophe-starttls13-chacha20.pcapng")
        let keys = Tool.capture("libstrophe-starttls13-chacha20.keys.log")
        let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: capture)))
        let hello: [UInt8] = [0x16, 3, 1]
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: hello) })
        let expected = try Tool.run("decode", "--keylog", keys, capture).lines
        let file = try TemporaryFile(Data())
        if !isThere { try FileManager.default.removeItem(at: file.url) }
        let tool = try RunningTool(
            isNamed ? ["decode", "--keylog", file.url.path, "-"] : ["decode", "-"],
            environment: isNamed ? [:] : ["SSLKEYLOGFILE": file.url.path])
        try tool.send(Array(bytes[..<start]))
        var lines = [try tool.readLine()]
        try Data(contentsOf: URL(fileURLWithPath: keys)).write(to: file.url)
        try tool.send(Array(bytes[start...]))
        try tool.finishInput()
        while case let line = try tool.readLine(), !line.isEmpty { lines.append(line) }
        #expect(lines == expected)
        #expect(lines.count > 10)
    }
}
