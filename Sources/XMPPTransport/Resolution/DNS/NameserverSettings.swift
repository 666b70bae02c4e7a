#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Which nameservers are asked, and how patiently.
public struct NameserverSettings: Hashable, Sendable {
    /// The nameservers in the order in which they are asked, with their ports.
    public var servers: [SocketAddress]
    /// How long one of them may take to answer.
    public var timeout: Duration
    /// How many times all of them are asked.
    public var attempts: Int

    /// Creates settings; attempts are at least 1.
    public init(servers: [SocketAddress], timeout: Duration = .seconds(5), attempts: Int = 2) {
        self.servers = servers
        self.timeout = timeout
        self.attempts = max(1, attempts)
    }

    /// Reads the text of a `resolv.conf` (resolv.conf(5)): up to three nameservers, `timeout` up to 30 seconds and
    /// `attempts` up to 5. Without a nameserver there is one on this machine.
    public init(resolverConfiguration text: String) {
        self.init(servers: [])
        for line in text.split(whereSeparator: \.isNewline) {
            let words = line.split { $0 == " " || $0 == "\t" }
            switch words.first {
            case "nameserver":
                let address = words.dropFirst().first.flatMap { SocketAddress(String($0), port: 53) }
                if let address, servers.count < 3 { servers.append(address) }
            case "options":
                for option in words.dropFirst() { read(option) }
            default:
                break
            }
        }
        if servers.isEmpty { servers = [SocketAddress("127.0.0.1", port: 53)].compactMap { $0 } }
    }

    private mutating func read(_ option: Substring) {
        let parts = option.split(separator: ":")
        guard parts.count == 2, let number = Int(parts[1]), number >= 0 else { return }
        switch parts[0] {
        case "timeout": timeout = .seconds(min(max(1, number), 30))
        case "attempts": attempts = min(max(1, number), 5)
        default: break
        }
    }

    /// The system's settings, as they are now.
    static var system: NameserverSettings {
        NameserverSettings(resolverConfiguration: text(of: "/etc/resolv.conf"))
    }

    private static func text(of path: String) -> String {
        guard let file = fopen(path, "re") else { return "" }
        defer { fclose(file) }
        // A longer one is not a resolver's configuration.
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}
