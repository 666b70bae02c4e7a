import XMLStream
import XMPPExtensions
import XMPPSASL
import XMPPStanzas

/// What of a server's features a client's negotiation depends on (RFC 6120 §4.3.2).
struct OfferedFeatures: Sendable {
    let element: Element

    init(_ features: Element) {
        element = features
    }

    var offersTLS: Bool { element.has(StartTLSFeature.self) }
    var requiresTLS: Bool { ((try? element[StartTLSFeature.self]) ?? nil)?.isRequired ?? false }
    var offersBinding: Bool { element.has(BindFeature.self) }
    var offersRegistration: Bool { element.has(RegistrationFeature.self) }
    var offersLegacyAuthentication: Bool { element.firstChild(.legacyAuthentication) != nil }

    /// Whether a session has to be asked for after binding (RFC 3921 §3).
    var requiresSession: Bool {
        guard let session = (try? element[SessionFeature.self]) ?? nil else { return false }
        return !session.isOptional
    }

    /// What the server takes on the stream.
    var limits: PeerLimits { PeerLimits((try? element[StreamLimitsFeature.self]) ?? nil) }

    /// Only the current version is spoken.
    var offersStreamManagement: Bool { element.firstChild(StreamManagementFeature.element) != nil }

    /// The mechanisms with the channel bindings (XEP-0440); nil if the feature is not there.
    var saslOffer: SASLAdvertisement? {
        guard let mechanisms = (try? element[SASLMechanisms.self]) ?? nil else { return nil }
        return SASLAdvertisement(
            mechanisms: mechanisms.names.map(SASLMechanism.init(rawValue:)),
            channelBindingTypes: channelBindingTypes
        )
    }

    /// The channel bindings of either profile (XEP-0440); nil if the feature is not there.
    var channelBindingTypes: [ChannelBindingType]? {
        element.firstChild(.channelBindings).map { bindings in
            bindings.children(.channelBinding).compactMap { $0.attribute(.type) }
                .map(ChannelBindingType.init(rawValue:))
        }
    }
}
