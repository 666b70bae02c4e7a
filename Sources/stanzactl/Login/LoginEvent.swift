import XMPPCapture
import XMPPSASL
import XMPPTLS
import XMPPTransport

/// Something that happens in a login.
struct LoginEvent {
    enum Content {
        case connected(ConnectedEndpoint)
        case tls(TLSHandshake)
        case mechanisms(OfferedMechanisms)
        case authenticated(SASLMechanism, ChannelBindingUse?)
        /// The address, as text because a secret in it may be masked.
        case bound(String)
        /// The same.
        case resumed(String)
        case sent(TrafficRecord)
        case received(TrafficRecord)
        case acknowledged(UInt64)
        case closed
        case failed(LoginFailure)
    }

    let time: Timestamp
    let content: Content
}

/// What the server offers to log in with, and what was made of it.
struct OfferedMechanisms {
    /// In the server's order.
    var mechanisms: [String] = []
    /// The announced channel bindings (XEP-0440).
    var bindings: [String] = []
    /// The mechanism that is used; nil if none of them is acceptable.
    var chosen: SASLMechanism?
    /// What the mechanism is bound to.
    var binding: ChannelBindingUse?
    /// The others, and why they are not used.
    var skipped: [SkippedMechanism] = []
}

extension ChannelBindingUse {
    /// The type of channel binding; nil if there is none.
    var typeName: String? {
        if case .bound(let binding) = self { binding.type.rawValue } else { nil }
    }
}

extension LoginEvent.Content {
    /// The word for it in jsonl.
    var name: String {
        switch self {
        case .connected: "connected"
        case .tls: "tls"
        case .mechanisms: "mechanisms"
        case .authenticated: "authenticated"
        case .bound: "bound"
        case .resumed: "resumed"
        case .sent: "sent"
        case .received: "received"
        case .acknowledged: "acknowledged"
        case .closed: "closed"
        case .failed: "failed"
        }
    }
}
