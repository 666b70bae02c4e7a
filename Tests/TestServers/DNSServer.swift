import Foundation

/// A dnsmasq that answers for the names of one test, and for no others.
public final class DNSServer: Sendable {
    /// Where it answers, by UDP and TCP, at 127.0.0.1.
    public let port: UInt16
    private let process: ServerProcess

    /// What it has written down, each query and its answer among it.
    public var log: String { process.log }

    /// Starts one.
    ///
    /// - Parameter records: Options of dnsmasq that each make a record:
    ///   `--srv-host=_xmpp-client._tcp.good.test,host.good.test,5222,10,5`, `--host-record=host.good.test,127.0.0.1`.
    public init(records: [String]) throws {
        let program = try InstalledProgram.dnsmasq.located()
        port = try Loopback.freePort()
        let folder = try ServerProcess.makeFolder("dnsmasq")
        let options = [
            "--keep-in-foreground", "--conf-file=/dev/null", "--pid-file", "--user=\(NSUserName())", "--port=\(port)",
            "--listen-address=127.0.0.1", "--bind-interfaces", "--no-resolv", "--no-hosts", "--local=/test/",
            "--log-queries", "--log-facility=-",
        ]
        process = ServerProcess("dnsmasq", in: folder, ports: [port], arguments: [program] + options + records)
        try process.start()
    }
}
