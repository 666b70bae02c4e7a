import XMPPSASL
import XMPPSession
import XMPPTLS
import XMPPWebSocket

// MARK: - The client's part of TLS and WebSocket

extension ConnectionDriver {
    // MARK: TLS

    func beginTLS() {
        guard let endpoint = endpoint?.endpoint else { return }
        do throws(TLSError) {
            let account = configuration.session.account
            let reference =
                if let url = configuration.webSocketURL {
                    try ReferenceIdentity(domain: url.host)
                } else {
                    try ReferenceIdentity(domain: account.serverName, addressDomain: account.domain)
                }
            link?.tls = try TLSEngine(
                clientOf: contexts.context(isDirect: endpoint.usesDirectTLS),
                reference: reference,
                session: tlsSession
            )
            tlsSession = nil
        } catch {
            session.transportClosed(.tlsFailed("\(error)"), now: now)
        }
    }

    func handle(_ handshake: TLSHandshake) {
        observe(.secured(handshake))
        beginWebSocket()
        do throws(LocalError) {
            try session.tlsEstablished(bindings: handshake.channelBindings.forSASL, now: now)
        } catch {
            session.transportClosed(.tlsFailed("the handshake came out of turn"), now: now)
        }
    }

    func handle(_ session: TLSSession) { tlsSession = session }
    func handle(keyLogLine line: String) { configuration.keyLog?(line) }

    /// Asks for a verdict.
    func handle(_ certificate: PeerCertificate) {
        guard let judge = configuration.judgeCertificate, let id = link?.id else {
            link?.tls?.rejectCertificate()
            return
        }
        Task { [weak self] in
            let isAccepted = await judge(certificate)
            await self?.answer(isAccepted, onLink: id)
        }
    }

    private func answer(_ isAccepted: Bool, onLink id: UInt64) {
        guard link?.id == id, let tls = link?.tls else { return }
        if isAccepted { tls.acceptCertificate() } else { tls.rejectCertificate() }
        pump()
    }

    // MARK: WebSocket

    /// Asks for WebSocket, if that is where the server is. What the session sends waits until it is there.
    func beginWebSocket() {
        guard let url = configuration.webSocketURL else { return }
        let limits = WebSocketLimits(forStanzasOf: configuration.session.limits.stanzaBytes)
        do throws(WebSocketLocalError) {
            let connection = try WebSocketConnection(
                clientOf: url, configuration: WebSocketConfiguration(limits: limits))
            link?.webSocket = WebSocketLayer(connection)
        } catch {
            session.transportClosed(.closed("\(error)"), now: now)
        }
    }

    /// Only servers are asked.
    func handle(_ request: WebSocketRequest) {}

    // MARK: Who looks on

    func observe(_ closure: TLSClosure) { observe(.tlsClosed(closure)) }
}
