import Foundation

/// A Prosody of the tests' own, on ports of this machine, with everything it has in a folder that goes away with it.
final class ProsodyServer {
    static let executable = ["/usr/bin/prosody", "/usr/local/bin/prosody"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    let startTLSPort: UInt16
    let directTLSPort: UInt16
    let certificate: [UInt8]
    private let folder: URL
    private var process: Process?

    struct Failure: Error { let reason: String }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "stanzakit-prosody-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder.appending(path: "data"), withIntermediateDirectories: true)
        startTLSPort = try Self.freePort()
        directTLSPort = try Self.freePort()
        try Self.run(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
                "subjectAltName=DNS:localhost", "-keyout", folder.appending(path: "key.pem").path, "-out",
                folder.appending(path: "cert.pem").path,
            ])
        certificate = Array(try Data(contentsOf: folder.appending(path: "cert.pem")))
        try configuration.write(to: folder.appending(path: "prosody.cfg.lua"), atomically: true, encoding: .utf8)
        try start()
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(at: folder)
    }

    private var configuration: String {
        """
        run_as_root = true
        pidfile = "\(folder.path)/prosody.pid"
        data_path = "\(folder.path)/data"
        interfaces = { "127.0.0.1" }
        c2s_ports = { \(startTLSPort) }
        c2s_direct_tls_ports = { \(directTLSPort) }
        s2s_ports = {}
        modules_enabled = {
            "saslauth", "tls", "roster", "ping", "register_ibr", "user_account_management", "smacks", "disco", "carbons", "c2s"
        }
        modules_disabled = { "s2s" }
        allow_registration = true
        c2s_require_encryption = true
        authentication = "internal_hashed"
        smacks_hibernation_time = 60
        ssl = { key = "\(folder.path)/key.pem", certificate = "\(folder.path)/cert.pem" }
        c2s_direct_tls_ssl = { key = "\(folder.path)/key.pem", certificate = "\(folder.path)/cert.pem" }
        log = { info = "\(folder.path)/prosody.log" }
        VirtualHost "localhost"
        """
    }

    /// What it has written down, to see why a test failed.
    var log: String { (try? String(contentsOf: folder.appending(path: "prosody.log"), encoding: .utf8)) ?? "" }

    private func start() throws {
        guard let executable = Self.executable else { throw Failure(reason: "there is no Prosody") }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: executable)
        process.arguments = ["-F", "--config", folder.appending(path: "prosody.cfg.lua").path]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        self.process = process
        for _ in 0..<200 {
            if Self.isListening(startTLSPort), Self.isListening(directTLSPort) { return }
            usleep(50_000)
        }
        throw Failure(reason: "Prosody does not listen: \(log)")
    }

    private func stop() {
        guard let process, process.isRunning else { return }
        // It has nothing worth keeping, and may have inherited a mask in which gentler signals are blocked.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    private static func run(_ tool: String, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: tool)
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(reason: "\(tool) failed") }
    }

    private static func withLoopbackSocket<Result>(
        _ port: UInt16,
        _ body: (Int32, UnsafePointer<sockaddr>, socklen_t) throws -> Result
    ) rethrows -> Result {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        return try withUnsafePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                try body(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    private static func isListening(_ port: UInt16) -> Bool {
        withLoopbackSocket(port) { connect($0, $1, $2) == 0 }
    }

    private static func freePort() throws -> UInt16 {
        try withLoopbackSocket(0) { descriptor, address, length in
            guard bind(descriptor, address, length) == 0 else { throw Failure(reason: "no port is free") }
            var bound = sockaddr_in()
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            withUnsafeMutablePointer(to: &bound) { pointer in
                _ = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
            }
            return UInt16(bigEndian: bound.sin_port)
        }
    }
}
