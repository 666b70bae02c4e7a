import XMLStream
import XMPPExtensions
import XMPPSASL
import XMPPStanzas

/// What a client asks for together with a SASL2 login (XEP-0388 §2.3).
struct InlineRequest {
    /// The resumption of the former stream (XEP-0198 §9.2).
    let resume: SMResume?
    /// The binding, which the server passes over if the former stream is resumed.
    let bind: Bind2?
    /// Whether the binding asks for stream management.
    let enablesManagement: Bool
    /// The mark of a login by token.
    let fast: FAST?
    /// The mechanism that a token is asked for; nil if none is.
    let tokenMechanism: SASLMechanism?
    /// The hash functions that the server may ask for keys of.
    let upgrades: [HashFunction]

    /// Puts together what is configured and offered.
    init(_ mechanism: SASLMechanism, _ offer: SASL2Offer, _ negotiation: Negotiation, now: Instant) {
        let policy = negotiation.configuration.sasl2
        let resumable = negotiation.resumption.flatMap { $0.hasExpired(at: now) ? nil : $0 }
        let resumes = offer.offersResumption && resumable != nil
        // What cannot be resumed inline must not be lost to an address that is bound inline.
        let mayBind = resumes || resumable == nil
        resume = resumes ? resumable.map { SMResume(handled: $0.ledger.handled, previousID: $0.id) } : nil
        bind = mayBind ? Self.bind(offer, negotiation.configuration) : nil
        enablesManagement = bind?.features.contains { $0.has(SMEnable.element) } ?? false
        let usesToken = mechanism.isHashedToken
        fast = usesToken ? FAST(count: policy.tokenCount, isInvalidated: policy.invalidatesToken) : nil
        let wantsToken = policy.requestsToken && policy.userAgent?.id != nil && (!usesToken || policy.invalidatesToken)
        tokenMechanism = wantsToken ? Self.tokenMechanism(offer, negotiation) : nil
        upgrades = Self.upgrades(mechanism, offer, negotiation.configuration)
    }

    /// The elements beside the mechanism's own.
    var elements: [Element] {
        var elements: [Element] = []
        if let resume { elements.append(resume.encoded()) }
        if let bind { elements.append(bind.encoded()) }
        if let fast { elements.append(fast.encoded()) }
        if let tokenMechanism { elements.append(FASTTokenRequest(mechanism: tokenMechanism.rawValue).encoded()) }
        return elements + upgrades.map { SASLUpgrade(task: $0.upgradeTask).encoded() }
    }

    private static func bind(_ offer: SASL2Offer, _ configuration: ClientConfiguration) -> Bind2? {
        guard let offered = offer.bindFeatures else { return nil }
        let policy = configuration.sasl2
        guard configuration.resource == .serverChosen || policy.resourceTag != nil else { return nil }
        var features: [Element] = []
        if policy.enablesCarbons, offered.contains(CarbonsControl.enable.elementName.namespace.rawValue) {
            features.append(CarbonsControl.enable.encoded())
        }
        let management = configuration.streamManagement
        if management.isWanted, offered.contains(SMEnable.element.namespace.rawValue) {
            features.append(
                SMEnable(isResumable: management.wantsResumption, maximum: management.maximumAbsence).encoded())
        }
        if let state = policy.clientState, offered.contains(state.elementName.namespace.rawValue) {
            features.append(state.encoded())
        }
        return Bind2(tag: policy.resourceTag, features: features)
    }

    /// The strongest mechanism that the server offers tokens for and this connection can use: those that are bound to the
    /// channel first (XEP-0484 §6).
    private static func tokenMechanism(_ offer: SASL2Offer, _ negotiation: Negotiation) -> SASLMechanism? {
        let policy = negotiation.configuration.mechanisms
        return SASLMechanism.supported.first { mechanism in
            guard mechanism.isHashedToken, offer.tokenMechanisms.contains(mechanism),
                policy.permitted?.contains(mechanism) ?? true
            else { return false }
            guard let type = mechanism.hashedTokenBinding else { return !policy.requiresChannelBinding }
            return negotiation.bindings.contains { $0.type == type }
        }
    }

    private static func upgrades(
        _ mechanism: SASLMechanism,
        _ offer: SASL2Offer,
        _ configuration: ClientConfiguration
    ) -> [HashFunction] {
        let isPermitted =
            switch configuration.sasl2.upgrades {
            case .never: false
            case .whenBound: mechanism.isSCRAMPlus
            case .always: true
            }
        guard isPermitted, configuration.credentials.password != nil, !mechanism.isHashedToken else { return [] }
        return offer.upgrades.compactMap(HashFunction.init(upgradeTask:)).filter { $0 != mechanism.scramHash }
    }
}
