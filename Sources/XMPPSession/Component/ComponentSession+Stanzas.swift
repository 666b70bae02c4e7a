import XMLStream
import XMPPAddress
import XMPPExtensions
import XMPPSASL
import XMPPStanzas

// MARK: - What comes in

extension ComponentSession: StreamSession {
    var isDeaf: Bool { ending != nil }

    func makePing(id: String, _ established: Established) -> IQ {
        // Servers answer what comes to their components by themselves, this one too.
        IQ(get: Ping(), to: domain, from: domain, id: id)
    }

    func report(_ outcome: RequestOutcome) { emit(.response(outcome)) }
    /// There is no stream management on these streams.
    func report(acknowledged number: UInt64) {}

    /// The server's header, with the id that goes into the proof (XEP-0114 §3).
    func handle(_ opening: StreamOpening, now: Instant) {
        guard case .opening(let proof) = state else { return }
        guard opening.contentNamespace == .component else {
            end(.violation(.wrongContentNamespace(opening.contentNamespace)), now: now)
            return
        }
        do throws(SASLError) {
            let id = opening.element.attribute(.id) ?? ""
            let digest = try ComponentProof.digest(streamID: id, secret: proof.secret)
            state = .proving(deadline: now.advanced(by: settings.timeouts.step))
            wire.write(ComponentHandshake(digest: digest))
        } catch {
            end(.authenticationAborted(error), now: now)
        }
    }

    func handle(_ element: Element, now: Instant) {
        switch state {
        case .proving where element.has(ComponentHandshake.element):
            state = .established(Established(jid: domain, management: .off, at: now))
            emit(.established(domain))
        case .established, .closing: handleEstablished(element, now: now)
        case .connecting, .opening, .proving: endUnexpected(element, now: now)
        case .ended, .changing: break
        }
    }

    private func handleEstablished(_ element: Element, now: Instant) {
        do throws(ErroneousStanza) {
            guard let stanza = try Stanza(element) else {
                emit(.unknownElement(element))
                return
            }
            handle(stanza, now: now)
        } catch {
            emit(.erroneousStanza(error))
            if let reply = error.errorReply() { answer(with: reply, now: now) }
        }
    }

    private func handle(_ stanza: Stanza, now: Instant) {
        guard case .iq(let iq) = stanza else {
            emit(.stanza(stanza))
            return
        }
        if !iq.isRequest {
            handle(response: iq)
        } else if let reply = iq.automaticReply(answered: settings.answeredRequests) {
            emit(.answered(stanza, reply: reply.element))
            answer(with: reply.element, now: now)
        } else {
            emit(.stanza(stanza))
        }
    }

    private func handle(response: IQ) {
        var request: RequestTracker.Pending?
        changeEstablished { request = $0.requests.take(response.id, from: response.from, account: domain) }
        guard let request else {
            emit(.unmatchedResponse(response))
            return
        }
        if request.purpose != .probe { emit(.response(RequestOutcome(response))) }
    }

    // MARK: - The end

    func end(_ cause: Ending.Cause, now: Instant) {
        if ending != nil { return }
        var requests = receiving?.requests
        finish(
            Ending(side: cause.side, cause: cause, unacknowledged: [], resumption: nil),
            lost: requests?.takeAll() ?? []
        )
    }
}

extension ComponentSession.State: StreamState {
    var common: CommonState? {
        switch self {
        case .established(let established): .established(established)
        case .closing(let closing): .closing(closing)
        case .ended(let ending): .ended(ending)
        case .changing: .changing
        case .connecting, .opening, .proving: nil
        }
    }
}
