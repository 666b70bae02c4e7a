import Testing

@testable import stanzactl

@Suite("Reading the command line")
struct CommandSyntaxTests {
    private enum Form: String, CaseIterable { case short, long }
    private static let form = Option<Form>.choice("form", help: "")
    private static let number = Option.number("number", placeholder: "N", help: "")
    private static let flag = Option.flag("flag", help: "")
    private static let syntax = CommandSyntax(
        name: "test", summary: "", operands: .files, options: [form, number, flag], details: "")

    @Test("Values follow, or stand behind an equals sign; the last one counts unless all do")
    func values() throws {
        let arguments = try #require(
            try Self.syntax.parse(["--form", "short", "a", "--number=1", "--form=long", "--number", "2", "-"]))
        #expect(arguments[Self.form] == .long)
        #expect(arguments.all(Self.number) == [1, 2])
        #expect(arguments[Self.flag] == nil)
        #expect(arguments.operands == ["a", "-"])
    }

    @Test("Behind -- nothing is an option")
    func endOfOptions() throws {
        let arguments = try #require(try Self.syntax.parse(["--flag", "--", "--form", "--help"]))
        #expect(arguments[Self.flag] == true)
        #expect(arguments.operands == ["--form", "--help"])
    }

    @Test("Help is asked for wherever it stands", arguments: [["--help"], ["a", "-h"], ["--flag", "--help", "x"]])
    func help(words: [String]) throws {
        #expect(try Self.syntax.parse(words) == nil)
    }

    @Test(
        "What is not declared is refused",
        arguments: [
            ["--no"], ["-x"], ["--form"], ["--form", "tall"], ["--number", "x"], ["--flag=1"], ["--Form", "short"],
        ]
    )
    func refused(words: [String]) {
        #expect(throws: Failure.self) { try Self.syntax.parse(words) }
    }
}
