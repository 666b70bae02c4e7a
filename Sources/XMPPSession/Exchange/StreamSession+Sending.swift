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
        let maximum = settings.streamManagement.maximumUnacknowledged
        guard established.ledger.unacknowledged.count / 2 < maximum else {
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
