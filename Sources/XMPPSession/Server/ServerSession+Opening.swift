import XMLStream
import XMPPAddress
import XMPPExtensions
import XMPPSASL
import XMPPStanzas

// MARK: - Headers, features and TLS (RFC 6120 §4, §5)

extension ServerSession {
    /// The client's header (RFC 6120 §4.7), which is answered before it is judged.
    func handle(_ opening: StreamOpening, now: Instant) {
        guard case .opening(var login) = state else { return }
        let header = StreamHeader(opening)
        let domain = context.domain(header.to)
        open(&login, from: domain, to: header.from)
        state = .opening(login)
        guard header.contentNamespace == .client else {
            end(.violation(.wrongContentNamespace(opening.contentNamespace)), now: now)
            return
        }
        guard header.version.major >= StreamHeader.Version.current.major else {
            end(.violation(.unsupportedVersion(opening.element.attribute(.version))), now: now)
            return
        }
        guard let domain, opening.element.attribute(.to) == nil || header.to != nil,
            login.domain == nil || login.domain == domain
        else {
            end(.violation(.unknownHost), now: now)
            return
        }
        login.domain = domain
        login.claimed = header.from
        emit(.streamOpened(header))
        sendFeatures(login, now: now)
    }

    /// Writes this side's header.
    func open(_ login: inout Login, from domain: JID?, to client: JID?) {
        var header = StreamHeader(
            to: client,
            from: domain ?? configuration.domains.first,
            id: login.tokens.next(),
            language: configuration.language
        )
        do {
            try wire.open(header)
        } catch {
            // Only a configured language can be unwritable: then the stream is opened without one.
            header.language = nil
            try? wire.open(header)
        }
    }

    func sendFeatures(_ login: Login, now: Instant) {
        var login = login
        let features = login.account == nil ? featuresBeforeLogin(&login) : featuresAfterLogin()
        login.beginStep(settings.timeouts, at: now)
        state = .negotiating(login)
        wire.writeOwn(Element(.features, nodes: features.map { .element($0) }))
    }

    private func featuresBeforeLogin(_ login: inout Login) -> [Element] {
        var features: [Element] = []
        let mustSecure = configuration.tls == .required && !login.isEncrypted
        if mayStartTLS(login) {
            features.append(StartTLSFeature(isRequired: mustSecure).encoded())
        }
        if !mustSecure { features += featuresOfLogin(&login) }
        features.append(StreamLimitsFeature(maximumBytes: configuration.limitsBeforeLogin.stanzaBytes).encoded())
        return features
    }

    /// What there is on a stream after the login.
    func featuresAfterLogin() -> [Element] {
        // TLS comes before the login, or not at all (RFC 6120 §5.3.4).
        var features: [Element] = [BindFeature().encoded(), SessionFeature(isOptional: true).encoded()]
        if configuration.streamManagement.isWanted { features.append(StreamManagementFeature().encoded()) }
        features += configuration.features
        features.append(
            StreamLimitsFeature(
                maximumBytes: configuration.limits.stanzaBytes,
                idleSeconds: Int(configuration.keepalive.probeInterval.components.seconds)
            ).encoded())
        return features
    }

    /// Whether STARTTLS is for this stream; within WebSocket it is not (RFC 7395 §3.9).
    private func mayStartTLS(_ login: Login) -> Bool {
        let isConfigured = configuration.tls == .required || configuration.tls == .offered
        return isConfigured && !login.isEncrypted && configuration.framing == .stream
    }

    private func featuresOfLogin(_ login: inout Login) -> [Element] {
        login.offer = offer(to: login)
        login.tokenMechanisms = (configuration.sasl2?.tokenMechanisms ?? []).filter { allows($0, login) }
        var features: [Element] = []
        if let feature = sasl2Feature(login) { features.append(feature) }
        if !login.offer.mechanisms.isEmpty {
            features.append(SASLMechanisms(login.offer.mechanisms.map(\.rawValue)).encoded())
        }
        if let types = login.offer.channelBindingTypes {
            let children = types.map { Element(.channelBinding, attributes: [Attribute(.type, $0.rawValue)]) }
            features.append(Element(.channelBindings, nodes: children.map { .element($0) }))
        }
        if configuration.registration != nil { features.append(RegistrationFeature().encoded()) }
        return features
    }

    /// What of the configured mechanisms this connection allows.
    private func offer(to login: Login) -> SASLAdvertisement {
        let mechanisms = configuration.mechanisms.filter { allows($0, login) }
        let isBound = mechanisms.contains { $0.isSCRAMPlus || $0.hashedTokenBinding != nil }
        return SASLAdvertisement(
            mechanisms: mechanisms,
            channelBindingTypes: isBound ? login.bindings.map(\.type) : nil
        )
    }

    private func allows(_ mechanism: SASLMechanism, _ login: Login) -> Bool {
        switch mechanism {
        case .plain, .oauthBearer: return login.isEncrypted || configuration.permitsPasswordsWithoutTLS
        case .external: return login.hasClientCertificate
        default:
            if let type = mechanism.hashedTokenBinding { return login.bindings.contains { $0.type == type } }
            return !mechanism.isSCRAMPlus || !login.bindings.isEmpty
        }
    }

    /// STARTTLS (RFC 6120 §5.4.2).
    func startTLS(_ login: Login, now: Instant) {
        guard mayStartTLS(login) else {
            wire.write(TLSFailure())
            end(.tlsForbidden, now: now)
            return
        }
        var login = login
        login.beginStep(settings.timeouts, at: now)
        // What is known of the client came unprotected (RFC 6120 §5.4.3.3).
        login.domain = nil
        state = .securing(login)
        wire.write(TLSProceed())
        earlyTLSBytes = wire.stopForTLS()
        wire.append(.startTLS)
    }
}
