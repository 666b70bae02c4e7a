import XMLStream
import XMPPExtensions

// MARK: - Stream management (XEP-0198 §4), the same on both sides

extension StreamSession {
    /// What this side has handled; nil without stream management.
    var managedHandledCount: UInt32? {
        guard let receiving, receiving.management.isOn else { return nil }
        return receiving.ledger.handled
    }

    /// Deals with requests and acknowledgements; returns whether the element is one of them.
    ///
    /// `refuse` says what to do with one where nothing is counted.
    func handleAcknowledging(_ element: Element, now: Instant, refuse: (Element) -> Void) -> Bool {
        let isRequest = element.has(SMRequest.element)
        guard isRequest || element.has(SMAcknowledgement.element) else { return false }
        guard let handled = managedHandledCount else {
            refuse(element)
            return true
        }
        if !isRequest {
            handleAcknowledgement(element, now: now)
        } else if wire.isOpen {
            // Each request is answered, whether anything has come in since the last or not.
            wire.write(SMAcknowledgement(handled: handled))
        }
        return true
    }

    private func handleAcknowledgement(_ element: Element, now: Instant) {
        guard let acknowledgement = try? SMAcknowledgement(element) else {
            end(.violation(.malformedHandledCount), now: now)
            return
        }
        var violation: ProtocolViolation?
        changeEstablished { established in
            do throws(ProtocolViolation) {
                reportAcknowledged(try established.ledger.acknowledge(upTo: acknowledgement.handled))
                if established.ledger.unacknowledged.isEmpty { established.timers.requestDue = nil }
            } catch {
                violation = error
            }
        }
        if let violation { end(.violation(violation), now: now) }
    }

    func reportAcknowledged(_ stanzas: ArraySlice<SentStanza>) {
        for stanza in stanzas { report(acknowledged: stanza.number) }
    }
}
