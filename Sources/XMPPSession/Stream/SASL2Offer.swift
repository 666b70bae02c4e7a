import XMLStream
import XMPPExtensions
import XMPPSASL
import XMPPStanzas

/// What a server offers with SASL2 (XEP-0388 §2.1).
struct SASL2Offer: Sendable {
    /// The mechanisms with the channel bindings (XEP-0440).
    let advertisement: SASLAdvertisement
    /// The mechanisms for tokens (XEP-0484 §3.1).
    let tokenMechanisms: [SASLMechanism]
    /// Whether a stream can be resumed inline (XEP-0198 §9.2).
    let offersResumption: Bool
    /// What can be turned on with an inline binding (XEP-0386 §3.1); nil if there is none.
    let bindFeatures: Set<String>?
    /// The names of the upgrade tasks (XEP-0480 §2.1).
    let upgrades: [String]

    init(_ feature: SASL2Feature, channelBindingTypes: [ChannelBindingType]?) {
        advertisement = SASLAdvertisement(
            mechanisms: feature.mechanisms.map(SASLMechanism.init(rawValue:)),
            channelBindingTypes: channelBindingTypes
        )
        let inline = feature.inline?.features ?? []
        tokenMechanisms = (inline.firstPayload(FAST.self)?.mechanisms ?? []).map(SASLMechanism.init(rawValue:))
        offersResumption = inline.contains { $0.has(StreamManagementFeature.element) }
        bindFeatures = inline.firstPayload(Bind2.self).map { Set(($0.inline?.features ?? []).map(\.name)) }
        upgrades = feature.others.compactMap { (try? SASLUpgrade($0))?.task }
    }
}

extension OfferedFeatures {
    /// What SASL2 offers; nil without SASL2, which cannot be without a mechanism.
    var sasl2Offer: SASL2Offer? {
        guard let feature = (try? element[SASL2Feature.self]) ?? nil, !feature.mechanisms.isEmpty else { return nil }
        return SASL2Offer(feature, channelBindingTypes: channelBindingTypes)
    }
}

extension [Element] {
    /// The first element that a type reads, read; nil if there is none that can be.
    func firstPayload<P: Payload>(_: P.Type) -> P? {
        for element in self where P.matches(element) {
            if let payload = try? P(element) { return payload }
        }
        return nil
    }
}
