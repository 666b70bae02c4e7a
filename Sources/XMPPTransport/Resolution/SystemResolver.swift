import Dispatch
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The system's own answers: addresses as every program gets them (`getaddrinfo`), SRV records from the nameservers of
/// `/etc/resolv.conf`.
public struct SystemResolver: Resolver {
    /// Creates a resolver.
    public init() {}

    /// The SRV records of a name (RFC 2782).
    ///
    /// Throws ``ResolutionError`` where there is no answer, and on cancellation.
    public func services(_ name: String) async throws -> [ServiceRecord] {
        try await DNSClient(settings: .system).services(name)
    }

    /// The addresses of a host in the system's order (RFC 6724).
    ///
    /// Throws ``ResolutionError`` where there is none, and on cancellation; the system's call is left to itself then.
    public func addresses(of host: String) async throws -> [SocketAddress] {
        if let address = SocketAddress(host, port: 0) { return [address] }
        return try await Self.detached { () throws(ResolutionError) in try Self.lookUp(host) }
    }

    private static let queue = DispatchQueue(label: "XMPPTransport.SystemResolver", attributes: .concurrent)

    /// Runs a call that blocks on a queue; on cancellation its result is not waited for.
    private static func detached<Value: Sendable>(
        _ call: @escaping @Sendable () throws(ResolutionError) -> Value
    ) async throws -> Value {
        let waiting = Mutex<CheckedContinuation<Value, any Error>?>(nil)
        // Whoever takes the continuation out resumes it.
        let resume: @Sendable (Result<Value, any Error>) -> Void = { result in
            let continuation = waiting.withLock { waiting in
                defer { waiting = nil }
                return waiting
            }
            continuation?.resume(with: result)
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                waiting.withLock { $0 = continuation }
                if Task.isCancelled { resume(.failure(CancellationError())) }
                queue.async { resume(Result { try call() }) }
            }
        } onCancel: {
            resume(.failure(CancellationError()))
        }
    }

    private static func lookUp(_ host: String) throws(ResolutionError) -> [SocketAddress] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        #if canImport(Glibc)
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
            hints.ai_socktype = SOCK_STREAM
        #endif
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, nil, &hints, &list)
        guard code == 0 else {
            throw ResolutionError(gai_strerror(code).map { String(cString: $0) } ?? "error \(code)")
        }
        defer { freeaddrinfo(list) }
        let addresses = sequence(first: list, next: { $0?.pointee.ai_next }).compactMap { entry in
            entry?.pointee.ai_addr.flatMap { SocketAddress($0) }
        }
        guard !addresses.isEmpty else { throw ResolutionError("it has no addresses") }
        return addresses
    }
}
