import XMLStream
import XMPPExtensions
import XMPPStanzas

// MARK: - Headers, features and TLS (RFC 6120 §4, §5)

extension ClientSession {
    /// Sends the header of a new stream.
    func openStream(_ negotiation: Negotiation, now: Instant) {
        var negotiation = negotiation
        let account = negotiation.configuration.account
        let header = StreamHeader(
            to: account.domainOnly,
            // The address is nobody's business before it is protected (RFC 6120 §4.7.1).
            from: negotiation.isEncrypted && account.local != nil ? account.bare : nil,
            language: negotiation.configuration.language
        )
        negotiation.beginStep(at: now)
        state = .opening(negotiation)
        do throws(XMLWritingError) {
            try wire.open(header)
        } catch {
            // A language that XML cannot carry: the application's mistake, found out late.
            end(.givenUp, now: now)
            return
        }
        authenticateAhead(negotiation, now: now)
    }

    /// The server's header (RFC 6120 §4.7).
    func handle(_ opening: StreamOpening, now: Instant) {
        guard var negotiation = opened else { return }
        let header = StreamHeader(opening)
        guard header.version.major >= StreamHeader.Version.current.major else {
            let version = opening.element.attribute(.version)
            end(.violation(.unsupportedVersion(version)), now: now)
            return
        }
        guard header.contentNamespace == .client else {
            end(.violation(.wrongContentNamespace(opening.contentNamespace)), now: now)
            return
        }
        negotiation.foreignServer = foreignServer(in: opening, negotiation)
        negotiation.beginStep(at: now)
        if case .authenticatingInline(var authenticating) = state {
            authenticating.negotiation = negotiation
            authenticating.awaited = .features
            state = .authenticatingInline(authenticating)
        } else {
            state = .awaitingFeatures(negotiation)
        }
        emit(.streamOpened(header))
    }

    /// What was negotiated so far on a stream whose header is due.
    private var opened: Negotiation? {
        switch state {
        case .opening(let negotiation): negotiation
        case .authenticatingInline(let authenticating) where authenticating.awaited == .header:
            authenticating.negotiation
        default: nil
        }
    }

    /// Returns whether the stream is another server's, which has ended the session then.
    func endForeign(_ negotiation: Negotiation, now: Instant) -> Bool {
        guard let name = negotiation.foreignServer else { return false }
        end(.violation(.foreignServer(name, account: negotiation.configuration.account.bare)), now: now)
        return true
    }

    /// Who the server says it is, if that is somebody else. A header without `from` is accepted (RFC 6120 §4.7.1); one from
    /// another name is right where the stream error follows that refuses the domain (§4.9.1.3), and nowhere else.
    private func foreignServer(in opening: StreamOpening, _ negotiation: Negotiation) -> String? {
        guard let from = opening.element.attribute(.from), !from.isEmpty else { return nil }
        return StreamHeader(opening).from == negotiation.configuration.account.domainOnly ? nil : from
    }

    func handle(features element: Element, _ negotiation: Negotiation, now: Instant) {
        guard let features = StreamFeatures(element) else {
            endUnexpected(element, now: now)
            return
        }
        if endForeign(negotiation, now: now) { return }
        emit(.features(features))
        let offered = OfferedFeatures(element)
        if negotiation.isAuthenticated {
            resumeOrBind(offered, negotiation, now: now)
        } else if negotiation.isEncrypted {
            registerOrAuthenticate(offered, negotiation, now: now)
        } else {
            secureOrGoOn(offered, negotiation, now: now)
        }
    }

    /// The one place that leads past TLS without it.
    private func secureOrGoOn(_ offered: OfferedFeatures, _ negotiation: Negotiation, now: Instant) {
        // Not within WebSocket (RFC 7395 §3.9).
        let mayStartTLS = offered.offersTLS && negotiation.configuration.framing == .stream
        switch negotiation.configuration.tls {
        case .required where mayStartTLS, .preferred where mayStartTLS:
            requestTLS(negotiation, now: now)
        case .required, .direct:
            end(.tlsNotOffered, now: now)
        case .none where offered.requiresTLS:
            end(.tlsForbidden, now: now)
        case .preferred, .none:
            registerOrAuthenticate(offered, negotiation, now: now)
        }
    }

    private func requestTLS(_ negotiation: Negotiation, now: Instant) {
        var negotiation = negotiation
        negotiation.beginStep(at: now)
        state = .requestingTLS(negotiation)
        wire.write(StartTLS())
    }

    func handle(tlsAnswer element: Element, _ negotiation: Negotiation, now: Instant) {
        if element.has(TLSFailure.element) {
            end(.tlsRefused, now: now)
        } else if element.has(TLSProceed.element) {
            var negotiation = negotiation
            negotiation.beginStep(at: now)
            state = .securing(negotiation)
            // Whatever is there already came unprotected, and must not be taken for protected (RFC 6120 §5.4.3.3).
            if !wire.stopForTLS().isEmpty {
                end(.violation(.plaintextBeforeTLS), now: now)
            } else {
                wire.append(.startTLS)
            }
        } else {
            endUnexpected(element, now: now)
        }
    }

    private func registerOrAuthenticate(_ offered: OfferedFeatures, _ negotiation: Negotiation, now: Instant) {
        if negotiation.configuration.registersAccount, !mayShowPassword {
            end(.registrationUnprotected, now: now)
        } else if negotiation.configuration.registersAccount {
            requestRegistrationForm(offered, negotiation, now: now)
        } else {
            authenticate(offered, negotiation, now: now)
        }
    }
}
