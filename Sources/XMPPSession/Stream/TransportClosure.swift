/// How a transport came to its end.
public enum TransportClosure: Hashable, Sendable {
    /// It was closed or lost; what the driver knows about it.
    case closed(String?)
    /// TLS failed on it; what TLS says about it.
    case tlsFailed(String)
    /// The peer's certificate was not accepted, and why.
    case certificateRejected(String)

    /// The peer broke a protocol between the stream and the transport, such as WebSocket; how.
    case violated(String)

    /// What it is behind this side's end of the stream.
    var farewell: Ending.Farewell {
        switch self {
        case .closed(let reason): .connectionClosed(reason)
        case .tlsFailed(let reason), .certificateRejected(let reason), .violated(let reason):
            .connectionClosed(reason)
        }
    }

    var cause: Ending.Cause {
        switch self {
        case .closed(let reason): .transportClosed(reason)
        case .tlsFailed(let reason): .tlsFailed(reason)
        case .certificateRejected(let reason): .certificateRejected(reason)
        case .violated(let reason): .violation(.brokenTransport(reason))
        }
    }
}

extension TransportClosure: CustomStringConvertible {
    /// One sentence for people.
    public var description: String { cause.words }
}
