import Dispatch
import XMPPSASL
import XMPPSession
import XMPPTLS

// MARK: - The socket, and TLS on it

/// The most that is read at once, in bytes.
private let readSize = 1 << 14
/// How often is read before others get their turn.
private let readsAtOnce = 16
/// How long the peer may take to close a connection that this side has closed.
private let lingerTime = Duration.seconds(1)

extension StreamDriver {
    /// What is known of a new socket, with its sources on this driver's queue.
    func makeLink(id: UInt64, _ socket: Socket) -> Link {
        Link(
            id: id,
            socket: socket,
            readSource: SocketSource(.reading, of: socket, on: executor.queue) { [weak self] in
                self?.assumeIsolated { $0.read() }
            },
            writeSource: SocketSource(.writing, of: socket, on: executor.queue) { [weak self] in
                self?.assumeIsolated { $0.pump() }
            }
        )
    }

    // MARK: Reading

    /// Whether the application keeps up with what comes in, and the peer with what goes out.
    private var mayRead: Bool {
        guard let link, !link.hasReadEnd else { return false }
        guard case .open = link.stage else { return true }
        let factor = eventFactor
        return events.count < buffers.incomingEvents * factor && events.cost < buffers.incomingBytes * factor
            && link.outgoing.count <= buffers.outgoingBytes * 4
    }

    /// Reads on, or leaves what comes to the system's buffers, which hold the peer up.
    func updateReading() {
        guard let link else { return }
        let isHeldUp = !mayRead && !link.hasReadEnd
        if link.isHeldUp, !isHeldUp { noteHeldUp() }
        if link.isHeldUp != isHeldUp { self.link?.isHeldUp = isHeldUp }
        if mayRead { link.readSource.resume() } else { link.readSource.pause() }
    }

    func read() {
        for _ in 0..<readsAtOnce {
            guard mayRead, let socket = link?.socket else { return }
            let result = withUnsafeTemporaryAllocation(byteCount: readSize, alignment: 1) { buffer in
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
        observeReceived(plaintext)
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
            let id = link?.id
            tls.receiveEndOfTransport()
            pump()
            // What TLS says about it may have ended the session, and there may be another one already.
            guard link?.id == id, case .open? = link?.stage else { return }
        }
        session.transportClosed(.closed(nil), now: now)
    }

    /// While nothing is read, what lies unread is a sign that the peer is alive.
    func reportUnreadLife(_ now: Instant) {
        guard let link, link.isHeldUp else { return }
        noteHeldUp()
        if link.socket.isReadable { session.recordSignOfLife(now: now) }
    }

    // MARK: Writing

    func write(_ bytes: [UInt8]) {
        observeSent(bytes)
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
            // What the peer had to say before is still to be read, and then the end.
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

    func handle(_ output: TLSOutput) {
        switch output {
        case .ciphertext(let bytes): link?.outgoing.append(bytes)
        case .plaintext(let bytes): receive(plaintext: bytes)
        case .handshakeCompleted(let handshake):
            self.handshake = handshake
            handle(handshake)
        case .certificateVerdictNeeded(let certificate): handle(certificate)
        case .session(let session): handle(session)
        case .keyLog(let line): handle(keyLogLine: line)
        case .closed(let closure): handle(closure)
        }
    }

    private func handle(_ closure: TLSClosure) {
        observe(closure)
        switch closure {
        case .closeNotify: session.transportClosed(.closed(nil), now: now)
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
        self.link?.stage = .flushing(until: now.advanced(by: closingTime))
    }

    func closeLinkIfDone() {
        guard let link, link.stage != .open else { return }
        if link.hasFailed || link.hasReadEnd && link.outgoing.isEmpty {
            closeLink()
        } else if case .flushing = link.stage, link.outgoing.isEmpty {
            link.socket.endWriting()
            self.link?.stage = .lingering(until: now.advanced(by: lingerTime))
        }
    }

    func closeLink() {
        guard let link else { return }
        // At once, whoever else still holds the socket.
        link.socket.endBoth()
        self.link = nil
        observeDisconnected()
    }
}

extension TLSChannelBindings {
    /// Those that there are, in the form that SASL wants.
    var forSASL: [ChannelBinding] {
        let all: [(ChannelBindingType, [UInt8]?)] = [
            (.tlsExporter, exporter), (.tlsUnique, unique), (.tlsServerEndPoint, serverEndPoint),
        ]
        return all.compactMap { type, data in data.flatMap { try? ChannelBinding(type, data: $0) } }
    }
}
