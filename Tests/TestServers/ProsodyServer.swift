import Foundation

/// A Prosody.
public final class ProsodyServer: TestServer {
    public let startTLSPort: UInt16
    public let directTLSPort: UInt16
    public let webSocketPort: UInt16
    public let secureWebSocketPort: UInt16
    public let componentPort: UInt16
    private let process: ServerProcess
    private let folder: URL

    public var plainPort: UInt16 { startTLSPort }
    public var webSocketPath: String { "/xmpp-websocket" }
    public var log: String { process.log }

    /// Starts one with further modules, and waits until it is there.
    public init(modules: [String] = []) throws {
        let program = try InstalledProgram.prosody.located()
        folder = try ServerProcess.makeFolder("prosody")
        startTLSPort = try Loopback.freePort()
        directTLSPort = try Loopback.freePort()
        webSocketPort = try Loopback.freePort()
        secureWebSocketPort = try Loopback.freePort()
        componentPort = try Loopback.freePort()
        let settings = folder.appending(path: "prosody.cfg.lua")
        process = ServerProcess(
            "prosody", in: folder,
            ports: [startTLSPort, directTLSPort, webSocketPort, secureWebSocketPort, componentPort],
            arguments: [program, "-F", "--config", settings.path])
        try FileManager.default.createDirectory(
            at: folder.appending(path: "data"), withIntermediateDirectories: true)
        try configuration(try TestDomain.allCredentials.get(), modules)
            .write(to: settings, atomically: true, encoding: .utf8)
        try restart()
    }

    public func restart() throws { try process.start() }
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

    private func configuration(
        _ credentials: [TestDomain: TestAuthority.Credentials],
        _ modules: [String]
    ) -> String {
        func files(_ domain: TestDomain) -> String {
            guard let files = credentials[domain] ?? credentials[.good] else { return "{}" }
            return "{ certificate = \"\(files.certificate.path)\", key = \"\(files.key.path)\" }"
        }
        // Under direct TLS it goes by the names of the files that are here.
        let certificates = credentials[.good]?.certificate.deletingLastPathComponent().path ?? ""
        let hosts = TestDomain.allCases.map { domain in
            "VirtualHost \"\(domain.rawValue)\"\n    ssl = \(files(domain))\n" + Self.options(of: domain)
        }
        return """
            run_as_root = true
            pidfile = "\(folder.path)/pid"
            data_path = "\(folder.path)/data"
            certificates = "\(certificates)"
            interfaces = { "127.0.0.1" }
            c2s_ports = { \(startTLSPort) }
            c2s_direct_tls_ports = { \(directTLSPort) }
            c2s_direct_tls_ssl = \(files(.good))
            http_interfaces = { "127.0.0.1" }
            https_interfaces = { "127.0.0.1" }
            http_ports = { \(webSocketPort) }
            https_ports = { \(secureWebSocketPort) }
            https_ssl = \(files(.good))
            http_default_host = "\(TestDomain.good.rawValue)"
            modules_enabled = {
                "c2s", "saslauth", "tls", "roster", "ping", "register_ibr", "user_account_management", "smacks", "disco",
                "carbons", "message", "presence", "iq", "websocket", \(modules.map { "\"\($0)\"" }.joined(separator: ", "))
            }
            modules_disabled = { "s2s" }
            allow_registration = true
            c2s_require_encryption = true
            conflict_resolve = "kick_new"
            authentication = "internal_plain"
            smacks_hibernation_time = 60
            log = { debug = "\(folder.path)/log" }
            component_interfaces = { "127.0.0.1" }
            component_ports = { \(componentPort) }
            \(hosts.joined())
            Component "\(TestComponent.domain)"
                component_secret = "\(TestComponent.secret)"
            """
    }

    private static func options(of domain: TestDomain) -> String {
        switch domain {
        case .good, .expired, .wrongName: ""
        case .plain: "    c2s_require_encryption = false\n    allow_unencrypted_plain_auth = true\n"
        case .anonymous: "    authentication = \"anonymous\"\n"
        }
    }
}
