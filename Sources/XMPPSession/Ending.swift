public import XMPPSASL
public import XMPPStanzas

/// How a session ended, for good: who ended it, and why.
public struct Ending: Sendable {
    /// Who ended it.
    public enum Side: Hashable, Sendable {
        /// This side, at the application's wish or by its policy.
        case local
        /// The peer, by what it sent or by silence.
        case peer
        /// The connection between them.
        case transport
    }

    /// Why a session ended.
    public enum Cause: Sendable {
        /// The application closed the stream; what the peer did about it.
        case closed(Farewell)
        /// The application ended the stream with an error (RFC 6120 §4.9).
        case closedWithError(StreamError)
        /// The peer closed the stream without an error (RFC 6120 §4.4).
        case closedByPeer
        /// The server closed the stream and wants to be met at this URL (RFC 7395 §3.6.1), which the application may
        /// follow, but not from `wss` to `ws`.
        case seeOtherURI(String)
        /// The peer reported a stream error (RFC 6120 §4.9).
        case streamError(StreamError)
        /// The peer broke the protocol.
        case violation(ProtocolViolation)
        /// Policy requires TLS, and the server does not offer it (RFC 6120 §5.3.1).
        case tlsNotOffered
        /// The server requires TLS, and policy forbids it.
        case tlsForbidden
        /// The server refused STARTTLS (RFC 6120 §5.4.2.2).
        case tlsRefused
        /// TLS failed, in the handshake or later; what it says about that.
        case tlsFailed(String)
        /// The server's certificate was not accepted, and why.
        case certificateRejected(String)
        /// The server offers no SASL at all; perhaps only what preceded it (XEP-0078), which is not spoken.
        case authenticationNotOffered(offersLegacy: Bool)
        /// No mechanism of the server's is acceptable; nothing was sent.
        case noMechanism(MechanismSelection.Failure)
        /// The server refused the login (RFC 6120 §6.5).
        case authenticationRefused(SASLFailureCondition, text: String?)
        /// This side broke the login off: the server has not proved itself, or the credentials cannot be used.
        case authenticationAborted(SASLError)
        /// After the password the server demands one of these tasks, none of which is known here (XEP-0388 §2.6.3).
        case taskDemanded([String])
        /// The server does not offer registration (XEP-0077 §4).
        case registrationNotOffered
        /// Registration would have shown the password to everyone on the way, which policy forbids
        /// (`MechanismPolicy.permitsPasswordWithoutTLS`); nothing was sent.
        case registrationUnprotected
        /// The server refused the registration.
        case registrationRefused(StanzaError)
        /// The server offers no address to bind (RFC 6120 §7.3.1).
        case bindingNotOffered
        /// The server refused to bind an address.
        case bindingRefused(StanzaError)
        /// The server refused the session that it required (RFC 3921 §3).
        case sessionRefused(StanzaError)
        /// The application gave up when it was asked for an answer.
        case givenUp
        /// The account was removed at the application's wish (XEP-0077 §3.2).
        case accountRemoved
        /// The transport was closed or lost; what the driver said about it.
        case transportClosed(String?)
        /// Nothing happened in time.
        case timedOut(Stage)
    }

    /// What a peer did when this side had closed the stream (RFC 6120 §4.4).
    public enum Farewell: Hashable, Sendable {
        /// It closed its side too, as it has to.
        case answered
        /// It did not close its side in time.
        case timedOut
        /// The connection ended without that, or was cut at the application's wish; what the driver said about it.
        case connectionClosed(String?)
        /// Nothing was waited for, because there was no stream with stanzas on it yet.
        case notAwaited
    }

    /// What was waited for.
    public enum Stage: String, Hashable, Sendable, CaseIterable {
        /// The transport.
        case connecting = "the connection"
        /// The end of the handshake.
        case tlsHandshake = "the TLS handshake"
        /// The server's header (RFC 6120 §4.7).
        case streamHeader = "the stream header"
        /// The server's features (RFC 6120 §4.3.2).
        case features = "the stream features"
        /// The go-ahead for TLS (RFC 6120 §5.4.2).
        case startTLS = "the answer to STARTTLS"
        /// The form, or its acceptance (XEP-0077 §3.1).
        case registration = "the registration"
        /// The next step of SASL (RFC 6120 §6.4).
        case authentication = "the authentication"
        /// The answer to the request to resume (XEP-0198 §5).
        case resumption = "the resumption of the stream"
        /// The address (RFC 6120 §7.6).
        case binding = "the bound address"
        /// The session of RFC 3921 §3.
        case session = "the session"
        /// What the application was asked.
        case application = "the application's answer"
        /// The rest of a stanza of which the first part has come.
        case stanza = "the end of a stanza"
        /// Anything at all on an established stream.
        case signOfLife = "a sign of life from the peer"
    }

    /// Who ended it.
    public let side: Side
    /// Why it ended.
    public let cause: Cause
    /// The stanzas whose fate is unknown: sent, and not acknowledged. Empty without stream management.
    public let unacknowledged: [SentStanza]
    /// What the next session can resume; nil if the stream is gone.
    public let resumption: ResumableStream?
}

extension Ending.Cause {
    /// Who brings this about.
    var side: Ending.Side {
        switch self {
        case .closed, .closedWithError, .tlsNotOffered, .tlsForbidden, .noMechanism, .authenticationAborted, .givenUp,
            .accountRemoved, .taskDemanded,
            .certificateRejected, .authenticationNotOffered, .registrationNotOffered, .registrationUnprotected,
            .bindingNotOffered, .timedOut(.application):
            .local
        case .closedByPeer, .seeOtherURI, .streamError, .violation, .tlsRefused, .authenticationRefused,
            .registrationRefused,
            .bindingRefused, .sessionRefused, .timedOut:
            .peer
        case .tlsFailed, .transportClosed: .transport
        }
    }

    /// Whether an established stream can be resumed afterwards: when it was cut, not when it was ended (XEP-0198 §5).
    var cutsStream: Bool {
        switch self {
        case .transportClosed, .tlsFailed, .timedOut: true
        // A server that kept the stream all the same says so when it is asked to resume it.
        case .streamError(let error): error.condition != .conflict
        default: false
        }
    }

    /// The same with what the peer did, if it is the application's wish.
    func with(_ farewell: Ending.Farewell) -> Ending.Cause {
        if case .closed = self { .closed(farewell) } else { self }
    }

    /// What the peer is told before the end of the stream; nil for nothing.
    var toldError: StreamError? {
        switch self {
        case .violation(let violation): violation.streamError
        case .closedWithError(let error): error
        case .timedOut: StreamError(.connectionTimeout)
        case .closed, .accountRemoved, .closedByPeer, .seeOtherURI, .streamError, .tlsNotOffered, .tlsForbidden,
            .tlsRefused,
            .tlsFailed, .certificateRejected, .authenticationNotOffered, .noMechanism, .authenticationRefused,
            .authenticationAborted, .taskDemanded, .registrationNotOffered, .registrationUnprotected,
            .registrationRefused, .bindingNotOffered, .bindingRefused, .sessionRefused, .givenUp, .transportClosed:
            nil
        }
    }

    /// Whether a stream that was to be resumed is still there after the attempt.
    var sparesFormerStream: Bool {
        switch self {
        case .violation(.handledCountTooHigh), .violation(.malformedHandledCount), .violation(.wrongResumption): false
        default: true
        }
    }
}
