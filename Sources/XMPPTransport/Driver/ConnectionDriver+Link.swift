import Dispatch
import XMPPSASL
import XMPPSession
import XMPPTLS

// MARK: - The socket, and TLS on it

extension ConnectionDriver {
    /// The most that is read at once, in bytes.
    private static let readSize = 1 << 14
    /// How often is read before others get their turn.
    private static let readsAtOnce = 16
    /// How long the server may take to close a connection that this side has closed.
    private static let lingerTime = Duration.seconds(1)

    // MARK: Reading

    /// Whether the application keeps up with what comes in, and the server with what goes out.
    private var mayRead: Bool {
        guard let link, !link.hasReadEnd else { return false }
        guard case .open = link.stage else { return true }
        let buffers = configuration.buffers
        // What is waited for comes behind what is not taken.
        let factor = requests.isEmpty && !isClosing ? 1 : 8
        return events.count < buffers.incomingEvents * factor && events.cost < buffers.incomingBytes * factor
            && link.outgoing.count <= buffers.outgoingBytes * 4
    }

    /// Reads on, or leaves what comes to the system's buffers, which hold the server up.
    func updateReading() {
        guard let link else { return }
        if mayRead { link.readSource.resume() } else { link.readSource.pause() }
    }

    func read() {
        for _ in 0..<Self.readsAtOnce {
            guard mayRead, let socket = link?.socket else { return }
            let result = withUnsafeTemporaryAllocation(byteCount: Self.readSize, alignment: 1) { buffer in
                Result { () throws(SocketError) -> Int? in
                    let count = try socket.read(into: buffer)
                    if let count, count > 0 { receive(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
                    return count
                }
            }
            switch result {
            case .success(nil): return
            case .success(0): readEnd(nil)
            case .success: break
            case .failure(let error): readEnd(error)
            }
            pump()
        }
    }

    private func receive(_ bytes: UnsafeRawBufferPointer) {
        guard case .open? = link?.stage else { return }
        if let tls = link?.tls {
            tls.receive(ciphertext: bytes)
        } else {
            receive(plaintext: Array(bytes))
        }
    }

    private func receive(plaintext: [UInt8]) {
        if link?.webSocket != nil {
            link?.webSocket?.connection.receive(plaintext)
        } else {
            receive(fromStream: plaintext)
        }
    }

    func receive(fromStream plaintext: [UInt8]) {
        observe(.received(plaintext))
        events.charge(plaintext.count)
        // Before it is connected a session has no link that anything could come in by.
        try? session.receive(plaintext, now: now)
    }

    private func readEnd(_ error: SocketError?) {
        link?.hasReadEnd = true
        if error != nil { link?.hasFailed = true }
        guard case .open? = link?.stage else { return }
        if let error {
            session.transportClosed(.closed("\(error)"), now: now)
        } else if let tls = link?.tls {
            tls.receiveEndOfTransport()
            pump()
        }
        session.transportClosed(now: now)
    }

    /// While nothing is read, what lies unread is a sign that the server is alive.
    func reportUnreadLife(_ now: Instant) {
        guard let link, !mayRead, !link.hasReadEnd, link.socket.isReadable else { return }
        session.recordSignOfLife(now: now)
    }

    // MARK: Writing

    func write(_ bytes: [UInt8]) {
        observe(.sent(bytes))
        if link?.webSocket != nil {
            link?.webSocket?.send(bytes)
        } else {
            transmit(bytes)
        }
    }

    /// Sends plaintext through TLS, if there is any.
    func transmit(_ bytes: [UInt8]) {
        guard let tls = link?.tls else {
            link?.outgoing.append(bytes)
            return
        }
        // What cannot be encrypted any more is reported by TLS itself.
        try? tls.send(plaintext: bytes)
    }

    func flush() {
        guard let socket = link?.socket, link?.outgoing.isEmpty == false else { return }
        guard link?.hasFailed == false else {
            link?.outgoing = OutgoingBytes()
            return
        }
        do throws(SocketError) {
            let written = try link?.outgoing.write(to: socket) ?? 0
            if written > 0 { link?.stalledSince = nil }
        } catch {
            // What the server had to say before is still to be read, and then the end.
            link?.hasFailed = true
            link?.outgoing = OutgoingBytes()
        }
        updateWriting()
    }

    private func updateWriting() {
        guard let link else { return }
        if link.outgoing.isEmpty {
            link.writeSource.pause()
            self.link?.stalledSince = link.hasFailed ? now : nil
        } else {
            link.writeSource.resume()
            if link.stalledSince == nil { self.link?.stalledSince = now }
        }
    }

    // MARK: TLS

    func beginTLS() {
        guard let endpoint = link?.endpoint.endpoint else { return }
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

    func handle(_ output: TLSOutput) {
        switch output {
        case .ciphertext(let bytes): link?.outgoing.append(bytes)
        case .plaintext(let bytes): receive(plaintext: bytes)
        case .handshakeCompleted(let handshake): complete(handshake)
        case .certificateVerdictNeeded(let certificate): askForVerdict(on: certificate)
        case .session(let session): tlsSession = session
        case .keyLog(let line): configuration.keyLog?(line)
        case .closed(let closure): handle(closure)
        }
    }

    private func complete(_ handshake: TLSHandshake) {
        self.handshake = handshake
        observe(.secured(handshake))
        beginWebSocket()
        do throws(LocalError) {
            try session.tlsEstablished(bindings: handshake.channelBindings.forSASL, now: now)
        } catch {
            session.transportClosed(.tlsFailed("the handshake came out of turn"), now: now)
        }
    }

    private func askForVerdict(on certificate: PeerCertificate) {
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

    private func handle(_ closure: TLSClosure) {
        observe(.tlsClosed(closure))
        switch closure {
        case .closeNotify: session.transportClosed(now: now)
        case .truncated: session.transportClosed(.closed("it ended without TLS having been closed"), now: now)
        case .failed(let error) where error.code == .certificateRejected:
            session.transportClosed(.certificateRejected(error.reason), now: now)
        case .failed(let error): session.transportClosed(.tlsFailed("\(error)"), now: now)
        }
    }

    // MARK: Closing

    /// The session wants the transport closed, once everything is written.
    func beginClosingLink() {
        guard let link else { return }
        closeWebSocket()
        link.tls?.close()
        self.link?.stage = .flushing(until: now.advanced(by: configuration.session.timeouts.closing))
    }

    func closeLinkIfDone() {
        guard let link, link.stage != .open else { return }
        if link.hasFailed || link.hasReadEnd && link.outgoing.isEmpty {
            closeLink()
        } else if case .flushing = link.stage, link.outgoing.isEmpty {
            link.socket.endWriting()
            self.link?.stage = .lingering(until: now.advanced(by: Self.lingerTime))
        }
    }

    func closeLink() {
        guard let link else { return }
        // At once, whoever else still holds the socket.
        link.socket.endBoth()
        self.link = nil
        observe(.disconnected)
    }
}

extension TLSChannelBindings {
    /// Those that there are, in the form that SASL wants.
    fileprivate var forSASL: [ChannelBinding] {
        let all: [(ChannelBindingType, [UInt8]?)] = [
            (.tlsExporter, exporter), (.tlsUnique, unique), (.tlsServerEndPoint, serverEndPoint),
        ]
        return all.compactMap { type, data in data.flatMap { try? ChannelBinding(type, data: $0) } }
    }
}
