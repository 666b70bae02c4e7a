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

    /// Starts one, with the community's modules for SASL2 if that is wanted, and waits until it is there.
    public init(offersSASL2: Bool = false) throws {
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
        try configuration(try TestDomain.allCredentials.get(), offersSASL2 ? Self.sasl2Modules : [])
            .write(to: settings, atomically: true, encoding: .utf8)
        try Self.remedy.write(to: folder.appending(path: "mod_remedy.lua"), atomically: true, encoding: .utf8)
        try restart()
    }

    /// The modules of SASL2 that work with Prosody 0.12; `sasl2_sm` needs what its stream management does not have.
    private static let sasl2Modules = ["remedy", "sasl2", "sasl2_bind2", "sasl2_fast"]

    /// What those modules ask for, and Prosody 0.12 has not yet: details of TLS, the header's `from` (of which only that it is
    /// there is looked at), times with fractions of seconds, and attributes of children.
    private static let remedy = """
        local datetime = require "util.datetime";
        local format = datetime.datetime;
        datetime.datetime = function (time) return format(time and math.floor(time)); end
        local elements = require "util.stanza".stanza_mt;
        elements = elements.__index or elements;
        function elements:get_child_attr(name, namespace, attribute)
            local child = self:get_child(name, namespace);
            return child and child.attr[attribute];
        end
        module:hook("stream-features", function (event)
            local connection = event.origin.conn;
            if connection and not connection.ssl_info then
                connection.ssl_info = function (self)
                    local socket = self:socket();
                    return socket and socket.info and socket:info();
                end
            end
            event.stream = event.stream or { from = "somebody@" .. module.host };
        end, 100);
        """

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
            plugin_paths = { "\(folder.path)" }
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
