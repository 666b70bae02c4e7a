import XMLStream
import XMPPAddress
import XMPPExtensions
import XMPPStanzas

/// The events that sessions of all roles report.
protocol SessionEvent: Sendable {
    static func stanza(_ stanza: Stanza) -> Self
    static func erroneousStanza(_ stanza: ErroneousStanza) -> Self
    static func answered(_ request: Stanza, reply: Element) -> Self
    static func unknownElement(_ element: Element) -> Self
    static func ended(_ ending: Ending) -> Self
}

/// The states that sessions of all roles have in common; the others are theirs alone.
protocol StreamState {
    static func established(_ established: Established) -> Self
    static func closing(_ closing: Closing) -> Self
    static func ended(_ ending: Ending) -> Self
    /// Stands in while an established state is being changed in place.
    static var changing: Self { get }
    /// This state if it is one that others have too.
    var common: CommonState? { get }
}

enum CommonState {
    /// TLS was asked for, its handshake is under way; never on the stream of a component.
    case securing
    case established(Established)
    case closing(Closing)
    case ended(Ending)
    case changing
}

/// What sessions of all roles do alike: parsing, the books of stream management, timers and the end. What is theirs alone is
/// the way to an established stream, and what they make of the stanzas that come in.
protocol StreamSession: AnyObject {
    associatedtype Event: SessionEvent
    associatedtype State: StreamState

    var settings: SessionSettings { get }
    var wire: StreamWire<Event> { get set }
    var state: State { get set }
    /// The number of the next stanza.
    var nextNumber: UInt64 { get set }
    /// Whether nothing more is to be parsed for now: the rest belongs to TLS, to nobody, or has to wait.
    var isDeaf: Bool { get }

    /// An id for a stanza of the session's own.
    func makeID() -> String
    /// The request that asks the peer for a sign of life.
    func makePing(id: String, _ established: Established) -> IQ
    /// Tells what became of a request of the application's.
    func report(_ outcome: RequestOutcome)
    /// Tells that a stanza was acknowledged.
    func report(acknowledged number: UInt64)
    /// Deals with a stream header.
    func handle(_ opening: StreamOpening, now: Instant)
    /// Deals with an element that is no error of the stream.
    func handle(_ element: Element, now: Instant)
    /// Deals with an error of the stream (RFC 6120 §4.9), which ends it.
    func handle(streamError element: Element, now: Instant)
    /// Deals with the end of the stream, and the element that WebSocket has for it (RFC 7395 §3.6).
    func handle(streamEnd element: Element?, now: Instant)
    /// Ends the session, for the first reason there is.
    func end(_ cause: Ending.Cause, now: Instant)
}

// MARK: - States

extension StreamSession {
    /// The established stream that stanzas can be sent on; nil before it is, and once this side is closing it.
    var established: Established? {
        if case .established(let established) = state.common { established } else { nil }
    }

    /// The established stream for what comes in, while it is being closed too.
    var receiving: Established? {
        switch state.common {
        case .established(let established): established
        case .closing(let closing): closing.established
        case .securing, .ended, .changing, nil: nil
        }
    }

    /// Changes the established stream in place; without one it does nothing.
    func changeEstablished(_ change: (inout Established) -> Void) {
        switch state.common {
        case .established(var established):
            state = .changing
            change(&established)
            // The change may have come upon a reason to end the session, which stands then.
            if case .changing = state.common { state = .established(established) }
        case .closing(var closing):
            guard var established = closing.established else { return }
            state = .changing
            closing.established = nil
            change(&established)
            closing.established = established
            if case .changing = state.common { state = .closing(closing) }
        case .securing, .ended, .changing, nil: return
        }
    }

    /// What to throw for an input that has no place in this state.
    var misplaced: LocalError {
        if case .ended = state.common { .ended } else { .unexpectedInput }
    }

    /// What to throw for a stanza that cannot be sent in this state.
    var unsendable: LocalError {
        if case .ended = state.common { .ended } else { .notEstablished }
    }
}

// MARK: - What they do

extension StreamSession {
    func emit(_ event: Event) { wire.append(.event(event)) }

    // MARK: - Receiving

    /// Takes bytes in, cut anywhere; after the end they are ignored.
    func take(_ bytes: [UInt8], now: Instant) {
        switch state.common {
        case .ended: return
        case .securing:
            if !bytes.isEmpty { end(.violation(.plaintextBeforeTLS), now: now) }
            return
        default: break
        }
        changeEstablished { $0.recordSignOfLife(now) }
        wire.parser.receive(bytes)
        guard !isDeaf || wire.waitingByteCount <= wire.parser.limits.stanzaBytes else {
            end(.violation(.tooMuchAtOnce), now: now)
            return
        }
        parse(now: now)
    }

    /// Deals with all that is complete of what was received.
    func parse(now: Instant) {
        var isNewStanza = false
        do throws(XMLStreamError) {
            while !isDeaf, let event = try wire.parser.next() {
                isNewStanza = true
                handle(event, now: now)
            }
        } catch {
            end(.violation(.malformedStream(error)), now: now)
        }
        limitStanza(isOpen: wire.parser.openElementOffset != nil, isNew: isNewStanza, now: now)
    }

    private func handle(_ event: XMLStreamEvent, now: Instant) {
        switch event {
        case .streamOpen(let opening): handle(opening, now: now)
        case .element(let element) where element.has(.streamError): handle(streamError: element, now: now)
        case .element(let element): handle(element, now: now)
        case .streamClose(let element): handle(streamEnd: element, now: now)
        case .skipped, .endOfInput: break
        }
    }

    func handle(streamError element: Element, now: Instant) { endStream(by: element, now: now) }

    func handle(streamEnd element: Element?, now: Instant) { endStream(now: now) }

    /// Gives a peer that sends a stanza bit by bit so long and no longer.
    func limitStanza(isOpen: Bool, isNew: Bool, now: Instant) {
        guard let limit = settings.timeouts.stanza else { return }
        changeEstablished { established in
            if !isOpen {
                established.timers.stanzaDeadline = nil
            } else if isNew || established.timers.stanzaDeadline == nil {
                established.timers.stanzaDeadline = now.advanced(by: limit)
            }
        }
    }

    func endUnexpected(_ element: Element, now: Instant) {
        end(.violation(.unexpectedElement(element.name)), now: now)
    }

    // MARK: - Ending

    /// Closes an established stream from this side; returns the state of waiting for the peer to do so.
    func beginClosing(_ established: Established, _ cause: Ending.Cause, now: Instant) -> Closing {
        // The peer would take for lost what it does not know to be handled (XEP-0198 §4).
        if established.management.isOn { wire.write(SMAcknowledgement(handled: established.ledger.handled)) }
        wire.closeStream()
        return Closing(
            established: established,
            cause: cause,
            deadline: now.advanced(by: settings.timeouts.closing)
        )
    }

    /// The transport is at its end, or could not be connected.
    func endTransport(_ closure: TransportClosure, now: Instant) {
        if case .closing(let closing) = state.common {
            end(closing.cause.with(closure.farewell), now: now)
        } else {
            end(closure.cause, now: now)
        }
    }

    /// The peer has closed its stream (RFC 6120 §4.4).
    func endStream(seeOtherURI: String? = nil, now: Instant) {
        if case .closing(let closing) = state.common {
            end(closing.cause.with(.answered), now: now)
        } else if let seeOtherURI {
            end(.seeOtherURI(seeOtherURI), now: now)
        } else {
            end(.closedByPeer, now: now)
        }
    }

    /// The peer has reported an error of the stream (RFC 6120 §4.9).
    func endStream(by error: Element, now: Instant) {
        end(.streamError((try? StreamError(error)) ?? StreamError(.undefinedCondition)), now: now)
    }

    /// Makes an end the last that there is of the session.
    ///
    /// - Parameters:
    ///   - isTold: Whether the peer is told. One that is ends the stream too, and what could be resumed is lost.
    ///   - lost: Requests that will not be answered any more.
    func finish(
        _ ending: Ending,
        isTold: Bool = true,
        lost: [(id: String, request: RequestTracker.Pending)] = []
    ) {
        state = .ended(ending)
        if isTold { sayGoodbye(ending.cause) }
        reportLost(lost)
        emit(.ended(ending))
        wire.append(.close)
    }

    /// Tells the peer of the end, and why, where there is still somebody to tell.
    func sayGoodbye(_ cause: Ending.Cause) {
        switch cause {
        case .transportClosed, .tlsFailed, .certificateRejected: return
        default: break
        }
        if wire.isOpen, let error = cause.toldError { wire.write(error) }
        wire.closeStream()
    }

    /// What is left of an established stream; nil if it cannot be resumed.
    func resumable(_ established: Established, after cause: Ending.Cause, now: Instant) -> ResumableStream? {
        guard cause.cutsStream, case .on(let resumability?) = established.management else { return nil }
        return ResumableStream(
            id: resumability.id,
            jid: established.jid,
            maximum: resumability.maximum,
            location: resumability.location,
            lostAt: now,
            ledger: established.ledger,
            requests: established.requests,
            nextNumber: nextNumber,
            peerLimits: established.peerLimits
        )
    }

    func reportLost(_ requests: [(id: String, request: RequestTracker.Pending)]) {
        for (id, request) in requests where request.purpose != .probe {
            report(RequestOutcome(id: id, result: .failure(.streamEnded)))
        }
    }
}
