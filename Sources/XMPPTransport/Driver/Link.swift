import XMPPSession
import XMPPTLS

/// A connection's socket, with TLS on it once that was begun.
struct Link {
    /// What the socket is still good for.
    enum Stage: Hashable {
        /// Bytes go both ways.
        case open
        /// What is left is written until then, and what comes in is thrown away.
        case flushing(until: Instant)
        /// All is written, the peer has been told so; it may close the connection until then. A socket that is closed
        /// while something still comes in is reset, and what was written last is lost.
        case lingering(until: Instant)
    }

    /// Tells links apart for those who come back late.
    let id: UInt64
    let socket: Socket
    var tls: TLSEngine?
    var webSocket: WebSocketLayer?
    var stage = Stage.open
    var outgoing = OutgoingBytes()
    /// Whether nothing more can be read: the peer has ended its side, or the connection has failed.
    var hasReadEnd = false
    /// Whether nothing is read for now, because the application does not keep up, or the peer with what goes out.
    var isHeldUp = false
    /// Whether nothing more can be written.
    var hasFailed = false
    /// Since when the peer has taken nothing in of what waits.
    var stalledSince: Instant?
    /// Since when a sender has waited for the peer to acknowledge something, if it was for that.
    var unacknowledgedSince: Instant?
    /// Fires while there is something to read.
    let readSource: SocketSource
    /// Fires while there is room to write.
    let writeSource: SocketSource

    var deadline: Instant? {
        switch stage {
        case .open: nil
        case .flushing(let deadline), .lingering(let deadline): deadline
        }
    }
}
