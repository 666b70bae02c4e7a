import Foundation
import Testing

@Suite("The command line")
struct CommandLineTests {
    @Test("Help is there for the program, each subcommand and each topic")
    func help() throws {
        let overview = try Tool.run("--help")
        #expect(overview.code == 0)
        for subcommand in ["decode", "fmt", "lint", "stats", "jid", "redact", "login"] {
            #expect(overview.output.contains("\n  \(subcommand) "))
            let help = try Tool.run(subcommand, "--help")
            #expect(help.code == 0)
            #expect(help.output.contains("Usage: stanzactl \(subcommand) "))
            #expect(help.output.contains(subcommand == "jid" ? "--json" : "--format"))
            #expect(try Tool.run("help", subcommand).output == help.output)
        }
        let schema = try Tool.run("help", "jsonl")
        #expect(schema.code == 0)
        #expect(schema.output.contains("stream-open"))
        #expect(schema.errors.isEmpty)
        #expect(try Tool.run("help", "login-jsonl").output.contains("acknowledged"))
    }

    @Test("No line of the help is wider than a terminal")
    func width() throws {
        for arguments in [
            ["decode"], ["fmt"], ["lint"], ["stats"], ["jid"], ["redact"], ["login"], ["jsonl"], ["login-jsonl"],
            ["log"], ["exit-codes"],
        ] {
            for line in try Tool.run("help", arguments[0]).lines { #expect(line.count <= 90, "\(line)") }
        }
    }

    @Test(
        "Each subcommand ends with the exit code that its help names for what it is given",
        arguments: [
            ("<message><body>hi</body></message>", ["decode": 0, "redact": 0, "fmt": 0, "lint": 1, "stats": 2]),
            ("<message></iq>", ["decode": 2, "redact": 2, "fmt": 2, "lint": 1, "stats": 2]),
            ("<iq/></message>", ["decode": 0, "redact": 0, "fmt": 2, "lint": 1, "stats": 2]),
            ("text", ["decode": 2, "redact": 2, "fmt": 2, "lint": 2, "stats": 2]),
            ("2026-01-01 10:00:00 SENT <iq type='get'/>", ["decode": 0, "redact": 0, "fmt": 2, "lint": 1, "stats": 0]),
            ("2026-01-01 10:00:00 SENT <iq type='get'>", ["decode": 2, "redact": 2, "fmt": 2, "lint": 2, "stats": 2]),
        ] as [(String, [String: Int32])])
    func exitCodes(input: String, codes: [String: Int32]) throws {
        for (subcommand, code) in codes {
            #expect(try Tool.run(subcommand, input: input).code == code, "\(subcommand)")
        }
        #expect(try Tool.run("help", "exit-codes").output.contains("\n1  What was to be judged is wrong"))
    }

    @Test("The version is one line")
    func version() throws {
        let run = try Tool.run("--version")
        #expect(run.code == 0)
        #expect(run.output.wholeMatch(of: /stanzactl \d+\.\d+\.\d+\n/) != nil)
    }

    @Test(
        "What cannot be used ends with 2 and one sentence that names it",
        arguments: [
            ([], "no subcommand"), (["frobnicate"], "“frobnicate”"), (["--frob"], "“--frob”"),
            (["decode", "--frob", "x"], "“--frob”"), (["decode", "--format", "yaml", "x"], "“yaml”"),
            (["decode", "--format"], "--format needs a value"), (["decode", "--stream", "-1", "x"], "“-1”"),
            (["decode", "--show-secrets=no", "x"], "takes no value"), (["decode", "/no/such/file"], "/no/such/file"),
            (["decode", "/"], "/: "), (["fmt", "a", "b"], "“b”"), (["lint", "/no/such/file"], "No such file"),
            (["help", "nothing"], "“nothing”"), (["decode", "--from", "@", "x"], "--from"),
            (["decode", "--since", "noon", "x"], "“noon”"), (["redact", "--key", "short", "x"], "8 bytes"),
            (["decode", "--stream", "+1", "x"], "“+1”"), (["decode", "--type", "a b", "x"], "“a b”"),
            (["redact", "--since", "2026-12-01T00:00:00Z", "--until", "2026-11-30T00:00:00Z"], "--since is later"),
            (["decode", "--payload={x", "x"], "“{x”"), (["decode", "--payload", "{a}", "x"], "“{a}”"),
            (["decode", "--payload", "a b", "x"], "“a b”"), (["decode", "--payload", "x}", "x"], "“x}”"),
            (["decode", "--payload", "{a}{b}c", "x"], "{namespace}name"), (["decode", "--payload", "", "x"], "“”"),
            (["lint", "--severity", "grave", "x"], "“grave”"), (["stats", "--format", "xml", "x"], "“xml”"),
            (["fmt", "--color", "red", "x"], "“red”"), (["stats", "--keylog", "", "x"], "“”"),
        ] as [([String], String)]
    )
    func unusable(arguments: [String], message: String) throws {
        let process = Tool.process(arguments)
        let (output, errors) = (Pipe(), Pipe())
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 2)
        #expect(text.hasPrefix("stanzactl: ") && text.hasSuffix("\n"))
        #expect(text.split(separator: "\n").count == 1)
        #expect(text.contains(message), "\(text)")
        #expect(output.fileHandleForReading.readDataToEndOfFile().isEmpty)
    }

    @Test("A file name cannot control the terminal")
    func fileName() throws {
        let run = try Tool.run("decode", "/no/\u{1B}[31mfile")
        #expect(run.code == 2)
        #expect(!run.errors.contains("\u{1B}"))
        #expect(run.errors.contains("␛[31mfile"))
    }

    @Test("A reader that goes away ends it silently")
    func closedPipe() throws {
        let message = "<message xmlns='jabber:client'><body>\(String(repeating: "x", count: 1000))</body></message>\n"
        let input = try TemporaryFile(Data(String(repeating: message, count: 2000).utf8))
        let process = Tool.process(["fmt", "--format", "xml", input.url.path])
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        #expect(try output.fileHandleForReading.read(upToCount: 10)?.count == 10)
        try output.fileHandleForReading.close()
        let text = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(text.isEmpty)
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == 0)
    }

    #if os(Linux)
        @Test("Foundation, which would slow down every start, is not linked")
        func linkage() throws {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["ldd", Tool.url.path]
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            #expect(text.contains("libexpat"))
            #expect(!text.contains("Foundation"))
        }

        @Test("A full disk is an error")
        func fullDisk() throws {
            let process = Tool.process(["--help"])
            let errors = Pipe()
            process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
            process.standardError = errors
            try process.run()
            let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            #expect(process.terminationStatus == 2)
            #expect(text.hasPrefix("stanzactl: standard output: "))
        }
    #endif
}
