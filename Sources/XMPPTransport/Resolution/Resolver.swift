/// What answers questions about names. Answers may come from the network and are not to be trusted further than that.
public protocol Resolver: Sendable {
    /// The SRV records of a name such as `_xmpp-client._tcp.example.org` (RFC 2782); empty where there are none.
    ///
    /// Throws ``ResolutionError`` where there is no answer, and on cancellation.
    func services(_ name: String) async throws -> [ServiceRecord]

    /// The addresses of a host, best first; never empty. The host may be an IP address.
    ///
    /// Throws ``ResolutionError`` where there is none, and on cancellation.
    func addresses(of host: String) async throws -> [SocketAddress]
}

/// Why a question about a name has no answer, in a sentence for people.
public struct ResolutionError: Error, Hashable, Sendable {
    /// The sentence.
    public let reason: String

    /// Creates an error.
    public init(_ reason: String) {
        self.reason = reason
    }
}

extension ResolutionError: CustomStringConvertible {
    /// The sentence.
    public var description: String { reason }
}

/// An SRV record (RFC 2782).
public struct ServiceRecord: Hashable, Sendable {
    /// Which records come first: those of the lowest number.
    public let priority: UInt16
    /// How often it comes first among those of its priority, relative to the others.
    public let weight: UInt16
    /// The port.
    public let port: UInt16
    /// The host without its final dot; empty where the service is not offered (`.`).
    public let target: String

    /// Creates a record.
    public init(priority: UInt16, weight: UInt16, port: UInt16, target: String) {
        self.priority = priority
        self.weight = weight
        self.port = port
        self.target = target
    }
}
