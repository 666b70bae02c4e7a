import Foundation
import TestServers
import Testing

/// `stanzactl login` as the tests call it.
enum LoginTool {
    /// Runs it against a port of this machine.
    static func run(
        _ account: String = "juliet@good.test", port: UInt16, password: String = ScriptedPeer.password,
        timeout: String = "30", format: String = "jsonl", options: [String] = []
    ) throws -> Tool.Run {
        let authority = try TestAuthority.shared.get().certificate.path
        let arguments = [
            "login", account, "--host", "127.0.0.1", "--port", "\(port)", "--ca", authority, "--timeout", timeout,
            "--format", format,
        ]
        return try Tool.run(
            arguments: arguments + options, environment: ["STANZACTL_PASSWORD": password, "SSLKEYLOGFILE": ""])
    }
}

extension Tool.Run {
    /// The names of the events, in order.
    func events() throws -> [String] { try objects().compactMap { $0["event"] as? String } }

    /// The first event of a name.
    func event(_ name: String) throws -> [String: Any] {
        try #require(try objects().first { $0["event"] as? String == name }, "\(output)\(errors)")
    }

    /// Whether standard error has one sentence of the program.
    var hasOneReason: Bool {
        errors.hasPrefix("stanzactl: ") && errors.hasSuffix("\n") && errors.split(separator: "\n").count == 1
    }
}
