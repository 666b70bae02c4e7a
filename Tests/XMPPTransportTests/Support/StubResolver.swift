import XMPPTransport

/// Answers what the test says.
struct StubResolver: Resolver {
    var services: [String: [ServiceRecord]] = [:]
    var addresses: [String: [SocketAddress]] = [:]
    /// Names that are never answered for.
    var silentNames: Set<String> = []

    func services(_ name: String) async throws -> [ServiceRecord] {
        try await wait(name)
        return services[name] ?? []
    }

    func addresses(of host: String) async throws -> [SocketAddress] {
        try await wait(host)
        guard let addresses = addresses[host], !addresses.isEmpty else { throw ResolutionError("it is unknown") }
        return addresses
    }

    private func wait(_ name: String) async throws {
        if silentNames.contains(name) { try await Task.sleep(for: .seconds(3600)) }
    }
}
