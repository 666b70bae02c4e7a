public import XMLStream
public import XMPPAddress
import XMPPPrimitives
import XMPPSASL
public import XMPPStanzas

/// What both ends of a component's stream are told before it begins (XEP-0114).
public struct ComponentConfiguration: Sendable {
    /// What the stream may cost.
    public var limits: XMLStreamLimits
    /// How long each stage may take.
    public var timeouts: SessionTimeouts
    /// How the stream is kept alive, and found dead.
    public var keepalive: KeepalivePolicy
    /// The names of the payloads of requests that the application answers. A component refuses requests with any other by
    /// `service-unavailable` (RFC 6120 §8.4); pings are answered.
    public var answeredRequests: Set<Name>
    /// The most requests that may wait for responses at once.
    public var maximumRequests: Int

    /// Creates a configuration with defaults that suit a component beside its server.
    public init() {
        limits = .default
        timeouts = SessionTimeouts()
        keepalive = KeepalivePolicy()
        answeredRequests = []
        maximumRequests = 10_000
    }

    var settings: SessionSettings {
        SessionSettings(
            timeouts: timeouts,
            keepalive: keepalive,
            answeredRequests: answeredRequests,
            maximumRequests: maximumRequests
        ).shared()
    }
}

/// What is told to the application at either end of a component's stream.
public enum ComponentEvent: Sendable {
    /// A component wants to serve this domain; asked of the server, to be answered by
    /// ``ComponentHostSession/accept(secret:now:)`` or ``ComponentHostSession/refuse(_:now:)``.
    case domainRequested(JID)
    /// The component has proved that it knows the secret: stanzas go both ways.
    case established(JID)
    /// A stanza for the application, in order.
    case stanza(Stanza)
    /// A stanza that breaks RFC 6120 §8; its sender was told where that is allowed.
    case erroneousStanza(ErroneousStanza)
    /// A request that the session has answered by itself: a ping, or one that nobody answers.
    case answered(Stanza, reply: Element)
    /// The response to a request of the component's, from whom it was made to; there is exactly one for each.
    case response(RequestOutcome)
    /// A response that no request waits for, or not from this sender. Not to be believed.
    case unmatchedResponse(IQ)
    /// An element that is no stanza and nothing that the session knows.
    case unknownElement(Element)
    /// The session is over. The last event.
    case ended(Ending)
}

extension ComponentEvent: SessionEvent {}

/// The proof of a secret (XEP-0114 §3): the SHA-1 of the stream's id and the secret, in lower-case hexadecimal digits.
enum ComponentProof {
    static func digest(streamID: String, secret: Secret) throws(SASLError) -> String {
        var bytes = Array(streamID.utf8)
        secret.withBytes { bytes += $0 }
        return Hexadecimal.text(of: try HashFunction.sha1.digest(bytes))
    }
}
