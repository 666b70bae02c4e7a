import XMLStream
import XMPPExtensions
import XMPPStanzas

// MARK: - What goes out on an established stream

extension StreamSession {
    /// The bytes of a stanza on this stream, whose content namespace takes the place of the stanza's own.
    func encode(_ element: Element) throws(LocalError) -> [UInt8] {
        do throws(XMLWritingError) {
            return try wire.encode(element, .refuse)
        } catch {
            throw .unwritable(error)
        }
    }

    /// Reads what is to be sent.
    ///
    /// Throws ``LocalError/notAStanza`` or ``LocalError/malformedRequest`` for what cannot be.
    func sendable(_ element: Element) throws(LocalError) -> Stanza {
        let stanza: Stanza?
        do throws(ErroneousStanza) {
            stanza = try Stanza(element)
        } catch {
            throw .malformedRequest
        }
        guard let stanza else { throw .notAStanza }
        return stanza
    }

    /// What to note of a request that is to be sent.
    ///
    /// Throws ``LocalError/duplicateRequest(id:)`` or ``LocalError/tooManyRequests`` if it cannot be now.
    func request(
        _ iq: IQ,
        _ requests: RequestTracker,
        _ purpose: RequestTracker.Purpose = .application,
        timeout: Duration?,
        now: Instant
    ) throws(LocalError) -> RequestTracker.Pending {
        guard !requests.contains(iq.id) else { throw .duplicateRequest(id: iq.id) }
        guard requests.count < settings.maximumRequests else { throw .tooManyRequests }
        let deadline = now.advanced(by: timeout ?? settings.timeouts.request)
        return RequestTracker.Pending(recipient: iq.to, deadline: deadline, purpose: purpose)
    }

    /// Sends the bytes of a stanza, and returns its number.
    func send(_ bytes: [UInt8], of element: Element, now: Instant) -> UInt64 {
        wire.write(bytes)
        let number = recordSent(element, now: now)
        requestAcknowledgementIfDue(now: now)
        return number
    }

    /// Writes a stanza of the session's own and enters it in the books.
    func transmit(_ element: Element, now: Instant) {
        wire.writeOwn(element)
        recordSent(element, now: now)
    }

    /// Enters a stanza that was written in the books.
    @discardableResult
    private func recordSent(_ element: Element, now: Instant) -> UInt64 {
        let number = nextNumber
        nextNumber += 1
        changeEstablished { established in
            established.timers.lastSent = now
            guard established.management.countsSent else { return }
            established.ledger.recordSent(SentStanza(number: number, element: element))
        }
        return number
    }

    /// Sends a stanza of the session's own, unless this side of the stream is closed.
    func answer(with reply: Element, now: Instant) {
        guard let established else { return }
        guard !established.ledger.isFull(settings.streamManagement, times: 2) else {
            end(.violation(.withheldAcknowledgements), now: now)
            return
        }
        transmit(reply, now: now)
        requestAcknowledgementIfDue(now: now)
    }

    private func requestAcknowledgementIfDue(now: Instant) {
        guard let established, established.management.countsSent else { return }
        if established.ledger.countSinceRequest >= settings.streamManagement.stanzasPerRequest {
            requestAcknowledgement(now: now)
        } else if established.timers.requestDue == nil {
            let due = now.advanced(by: settings.streamManagement.requestDelay)
            changeEstablished { $0.timers.requestDue = due }
        }
    }

    /// Asks what the peer has handled, once it counts.
    func requestAcknowledgement(now: Instant) {
        guard managedHandledCount != nil else {
            // It will be asked for when the peer has agreed to count.
            let due = now.advanced(by: settings.streamManagement.requestDelay)
            changeEstablished { $0.timers.requestDue = due }
            return
        }
        wire.write(SMRequest())
        changeEstablished { established in
            established.ledger.recordRequest()
            established.timers.requestDue = nil
            established.timers.lastSent = now
        }
    }

    /// Sends again what the peer has not handled of a stream that was resumed.
    func replay(_ stream: ResumableStream, now: Instant) {
        for stanza in stream.unacknowledged { wire.writeOwn(stanza.element) }
        if !stream.unacknowledged.isEmpty { requestAcknowledgement(now: now) }
    }
}
