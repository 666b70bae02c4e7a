import XMPPAddress
import XMPPSession

// MARK: - What the application is told

extension ConnectionDriver {
    func handle(_ event: ClientEvent) {
        if case .ended(let ending) = event, beginFallback(after: ending) { return }
        observe(.event(event))
        switch event {
        case .response(let outcome):
            if settleRequest(outcome) { return }
        case .bound(let jid), .resumed(let jid): recordEstablished(jid)
        case .acknowledged, .notSent, .ended: awaitsAcknowledgement = false
        default: break
        }
        deliver(event)
    }

    func report(_ ending: Ending) { handle(.ended(ending)) }

    var boundJID: JID? { session.boundJID }
}
