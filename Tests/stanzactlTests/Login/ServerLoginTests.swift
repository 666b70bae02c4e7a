import Foundation
import Synchronization
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

    @Test("A login goes over WebSocket", arguments: ServerKind.expected, [false, true])
    func webSocket(_ kind: ServerKind, isSecure: Bool) throws {
        let server = try kind.shared()
        let account = try server.makeAccount(at: isSecure ? .good : .plain)
        let port = isSecure ? server.secureWebSocketPort : server.webSocketPort
        let url = "\(isSecure ? "wss" : "ws")://\(account.domain.rawValue):\(port)\(server.webSocketPath)"
        let options = ["--websocket", url, "--send", account.address, "to <myself>"]
        let run = try LoginTool.run(
            account.address, port: nil, password: account.password,
            options: options + (isSecure ? [] : ["--allow-plaintext"]))
        #expect(run.code == 0, "\(run.errors)")
        let events = try run.events()
        #expect(events.contains("tls") == isSecure)
        #expect(events.contains("acknowledged"))
        #expect(events.last == "closed")
        let kinds = try run.objects().compactMap { $0["kind"] as? String }
        #expect(kinds.filter { $0 == "stream-open" }.count == 4)
        #expect(kinds.filter { $0 == "stream-close" }.count == 2)
        #expect(!run.output.contains(account.password))

        let refused = try LoginTool.run(account.address, port: nil, password: "wrong", options: options)
        #expect(refused.code == (isSecure ? 3 : 2), "\(refused.errors)")
    }

    @Test(
        "A URL that is none, or does not go with other options, is refused",
        arguments: [
            ["--websocket", "http://good.test/"], ["--websocket", "ws://good.test/"],
            ["--websocket", "wss://good.test/", "--tls", "starttls"],
            ["--websocket", "wss://good.test/", "--port", "5222"],
        ])
    func wrongURL(_ options: [String]) throws {
        let run = try LoginTool.run("juliet@good.test", port: nil, options: options)
        #expect(run.code == 2)
        #expect(run.errors.contains("--websocket"))
    }

    @Test("A message is acknowledged, and arrives", arguments: ServerKind.expected)
    func message(_ kind: ServerKind) throws {
        let server = try kind.shared()
        let (juliet, romeo) = (try server.makeAccount(), try server.makeAccount())
        let recipient = try LingeringLogin(server, romeo, resource: "orchard")
        let run = try Self.run(server, juliet, options: ["--send", "\(romeo.address)/orchard", "soft! <what> light"])
        #expect(run.code == 0, "\(run.errors)")
        #expect(try run.events().contains("acknowledged"))
        #expect(try recipient.readLine(with: "soft! &lt;what").contains("\"event\":\"received\""))
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

    @Test("A taken resource is refused", arguments: ServerKind.expected)
    func takenResource(_ kind: ServerKind) throws {
        let server = try kind.shared()
        let account = try server.makeAccount()
        let first = try LingeringLogin(server, account, resource: "balcony")
        let run = try Self.run(server, account, options: ["--resource", "balcony"])
        #expect(run.code == 5, "\(run.errors)")
        #expect(try run.event("failed")["condition"] as? String == "conflict")
        withExtendedLifetime(first) {}
    }

    @Test("An unknown host is a stream error", arguments: ServerKind.expected)
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

    @Test("What the key log is told decrypts the connection", arguments: ServerKind.expected, Way.allCases)
    func keyLog(_ kind: ServerKind, _ way: Way) throws {
        let server = try kind.shared()
        let account = try server.makeAccount()
        let capture = Mutex(CaptureWriter())
        let target = way == .direct ? server.directTLSPort : server.startTLSPort
        let proxy = try CuttingProxy(to: target) { direction, bytes in
            capture.withLock { $0.add(bytes, isFromClient: direction == .fromClient) }
        }
        let secrets = try TemporaryFile(Data())
        let run = try LoginTool.run(
            account.address, port: proxy.port, password: account.password,
            options: ["--tls", way.rawValue, "--keylog", secrets.url.path])
        #expect(run.code == 0, "\(run.errors)")
        let lines = try String(contentsOf: secrets.url, encoding: .utf8).split(separator: "\n")
        #expect(lines.allSatisfy { $0.wholeMatch(of: /[A-Z0-9_]+ [0-9a-f]{64} [0-9a-f]+/) != nil })

        let file = try TemporaryFile(Data(capture.withLock(\.bytes)))
        let decoded = try Tool.run("decode", "--format", "jsonl", "--keylog", secrets.url.path, file.url.path)
        #expect(decoded.code == 0, "\(decoded.errors)")
        let said = try run.objects().compactMap { $0["xml"] as? String }.sorted()
        let recorded = try decoded.objects().compactMap { $0["xml"] as? String }.sorted()
        #expect(said == recorded)
        #expect(said.count > 10)
    }
}

/// A login that lasts as long as the test that needs it.
private final class LingeringLogin {
    private let process: Process
    private let output = Pipe()
    private var buffer = ""

    /// Starts it, and waits until it has an address.
    init(_ server: any TestServer, _ account: TestAccount, resource: String) throws {
        let authority = try TestAuthority.shared.get().certificate.path
        process = Tool.process(
            [
                "login", "\(account.address)/\(resource)", "--host", "127.0.0.1", "--port", "\(server.startTLSPort)",
                "--ca", authority, "--format", "jsonl", "--linger", "600",
            ], environment: ["STANZACTL_PASSWORD": account.password])
        process.standardOutput = output
        try process.run()
        try readLine(with: "\"event\":\"bound\"")
    }

    deinit { kill(process.processIdentifier, SIGKILL) }

    /// Reads on to a line with a text, and returns that line.
    @discardableResult
    func readLine(with text: String) throws -> String {
        while true {
            while let end = buffer.firstIndex(of: "\n") {
                let line = String(buffer[..<end])
                buffer = String(buffer[buffer.index(after: end)...])
                if line.contains(text) { return line }
            }
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw ServerFailure("the output ends before “\(text)”") }
            buffer += String(decoding: data, as: UTF8.self)
        }
    }
}
