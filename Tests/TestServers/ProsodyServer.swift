import Foundation

/// A Prosody.
public final class ProsodyServer: TestServer {
    public let startTLSPort: UInt16
    public let directTLSPort: UInt16
    public let webSocketPort: UInt16
    public let secureWebSocketPort: UInt16
    private let process: ServerProcess
    private let folder: URL

    public var plainPort: UInt16 { startTLSPort }
    public var webSocketPath: String { "/xmpp-websocket" }
    public var log: String { process.log }

    /// Starts one, and waits until it is there.
    public init() throws {
        let program = try InstalledProgram.prosody.located()
        folder = try ServerProcess.makeFolder("prosody")
        startTLSPort = try Loopback.freePort()
        directTLSPort = try Loopback.freePort()
        webSocketPort = try Loopback.freePort()
        secureWebSocketPort = try Loopback.freePort()
        let settings = folder.appending(path: "prosody.cfg.lua")
        process = ServerProcess("prosody", in: folder, arguments: [program, "-F", "--config", settings.path])
        try FileManager.default.createDirectory(
            at: folder.appending(path: "data"), withIntermediateDirectories: true)
        try configuration(try TestDomain.allCredentials.get()).write(to: settings, atomically: true, encoding: .utf8)
        try restart()
    }

    public func restart() throws {
        try process.start(listeningOn: [startTLSPort, directTLSPort, webSocketPort, secureWebSocketPort])
    }
    public func kill() { process.kill() }

    /// It reads the file of an account at each login.
    public func makeAccount(at domain: TestDomain) throws -> TestAccount {
        let account = TestAccount(at: domain)
        let host = domain.rawValue.replacing(".", with: "%2e")
        let accounts = folder.appending(path: "data/\(host)/accounts")
        try FileManager.default.createDirectory(at: accounts, withIntermediateDirectories: true)
        try "return { [\"password\"] = \"\(account.password)\" };\n"
            .write(to: accounts.appending(path: "\(account.name).dat"), atomically: true, encoding: .utf8)
        return account
    }

    private func configuration(_ credentials: [TestAuthority.Credentials]) -> String {
        // It finds the certificate of a host by the name of the file, and gives this one to hosts without any.
        let fallback = credentials.first.map {
            "{ certificate = \"\($0.certificate.path)\", key = \"\($0.key.path)\" }"
        }
        let certificates = credentials.first?.certificate.deletingLastPathComponent().path ?? ""
        return """
            run_as_root = true
            pidfile = "\(folder.path)/pid"
            data_path = "\(folder.path)/data"
            certificates = "\(certificates)"
            ssl = \(fallback ?? "{}")
            interfaces = { "127.0.0.1" }
            c2s_ports = { \(startTLSPort) }
            c2s_direct_tls_ports = { \(directTLSPort) }
            c2s_direct_tls_ssl = ssl
            http_interfaces = { "127.0.0.1" }
            https_interfaces = { "127.0.0.1" }
            http_ports = { \(webSocketPort) }
            https_ports = { \(secureWebSocketPort) }
            https_ssl = ssl
            http_default_host = "\(TestDomain.good.rawValue)"
            modules_enabled = {
                "c2s", "saslauth", "tls", "roster", "ping", "register_ibr", "user_account_management", "smacks", "disco",
                "carbons", "message", "presence", "iq", "websocket"
            }
            modules_disabled = { "s2s" }
            allow_registration = true
            c2s_require_encryption = true
            authentication = "internal_plain"
            smacks_hibernation_time = 60
            log = { debug = "\(folder.path)/log" }
            VirtualHost "\(TestDomain.good.rawValue)"
            VirtualHost "\(TestDomain.expired.rawValue)"
            VirtualHost "\(TestDomain.wrongName.rawValue)"
            VirtualHost "\(TestDomain.plain.rawValue)"
                c2s_require_encryption = false
                allow_unencrypted_plain_auth = true
            VirtualHost "\(TestDomain.anonymous.rawValue)"
                authentication = "anonymous"
            """
    }
}
