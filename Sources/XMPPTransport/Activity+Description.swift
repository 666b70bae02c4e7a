extension ConnectedEndpoint: CustomStringConvertible {
    /// The place, and the address that answered if it is not the place itself.
    public var description: String {
        endpoint.host == address.host ? endpoint.description : "\(endpoint), which is \(address)"
    }
}

extension ConnectionActivity: CustomStringConvertible {
    /// What happens, for logs: of the stream's bytes, which may hold passwords, only their number.
    public var description: String {
        switch self {
        case .located(let endpoints): "located at " + endpoints.map(\.description).joined(separator: ", ")
        case .attemptFailed(let failure): "attempt failed: \(failure)"
        case .connected(let endpoint): "connected to \(endpoint)"
        case .secured(let handshake): "secured by \(handshake)"
        case .sent(let bytes): "sent \(bytes.count) bytes"
        case .received(let bytes): "received \(bytes.count) bytes"
        case .event(let event): event.description
        case .tlsClosed(let closure): closure.description
        case .disconnected: "disconnected"
        case .reconnecting(let delay): "reconnecting in \(delay)"
        }
    }
}

extension ServerActivity: CustomStringConvertible {
    /// What happens, for logs: of the stream's bytes, which may hold passwords, only their number.
    public var description: String {
        switch self {
        case .connected: "connected"
        case .secured(let handshake): "secured by \(handshake)"
        case .sent(let bytes): "sent \(bytes.count) bytes"
        case .received(let bytes): "received \(bytes.count) bytes"
        case .event(let event): event.description
        case .tlsClosed(let closure): closure.description
        case .disconnected: "disconnected"
        }
    }
}
