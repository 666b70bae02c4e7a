/// Asks certain nameservers for everything, in place of the system's settings.
public struct DNSResolver: Resolver {
    private let client: DNSClient

    /// Creates a resolver.
    public init(_ settings: NameserverSettings) {
        client = DNSClient(settings: settings)
    }

    /// The SRV records of a name (RFC 2782).
    ///
    /// Throws ``ResolutionError`` where there is no answer, and on cancellation.
    public func services(_ name: String) async throws -> [ServiceRecord] {
        try await client.services(name)
    }

    /// The addresses of a host, those of IPv6 first.
    ///
    /// Throws ``ResolutionError`` where there is none, and on cancellation.
    public func addresses(of host: String) async throws -> [SocketAddress] {
        if let address = SocketAddress(host, port: 0) { return [address] }
        guard let name = DNSName(host) else { throw ResolutionError("it is no domain name") }
        async let longOnes = outcome(DNSQuestion(name: name, type: .address6))
        async let shortOnes = outcome(DNSQuestion(name: name, type: .address))
        let outcomes = await [longOnes, shortOnes]
        try Task.checkCancellation()
        let addresses = outcomes.flatMap { (try? $0.get()) ?? [] }
        guard addresses.isEmpty else { return addresses }
        for outcome in outcomes { _ = try outcome.get() }
        throw ResolutionError("it has no addresses")
    }

    private func outcome(_ question: DNSQuestion) async -> Result<[SocketAddress], any Error> {
        do {
            return .success(
                try await client.records(of: question).compactMap { content in
                    guard case .address(let bytes) = content else { return nil }
                    return SocketAddress(bytes: bytes, port: 0)
                })
        } catch {
            return .failure(error)
        }
    }
}

extension DNSClient {
    /// The SRV records of a name.
    func services(_ name: String) async throws -> [ServiceRecord] {
        guard let name = DNSName(name) else { throw ResolutionError("it is no domain name") }
        return try await records(of: DNSQuestion(name: name, type: .service)).compactMap { content in
            guard case .service(let priority, let weight, let port, let target) = content else { return nil }
            return ServiceRecord(priority: priority, weight: weight, port: port, target: target.text)
        }
    }
}
