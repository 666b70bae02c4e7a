import XMPPAddress
import XMPPStanzas

/// The state that a session is in for most of its life, whatever its role; small, because there may be very many.
struct Established {
    /// The address that is bound: of this side at a client, of the peer at a server, the domain of a component.
    let jid: JID
    var management: Management
    var ledger: AcknowledgementLedger
    var requests: RequestTracker
    var timers: EstablishedTimers
    var peerLimits = PeerLimits()
    /// Whether stream management is to be asked for once the features have come that follow an inline binding.
    var enablesManagementLater = false

    enum Management {
        case off
        /// `<enable/>` was sent: what is sent from here on counts.
        case requested
        /// What comes in counts too.
        case on(Resumability?)

        var countsSent: Bool { if case .off = self { false } else { true } }
        var isOn: Bool { if case .on = self { true } else { false } }
    }

    /// What resuming takes.
    struct Resumability {
        let id: String
        let maximum: Int?
        let location: HostAndPort?
    }

    /// A stream on which nothing has been said yet.
    init(jid: JID, management: Management, at now: Instant) {
        self.jid = jid
        self.management = management
        ledger = AcknowledgementLedger()
        requests = RequestTracker()
        timers = EstablishedTimers(lastReceived: now, lastSent: now)
    }

    /// A stream that goes on where it was cut.
    init(resuming stream: ResumableStream, at now: Instant) {
        jid = stream.jid
        management = .on(Resumability(id: stream.id, maximum: stream.maximum, location: stream.location))
        ledger = stream.ledger
        ledger.forgetRequests()
        requests = stream.requests
        peerLimits = stream.peerLimits
        timers = EstablishedTimers(lastReceived: now, lastSent: now)
    }

    /// The peer is not dead.
    mutating func recordSignOfLife(_ now: Instant) {
        timers.lastReceived = now
        timers.probeDeadline = nil
    }

    /// Counts a stanza that came in, once both sides count.
    mutating func recordReceived() {
        if management.isOn { ledger.recordHandled() }
    }
}

/// When something is due while a stream is established; the earliest is the session's one deadline.
struct EstablishedTimers {
    var lastReceived: Instant
    var lastSent: Instant
    /// When the peer is taken for dead, once it was asked for a sign of life.
    var probeDeadline: Instant?
    /// When to ask for an acknowledgement.
    var requestDue: Instant?
    /// When the stanza has to be complete of which the first part is there.
    var stanzaDeadline: Instant?
}

/// The end that this side has begun (RFC 6120 §4.4).
struct Closing {
    /// What is still received and acknowledged; nil if no address was bound.
    var established: Established?
    /// What the end will be put down to.
    let cause: Ending.Cause
    let deadline: Instant
}
