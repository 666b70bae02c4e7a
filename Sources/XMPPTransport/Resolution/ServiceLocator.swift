import XMPPAddress
import XMPPSession
import XMPPStanzas

/// Finds the places where the server of an account may be (RFC 6120 §3.2, XEP-0368).
struct ServiceLocator: Sendable {
    /// What was found.
    struct Location: Sendable {
        /// In the order in which they are to be tried; empty where the service is not offered.
        var endpoints: [ServiceEndpoint] = []
        var failures: [AttemptFailure] = []
    }

    /// What was found out about one service.
    private enum Finding {
        case records([ServiceRecord])
        /// The only record's target is the root: the service is not offered (RFC 2782).
        case notOffered
        case failure(AttemptFailure)
    }

    /// The most places that are tried, whatever DNS says.
    private static let maximumEndpoints = 16

    /// The domain or host, of A-labels or an IP address without brackets.
    let host: String
    let port: UInt16?
    /// Whether SRV records are asked for.
    let isLookedUp: Bool
    /// What was found before, in order; nil if it is still to be found.
    private(set) var known: [ServiceEndpoint]?
    let tls: ClientConfiguration.TLSPolicy
    let resolver: any Resolver

    /// What the configuration says.
    init(_ configuration: ConnectionConfiguration) {
        switch configuration.server {
        case .lookedUp: self.init(configuration, configuration.session.account.serverName, port: nil, isLookedUp: true)
        case .at(let host, let port): self.init(configuration, host, port: port, isLookedUp: false)
        case .webSocket(let url, let host):
            self.init(configuration, host ?? url.host, port: url.port, isLookedUp: false)
        }
    }

    /// What the server said that the client shall connect to: a host without a port is looked up like a domain.
    init(_ configuration: ConnectionConfiguration, redirectedTo target: HostAndPort) {
        self.init(configuration, target.host, port: target.port, isLookedUp: target.port == nil)
    }

    /// At a host that is not looked up but for its addresses, without TLS.
    init(host: String, port: UInt16, resolver: any Resolver) {
        self.host = host
        self.port = port
        self.resolver = resolver
        isLookedUp = false
        tls = .none
    }

    /// The rest of what was found before.
    init(_ former: ServiceLocator, alternatives: [ServiceEndpoint]) {
        self = former
        known = alternatives
    }

    private init(_ configuration: ConnectionConfiguration, _ host: String, port: UInt16?, isLookedUp: Bool) {
        self.host = host
        self.port = port
        self.isLookedUp = isLookedUp
        tls = configuration.session.tls
        resolver = configuration.resolver
    }

    func locate() async -> Location {
        if let known { return Location(endpoints: known) }
        guard isLookedUp, SocketAddress(host, port: 0) == nil else { return Location(endpoints: [fallback]) }
        async let plain = tls == .direct ? Finding.records([]) : await find("_xmpp-client._tcp.\(host)")
        async let direct = tls == .none ? Finding.records([]) : await find("_xmpps-client._tcp.\(host)")
        var generator = SystemRandomNumberGenerator()
        return location(plain: await plain, direct: await direct, using: &generator)
    }

    private func find(_ name: String) async -> Finding {
        do {
            let records = try await resolver.services(name)
            let offers = records.filter { !$0.target.isEmpty && $0.port != 0 }
            return offers.isEmpty && !records.isEmpty ? .notOffered : .records(offers)
        } catch {
            return .failure(AttemptFailure("\(name) SRV", "\(error)"))
        }
    }

    private func location(
        plain: Finding,
        direct: Finding,
        using generator: inout some RandomNumberGenerator
    ) -> Location {
        var location = Location()
        var records: [(record: ServiceRecord, usesDirectTLS: Bool)] = []
        var isDenied = false
        for (finding, usesDirectTLS) in [(plain, false), (direct, true)] {
            switch finding {
            case .records(let found): records += found.map { ($0, usesDirectTLS) }
            case .notOffered: isDenied = true
            case .failure(let failure): location.failures.append(failure)
            }
        }
        location.endpoints = ServiceOrder.arrange(records, using: &generator).prefix(Self.maximumEndpoints).map {
            ServiceEndpoint(host: $0.record.target, port: $0.record.port, usesDirectTLS: $0.usesDirectTLS)
        }
        // Who uses SRV records says by them alone where the server is (XEP-0368 §3).
        if location.endpoints.isEmpty, !isDenied { location.endpoints = [fallback] }
        return location
    }

    /// Where the server is without SRV records: IANA's port for STARTTLS (RFC 6120 §3.2.2), or the one that is usual for TLS
    /// from the first byte.
    private var fallback: ServiceEndpoint {
        ServiceEndpoint(host: host, port: port ?? (tls == .direct ? 5223 : 5222), usesDirectTLS: tls == .direct)
    }
}

extension JID {
    /// The domain as DNS and TLS have it, an IP address without brackets.
    var serverName: String {
        let domain = asciiDomain
        return domain.hasPrefix("[") ? String(domain.dropFirst().dropLast()) : domain
    }
}
