import XMPPAddress
import XMPPSession

/// Finds the places where the server of an account may be.
struct ServiceLocator: Sendable {
    /// What was found.
    struct Location: Sendable {
        var endpoints: [ServiceEndpoint] = []
        var failures: [AttemptFailure] = []
        /// Whether the host cannot be one.
        var isInvalid = false
    }

    /// The domain or host, of A-labels or an IP address without brackets.
    let host: String
    let port: UInt16?
    let isLookedUp: Bool
    let tls: ClientConfiguration.TLSPolicy
    let resolver: any Resolver

    init(_ configuration: ConnectionConfiguration, server: ConnectionConfiguration.Server) {
        tls = configuration.session.tls
        resolver = configuration.resolver
        switch server {
        case .lookedUp:
            let domain = configuration.session.account.asciiDomain
            host = domain.hasPrefix("[") ? String(domain.dropFirst().dropLast()) : domain
            port = nil
            isLookedUp = true
        case .at(let host, let port):
            self.host = host
            self.port = port
            isLookedUp = false
        }
    }

    func locate() async -> Location {
        Location(endpoints: [ServiceEndpoint(host: host, port: port ?? defaultPort, usesDirectTLS: tls == .direct)])
    }

    /// IANA's port for STARTTLS (RFC 6120 §14.7), and the one that is usual for TLS from the first byte.
    private var defaultPort: UInt16 { tls == .direct ? 5223 : 5222 }
}
