import Foundation
import TestServers
import Testing

/// `stanzactl login` at real servers: each exit code.
@Suite("login at real servers", .serialized, .showsServerLogs, .needs(.openssl))
struct ServerLoginTests {
    /// How the command line asks for TLS.
    enum Way: String, CaseIterable {
        case starttls, direct
    }

    private static func run(
        _ server: any TestServer, _ account: TestAccount, _ way: Way = .starttls, password: String? = nil,
        options: [String] = []
    ) throws -> Tool.Run {
        try LoginTool.run(
            account.address, port: way == .direct ? server.directTLSPort : server.startTLSPort,
            password: password ?? account.password, options: ["--tls", way.rawValue] + options)
    }

    @Test("A login is shown from the connection to its end", arguments: ServerKind.expected, Way.allCases)
    func login(_ kind: ServerKind, _ way: Way) throws {
        let server = try kind.shared()
        let account = try server.makeAccount()
        let run = try Self.run(server, account, way, options: ["--resource", "balcony"])
        #expect(run.code == 0, "\(run.errors)")
        #expect(run.errors.isEmpty)
        let events = try run.events().filter { $0 != "sent" && $0 != "received" }
        #expect(events == ["connected", "tls", "mechanisms", "authenticated", "bound", "closed"])
        #expect(try run.event("bound")["jid"] as? String == "\(account.address)/balcony")
        #expect(try run.event("tls")["names"] as? [String] == [account.domain.rawValue])
        #expect(try #require(run.event("authenticated")["mechanism"] as? String).hasPrefix("SCRAM-SHA-"))
        #expect(!run.output.contains(account.password))
    }

    @Test("A message is acknowledged, and arrives", arguments: ServerKind.expected)
    func message(_ kind: ServerKind) throws {
        let server = try kind.shared()
        let (juliet, romeo) = (try server.makeAccount(), try server.makeAccount())
        let recipient = Tool.process(
            [
                "login", "\(romeo.address)/orchard", "--host", "127.0.0.1", "--port", "\(server.startTLSPort)", "--ca",
                try TestAuthority.shared.get().certificate.path, "--format", "jsonl", "--linger", "60",
            ], environment: ["STANZACTL_PASSWORD": romeo.password])
        let output = Pipe()
        recipient.standardOutput = output
        try recipient.run()
        defer {
            recipient.terminate()
            kill(recipient.processIdentifier, SIGKILL)
        }
        var lines = LineReader(output.fileHandleForReading)
        try lines.skip(until: "\"event\":\"bound\"")
        let run = try Self.run(server, juliet, options: ["--send", "\(romeo.address)/orchard", "soft! <what> light"])
        #expect(run.code == 0, "\(run.errors)")
        #expect(try run.events().contains("acknowledged"))
        #expect(try lines.skip(until: "soft! &lt;what").contains("\"event\":\"received\""))
    }

    @Test("An account is registered", arguments: ServerKind.expected)
    func register(_ kind: ServerKind) throws {
        let server = try kind.shared()
        let account = TestAccount()
        let run = try Self.run(server, account, options: ["--register"])
        #expect(run.code == 0, "\(run.errors)")
        #expect(!run.output.contains(account.password))
        #expect(try Self.run(server, account).code == 0)
        let again = try Self.run(server, account, password: "other", options: ["--register"])
        #expect(again.code == 3)
        #expect(try again.event("failed")["condition"] as? String == "conflict")
    }

    @Test("Wrong passwords and unknown accounts are refused", arguments: ServerKind.expected)
    func refused(_ kind: ServerKind) throws {
        let server = try kind.shared()
        for account in [try server.makeAccount(), TestAccount()] {
            let run = try Self.run(server, account, password: "wrong")
            #expect(run.code == 3, "\(run.errors)")
            #expect(try run.event("failed")["condition"] as? String == "not-authorized")
            #expect(run.hasOneReason)
        }
    }

    @Test("Certificates that are not as they should be", arguments: ServerKind.expected, Way.allCases)
    func certificate(_ kind: ServerKind, _ way: Way) throws {
        let server = try kind.shared()
        for (domain, words) in [(TestDomain.expired, "expired"), (.wrongName, "wrongname.test")] {
            let run = try Self.run(server, try server.makeAccount(at: domain), way)
            #expect(run.code == 4, "\(run.errors)")
            #expect(run.errors.contains(words))
            #expect(run.hasOneReason)
        }
    }

    @Test("Unknown hosts and taken resources", arguments: ServerKind.expected)
    func streamError(_ kind: ServerKind) throws {
        let server = try kind.shared()
        let authority = try TestAuthority.shared.get().certificate.path
        let run = try Tool.run(
            "login", "juliet@elsewhere.test", "--host", "127.0.0.1", "--port", "\(server.startTLSPort)", "--ca",
            authority,
            environment: ["STANZACTL_PASSWORD": "x"])
        #expect(run.code == 5, "\(run.errors)")
        #expect(run.errors.contains("host-unknown"))
    }

    @Test("A server that is killed is a lost connection")
    func killed() throws {
        let kind = try #require(ServerKind.expected.first)
        let server = try kind.new()
        let account = try server.makeAccount()
        #expect(try Self.run(server, account).code == 0)
        server.kill()
        #expect(try Self.run(server, account).code == 6)
        try server.restart()
        #expect(try Self.run(server, account).code == 0)
    }

    @Test("Without TLS nothing is done unasked", arguments: ServerKind.expected)
    func plaintext(_ kind: ServerKind) throws {
        let server = try kind.shared()
        let account = try server.makeAccount(at: .plain)
        func run(_ options: String...) throws -> Tool.Run {
            try LoginTool.run(
                account.address, port: server.plainPort, password: account.password,
                options: ["--tls", "none"] + options)
        }
        #expect(try run().code == 2)
        let scram = try run("--allow-plaintext")
        #expect(scram.code == 0, "\(scram.errors)")
        #expect(try #require(scram.event("authenticated")["mechanism"] as? String).hasPrefix("SCRAM"))
        let plain = try run("--allow-plaintext", "--mechanism", "PLAIN")
        #expect(plain.code == 0, "\(plain.errors)")
        #expect(try plain.event("authenticated")["mechanism"] as? String == "PLAIN")
        #expect(!plain.output.contains(Data("\0\(account.name)\0\(account.password)".utf8).base64EncodedString()))
    }

    @Test("Strangers are let in where the domain alone is given", arguments: ServerKind.expected)
    func anonymous(_ kind: ServerKind) throws {
        let run = try LoginTool.run(TestDomain.anonymous.rawValue, port: kind.shared().startTLSPort, password: "")
        #expect(run.code == 0, "\(run.errors)")
        #expect(try run.event("authenticated")["mechanism"] as? String == "ANONYMOUS")
    }

    @Test("What the key log is told decrypts the connection")
    func keyLog() throws {
        let server = try #require(try ServerKind.expected.first?.shared())
        let file = try TemporaryFile(Data())
        let run = try Self.run(server, try server.makeAccount(), options: ["--keylog", file.url.path])
        #expect(run.code == 0, "\(run.errors)")
        let lines = try String(contentsOf: file.url, encoding: .utf8).split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("CLIENT_TRAFFIC_SECRET_0 ") })
        #expect(lines.allSatisfy { $0.wholeMatch(of: /[A-Z0-9_]+ [0-9a-f]{64} [0-9a-f]+/) != nil })
    }
}

/// Lines that come in while they are read.
private struct LineReader {
    private let file: FileHandle
    private var buffer = ""

    init(_ file: FileHandle) {
        self.file = file
    }

    /// Reads on to a line with a text, and returns that line.
    @discardableResult
    mutating func skip(until text: String) throws -> String {
        while true {
            while let end = buffer.firstIndex(of: "\n") {
                let line = String(buffer[..<end])
                buffer = String(buffer[buffer.index(after: end)...])
                if line.contains(text) { return line }
            }
            let data = file.availableData
            guard !data.isEmpty else { throw ServerFailure("the output ends before “\(text)”") }
            buffer += String(decoding: data, as: UTF8.self)
        }
    }
}
