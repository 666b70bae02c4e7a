/// What a session has for its driver, in the order in which it is to be dealt with.
///
/// After every input take outputs until there is a ``wait(until:)``, which always comes and is always last.
public enum SessionOutput<Event: Sendable>: Sendable {
    /// Send these bytes to the peer, through TLS once that is established.
    case write([UInt8])
    /// Begin the TLS handshake now. What the peer sends from here on belongs to TLS.
    case startTLS
    /// Something the application should know.
    case event(Event)
    /// Send what is still to be sent, then close the transport. Nothing but a wait without an end comes after it.
    case close
    /// There is nothing to do until the next input; if none comes until then, report a timeout. Nil only once the
    /// session has ended.
    case wait(until: Instant?)
}
