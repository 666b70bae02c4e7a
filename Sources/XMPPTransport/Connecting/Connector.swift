import XMPPSession

/// A connected socket, and where it leads to.
struct Connected: Sendable {
    let socket: Socket
    let endpoint: ConnectedEndpoint
    /// What else was found, and is worse or was not tried yet.
    var alternatives: [ServiceEndpoint] = []
    /// What was tried before.
    var failures: [AttemptFailure] = []
}

/// Connects to the first of several places that answers (RFC 8305).
///
/// A host's addresses are tried one after the other, the families in turn, each a little later than the one before,
/// and none that is under way is given up for the next. The next host, which is a worse one by RFC 2782, comes when the one
/// before has failed or was silent for much longer. Whoever connects first wins, and all others are closed.
struct Connector: Sendable {
    let resolver: any Resolver
    let policy: AttemptPolicy
    /// Is told of each attempt that fails.
    let report: @Sendable (AttemptFailure) -> Void

    /// What a task of the race has to say.
    private enum News: Sendable {
        case connected(Connected)
        case failed(AttemptFailure)
        case resolved(ServiceEndpoint, [SocketAddress])
        /// The delay that began with a step is over.
        case delayElapsed(step: Int)
        case cancelled
    }

    /// Where the race stands.
    private struct Progress {
        var endpoints: ArraySlice<ServiceEndpoint>
        /// The addresses of the present host that are still to be tried.
        var addresses: ArraySlice<(ServiceEndpoint, SocketAddress)> = []
        /// How many attempts and lookups are under way.
        var pending = 0
        /// Grows by one each time that something is begun.
        var step = 0
    }

    /// Tries the places in order; nil if all attempts fail, and after cancellation.
    func connect(to endpoints: [ServiceEndpoint]) async -> Connected? {
        await withTaskGroup(of: News.self, returning: Connected?.self) { group in
            defer { group.cancelAll() }
            var progress = Progress(endpoints: endpoints[...])
            while !Task.isCancelled {
                if progress.pending == 0 || progress.step == 0 { advance(&progress, in: &group) }
                guard progress.pending > 0, let news = await group.next() else { break }
                if let connected = take(news, &progress, in: &group) { return connected }
            }
            return nil
        }
    }

    private func take(_ news: News, _ progress: inout Progress, in group: inout TaskGroup<News>) -> Connected? {
        switch news {
        case .connected(let connected):
            return connected
        case .failed(let failure):
            progress.pending -= 1
            report(failure)
            advance(&progress, in: &group)
        case .resolved(let endpoint, let addresses):
            progress.pending -= 1
            progress.addresses += Self.interleaved(addresses).map { (endpoint, $0) }
            advance(&progress, in: &group)
        case .delayElapsed(let step):
            if step == progress.step { advance(&progress, in: &group) }
        case .cancelled:
            break
        }
        return nil
    }

    /// Begins with the next address, or else with the next host.
    private func advance(_ progress: inout Progress, in group: inout TaskGroup<News>) {
        progress.step += 1
        let step = progress.step
        if let (endpoint, address) = progress.addresses.popFirst() {
            progress.pending += 1
            group.addTask { await attempt(address, of: endpoint) }
            let delay = progress.addresses.isEmpty ? policy.hostDelay : policy.addressDelay
            group.addTask { await elapse(delay, step) }
        } else if let endpoint = progress.endpoints.popFirst() {
            progress.pending += 1
            group.addTask { await resolve(endpoint) }
            group.addTask { [policy] in await elapse(policy.hostDelay, step) }
        }
    }

    // MARK: - Tasks

    private func resolve(_ endpoint: ServiceEndpoint) async -> News {
        do {
            return .resolved(endpoint, try await resolver.addresses(of: endpoint.host))
        } catch is CancellationError {
            return .cancelled
        } catch {
            return .failed(AttemptFailure(endpoint.host, "\(error)"))
        }
    }

    private func attempt(_ address: SocketAddress, of endpoint: ServiceEndpoint) async -> News {
        var address = address
        address.port = endpoint.port
        do {
            let socket = try await Socket.connect(to: address)
            return .connected(
                Connected(socket: socket, endpoint: ConnectedEndpoint(endpoint: endpoint, address: address)))
        } catch is CancellationError {
            return .cancelled
        } catch {
            return .failed(AttemptFailure("\(address)", "\(error)"))
        }
    }

    private func elapse(_ delay: Duration, _ step: Int) async -> News {
        do {
            try await Task.sleep(for: delay)
            return .delayElapsed(step: step)
        } catch {
            return .cancelled
        }
    }

    /// The addresses with the families in turn, beginning with that of the first (RFC 8305 §4).
    static func interleaved(_ addresses: [SocketAddress]) -> [SocketAddress] {
        guard let first = addresses.first else { return [] }
        var preferred = addresses.filter { $0.isIPv6 == first.isIPv6 }[...]
        var others = addresses.filter { $0.isIPv6 != first.isIPv6 }[...]
        var result: [SocketAddress] = []
        while let next = preferred.popFirst() ?? others.popFirst() {
            result.append(next)
            if let other = others.popFirst() { result.append(other) }
        }
        return result
    }
}

extension Socket {
    /// Connects; throws ``SocketError``, or `CancellationError` after cancellation.
    static func connect(to address: SocketAddress) async throws -> Socket {
        let socket = try open(.stream, for: address)
        if try !socket.beginConnecting(to: address) {
            try await socket.wait(for: .writing)
            try socket.finishConnecting()
        }
        return socket
    }
}
