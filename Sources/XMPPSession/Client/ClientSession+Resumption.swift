import XMLStream
import XMPPExtensions
import XMPPStanzas

// MARK: - Resuming (XEP-0198 §5)

extension ClientSession {
    func resumeOrBind(_ offered: OfferedFeatures, _ negotiation: Negotiation, now: Instant) {
        var negotiation = negotiation
        negotiation.beginStep(at: now)
        guard let stream = negotiation.resumption else {
            bind(offered, negotiation, now: now)
            return
        }
        guard offered.offersStreamManagement, !stream.hasExpired(at: now) else {
            giveUpResumption(of: stream, nil)
            negotiation.resumption = nil
            bind(offered, negotiation, now: now)
            return
        }
        state = .resuming(Resuming(negotiation, stream: stream, features: offered))
        wire.write(SMResume(handled: stream.ledger.handled, previousID: stream.id))
    }

    func handle(_ element: Element, _ resuming: Resuming, now: Instant) {
        if element.has(SMResumed.element) {
            resumed(by: element, resuming, now: now)
        } else if element.has(SMFailed.element) {
            failedToResume(element, resuming, now: now)
        } else {
            endUnexpected(element, now: now)
        }
    }

    func resumed(by element: Element, _ resuming: Resuming, now: Instant) {
        guard let answer = try? SMResumed(element), answer.previousID == resuming.stream.id else {
            end(.violation(.wrongResumption), now: now)
            return
        }
        var stream = resuming.stream
        do throws(ProtocolViolation) {
            reportAcknowledged(try stream.ledger.acknowledge(upTo: answer.handled))
        } catch {
            end(.violation(error), now: now)
            return
        }
        // Inline no features follow (XEP-0198 §9.2): what the server took before it still takes.
        if !resuming.isInline { stream.peerLimits = resuming.features.limits }
        emit(.resumed(stream.jid))
        withdrawTooLarge(from: &stream)
        state = .established(Established(resuming: stream, at: now))
        replay(stream, now: now)
    }

    /// Takes off what is larger than the server takes by now (XEP-0478 §4), and tells of it.
    private func withdrawTooLarge(from stream: inout ResumableStream) {
        let limits = stream.peerLimits
        let refused = stream.unacknowledged.compactMap { stanza in
            objection(to: stanza.element, limits).map { (stanza, $0) }
        }
        stream.ledger.withdraw(Set(refused.map(\.0.number)))
        for (stanza, error) in refused {
            emit(.notSent(stanza, error))
            if case .iq(let iq)? = try? Stanza(stanza.element), iq.isRequest, stream.requests.withdraw(iq.id) {
                emit(.response(RequestOutcome(id: iq.id, result: .failure(.notSent(error)))))
            }
        }
    }

    /// Why the server does not take a stanza that was taken from the application, or is the session's own; nil if it does.
    func objection(to stanza: Element, _ limits: PeerLimits) -> LocalError? {
        guard limits.limitsStanzas, let bytes = try? wire.encode(stanza, .replace) else { return nil }
        return limits.objection(to: bytes.count)
    }

    private func failedToResume(_ element: Element, _ resuming: Resuming, now: Instant) {
        guard giveUpResumption(of: resuming.stream, refusedBy: element, now: now) else { return }
        bind(resuming.features, resuming.negotiation, now: now)
    }

    /// Reports that a stream is gone, and what the server says of it; returns whether the session goes on.
    func giveUpResumption(of stream: ResumableStream, refusedBy element: Element?, now: Instant) -> Bool {
        let failure = element.flatMap { try? SMFailed($0) }
        var stream = stream
        if let handled = failure?.handled {
            do throws(ProtocolViolation) {
                reportAcknowledged(try stream.ledger.acknowledge(upTo: handled))
            } catch {
                end(.violation(error), now: now)
                return false
            }
        }
        giveUpResumption(of: stream, failure?.condition)
        return true
    }

    private func giveUpResumption(of stream: ResumableStream, _ condition: StanzaErrorCondition?) {
        emit(.resumptionFailed(condition, unacknowledged: stream.unacknowledged))
        var requests = stream.requests
        reportLost(requests.takeAll())
    }
}
