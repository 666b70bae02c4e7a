import XMLStream
import XMPPExtensions
import XMPPStanzas

// MARK: - The end

extension ClientSession {
    /// Closes the stream (RFC 6120 §4.4): what the server still sends is received until it closes its side too, or its
    /// time to do so is up.
    ///
    /// A stream that is closed so cannot be resumed. Before a stream was opened the session ends at once, as it does
    /// while a login goes on, of which a server keeps nothing. Throws ``LocalError/ended`` after the end; to close twice
    /// is to close once.
    public func close(now: Instant) throws(LocalError) {
        switch state {
        case .ended: throw .ended
        case .closing, .changing: return
        case .established(let established):
            state = .closing(beginClosing(established, .closed(.timedOut), now: now))
        default: end(.closed(.notAwaited), now: now)
        }
    }

    func handle(streamError element: Element, now: Instant) {
        let condition = (try? StreamError(element))?.condition
        // A server ends the stream of an account that is gone, with or without having answered (XEP-0077 §3.2).
        if case .established(let established) = state, established.requests.isRemovingAccount,
            condition == .notAuthorized
        {
            end(.accountRemoved, now: now)
        } else {
            endStream(by: element, now: now)
        }
    }

    /// Ends the session, for the first reason there is.
    func end(_ cause: Ending.Cause, now: Instant) {
        if case .ended = state { return }
        let remains = remains(after: cause, now: now)
        var requests = remains.resumption == nil ? remains.requests : nil
        finish(
            Ending(
                side: cause.side,
                cause: cause,
                unacknowledged: remains.unacknowledged,
                resumption: remains.resumption
            ),
            isTold: remains.resumption == nil || !remains.isOnServer,
            lost: requests?.takeAll() ?? []
        )
    }

    /// What is left of a stream: of the present one, or of one that had yet to be resumed.
    private struct Remains {
        /// Whether the server may take the present connection for that of the stream.
        var isOnServer = false
        var unacknowledged: [SentStanza] = []
        var requests: RequestTracker?
        var resumption: ResumableStream?
    }

    private func remains(after cause: Ending.Cause, now: Instant) -> Remains {
        switch state {
        case .established(let established):
            return remains(of: established, after: cause, now: now)
        case .closing(let closing):
            return closing.established.map { remains(of: $0, after: cause, now: now) } ?? Remains()
        default:
            guard var stream = resumption else { return Remains() }
            stream.nextNumber = nextNumber
            // A late answer would be that the stream has been resumed.
            let isOnServer = if case .timedOut = cause { isResuming } else { false }
            return Remains(
                isOnServer: isOnServer,
                unacknowledged: stream.unacknowledged,
                requests: stream.requests,
                resumption: cause.sparesFormerStream ? stream : nil
            )
        }
    }

    /// Whether the server may resume the stream any moment.
    private var isResuming: Bool {
        switch state {
        case .resuming: true
        case .authenticatingInline(let authenticating): authenticating.request.resume != nil
        case .upgrading(let upgrading): upgrading.authenticating.request.resume != nil
        default: false
        }
    }

    private func remains(of established: Established, after cause: Ending.Cause, now: Instant) -> Remains {
        Remains(
            isOnServer: true,
            unacknowledged: established.ledger.unacknowledged,
            requests: established.requests,
            resumption: resumable(established, after: cause, now: now)
        )
    }
}
