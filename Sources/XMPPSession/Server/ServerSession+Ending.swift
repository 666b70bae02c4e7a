import XMLStream
import XMPPExtensions
public import XMPPStanzas

// MARK: - The end

extension ServerSession {
    /// Closes the stream (RFC 6120 §4.4): what the client still sends is received until it closes its side too, or its
    /// time to do so is up. With an error the stream ends at once.
    ///
    /// A stream that is closed so cannot be resumed. Throws ``LocalError/ended`` after the end; to close twice is to close
    /// once.
    public func close(_ error: StreamError? = nil, now: Instant) throws(LocalError) {
        if case .ended = state { throw .ended }
        if let error {
            end(.closedWithError(error), now: now)
            return
        }
        switch state {
        case .closing: return
        case .established(let established):
            state = .closing(beginClosing(established, .closed(.timedOut), now: now))
        default: end(.closed(.notAwaited), now: now)
        }
    }

    /// Ends the session because its client has come back by another transport, with `conflict` (RFC 6120 §4.9.3.3), and hands
    /// over its stream to be resumed there; nil if it cannot be.
    ///
    /// Throws ``LocalError/notEstablished`` before an address is bound, ``LocalError/ended`` after the end, which carries
    /// the stream then.
    public func detach(now: Instant) throws(LocalError) -> ResumableStream? {
        guard let established else { throw unsendable }
        let stream = resumable(established, after: .transportClosed(nil), now: now)
        // What is handed over is not this session's any more.
        if stream != nil { changeEstablished { $0.ledger = AcknowledgementLedger() } }
        end(.closedWithError(StreamError(.conflict)), now: now)
        return stream
    }

    /// Ends the session, for the first reason there is.
    func end(_ cause: Ending.Cause, now: Instant) {
        if case .ended = state { return }
        openForGoodbye(cause)
        let resumption = receiving.flatMap { resumable($0, after: cause, now: now) }
        let unacknowledged = receiving?.ledger.unacknowledged ?? []
        finish(
            Ending(side: cause.side, cause: cause, unacknowledged: unacknowledged, resumption: resumption),
            isTold: resumption == nil
        )
    }

    /// An error needs a stream to be told on, whether the client has opened its own or not (RFC 6120 §4.9.1.2).
    private func openForGoodbye(_ cause: Ending.Cause) {
        guard case .opening(var login) = state, !wire.isOpen, cause.toldError != nil else { return }
        open(&login, from: login.domain, to: nil)
    }
}
