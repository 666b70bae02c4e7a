import Foundation
import Synchronization

/// An ejabberd.
public final class EjabberdServer: TestServer {
    public let startTLSPort: UInt16
    public let directTLSPort: UInt16
    public let plainPort: UInt16
    public let webSocketPort: UInt16
    public let secureWebSocketPort: UInt16
    public let componentPort: UInt16
    /// Where direct TLS asks for a client's certificate.
    public let clientCertificatePort: UInt16
    private let administrationPort: UInt16
    private let process: ServerProcess
    private let accounts = Mutex<[TestAccount]>([])

    public var webSocketPath: String { "/ws" }
    public var log: String { process.log }

    /// Starts one, and waits until it is there.
    public init() throws {
        let erlang = try InstalledProgram.ejabberd.located()
        let folder = try ServerProcess.makeFolder("ejabberd")
        startTLSPort = try Loopback.freePort()
        directTLSPort = try Loopback.freePort()
        plainPort = try Loopback.freePort()
        webSocketPort = try Loopback.freePort()
        secureWebSocketPort = try Loopback.freePort()
        componentPort = try Loopback.freePort()
        clientCertificatePort = try Loopback.freePort()
        administrationPort = try Loopback.freePort()
        let settings = folder.appending(path: "ejabberd.yml")
        process = ServerProcess(
            "ejabberd", in: folder,
            ports: [
                startTLSPort, directTLSPort, plainPort, webSocketPort, secureWebSocketPort, clientCertificatePort,
                administrationPort, componentPort,
            ],
            arguments: [erlang, "-noinput", "-mnesia", "dir", "\"\(folder.path)/data\"", "-s", "ejabberd"],
            environment: [
                "EJABBERD_CONFIG_PATH": settings.path, "EJABBERD_LOG_PATH": folder.appending(path: "log").path,
                "ERL_LIBS": InstalledProgram.ejabberdLibraries ?? "", "HOME": folder.path,
                "ERL_CRASH_DUMP": folder.appending(path: "crash").path,
            ])
        let certificates = try Self.joined(try TestDomain.allCredentials.get(), in: folder)
        try configuration(certificates, authority: try TestAuthority.shared.get().certificate.path)
            .write(to: settings, atomically: true, encoding: .utf8)
        try restart()
    }

    /// It writes accounts to the disk when it finds the time, so that they are made again.
    public func restart() throws {
        try process.start()
        for account in accounts.withLock(\.self) { try register(account, maybeThere: true) }
    }

    public func kill() { process.kill() }

    public func makeAccount(at domain: TestDomain) throws -> TestAccount {
        let account = TestAccount(at: domain)
        try register(account, maybeThere: false)
        accounts.withLock { $0.append(account) }
        return account
    }

    private func register(_ account: TestAccount, maybeThere: Bool) throws {
        let body = """
            {"user":"\(account.name)","host":"\(account.domain.rawValue)","password":"\(account.password)"}
            """
        let descriptor = try Loopback.connected(to: administrationPort)
        defer { close(descriptor) }
        let request = """
            POST /api/register HTTP/1.1\r
            Host: localhost\r
            Connection: close\r
            Content-Type: application/json\r
            Content-Length: \(body.utf8.count)\r
            \r
            \(body)
            """
        Loopback.send(request.utf8, on: descriptor)
        var answer: [UInt8] = []
        while case let bytes = Loopback.receive(from: descriptor), !bytes.isEmpty { answer += bytes }
        let text = String(decoding: answer, as: UTF8.self)
        let isThere = maybeThere && text.contains("already registered")
        guard text.hasPrefix("HTTP/1.1 200") || isThere else {
            throw ServerFailure("ejabberd makes no account: \(text)")
        }
    }

    /// It wants certificate and key in one file.
    private static func joined(
        _ credentials: [TestDomain: TestAuthority.Credentials], in folder: URL
    ) throws -> [String] {
        try credentials.values.map { credentials in
            let file = folder.appending(path: credentials.certificate.lastPathComponent + ".pem")
            let parts = try [credentials.certificate, credentials.key].map { try Data(contentsOf: $0) }
            try (parts[0] + parts[1]).write(to: file)
            return file.path
        }
    }

    private func configuration(_ certificates: [String], authority: String) -> String {
        let domains = TestDomain.allCases.map(\.rawValue).joined(separator: ", ")
        let webSocket = "ip: 127.0.0.1, module: ejabberd_http, request_handlers: {/ws: ejabberd_http_ws}"
        let component =
            "ip: 127.0.0.1, module: ejabberd_service, "
            + "hosts: {\(TestComponent.domain): {password: \"\(TestComponent.secret)\"}}"
        let c2s = "ip: 127.0.0.1, module: ejabberd_c2s"
        return """
            hosts: [\(domains)]
            loglevel: info
            log_rotate_count: 0
            certfiles: [\(certificates.joined(separator: ", "))]
            ca_file: \(authority)
            c2s_cafile: \(authority)
            acme: {auto: false}
            listen:
              - {port: \(startTLSPort), \(c2s), starttls_required: true}
              - {port: \(directTLSPort), \(c2s), tls: true}
              - {port: \(plainPort), \(c2s), starttls: true}
              - {port: \(clientCertificatePort), \(c2s), tls: true, tls_verify: true}
              - {port: \(webSocketPort), \(webSocket)}
              - {port: \(secureWebSocketPort), \(webSocket), tls: true}
              - {port: \(componentPort), \(component)}
              - {port: \(administrationPort), ip: 127.0.0.1, module: ejabberd_http, request_handlers: {/api: mod_http_api}}
            api_permissions:
              tests: {from: [mod_http_api], who: all, what: "*"}
            auth_password_format: plain
            registration_timeout: infinity
            resource_conflict: closenew
            host_config:
              \(TestDomain.anonymous.rawValue): {auth_method: [anonymous], anonymous_protocol: sasl_anon}
            modules:
              mod_roster: {}
              mod_register: {ip_access: all, password_strength: 0}
              mod_ping: {}
              mod_disco: {}
              mod_offline: {}
              mod_carboncopy: {}
              mod_stream_mgmt: {resend_on_timeout: true, resume_timeout: 60}
            """
    }
}
