import COpenSSL

/// One TLS connection without a socket: ciphertext and plaintext go in by calls and come out of ``nextOutput()``.
///
/// After every call take outputs until there are none. A failure is final and comes out as ``TLSOutput/closed(_:)``
/// after the alert that tells the peer. The engine is to be used by one task at a time. Its randomness and, unless
/// the time is given, its clock are OpenSSL's.
public final class TLSEngine {
    enum State {
        /// The peers are getting to know each other.
        case handshaking
        /// The application has to say whether it accepts this certificate.
        case awaitingVerdict
        /// There is plaintext both ways.
        case established
        /// The peer has sent its last byte; there may still be something to send.
        case peerClosed
        /// Nothing goes any way.
        case ended
    }

    enum Verdict {
        case accepted, rejected
    }

    /// How much ciphertext may wait for a verdict on the certificate, in bytes.
    private static let maximumHeldCiphertext = 1 << 18

    let context: TLSContext
    let ssl: OpaquePointer
    private let buffers = TLSBuffers()
    let reference: ReferenceIdentity?
    var state = State.handshaking
    var verdict: Verdict?
    var peerCertificate: PeerCertificate?
    var outputs: [TLSOutput] = []
    private var hasSentCloseNotify = false

    /// Prepares a connection to a server; the first message is ready at once.
    ///
    /// - Parameters:
    ///   - context: A context for clients.
    ///   - reference: Whom the server must prove to be; also what it is asked for by SNI.
    ///   - session: An earlier session to resume; ignored if it was with another domain or cannot be read.
    ///   - time: When certificates must be valid, in seconds since 1970-01-01T00:00:00Z; `nil` for now.
    ///
    /// Throws ``TLSError/Code/invalidConfiguration`` for a context of the other role.
    public convenience init(
        clientOf context: TLSContext,
        reference: ReferenceIdentity,
        session: TLSSession? = nil,
        time: Int64? = nil
    ) throws(TLSError) {
        try self.init(context, role: .client, reference: reference, time: time)
        SSL_set_connect_state(ssl)
        if !reference.isIPAddress, stanzakit_ssl_set_server_name(ssl, reference.domain) != 1 {
            throw OpenSSLErrors.configurationError("the domain cannot be asked for by SNI")
        }
        if let session, session.domain == reference.domain { resume(session) }
        advance()
    }

    /// Prepares a connection from a client.
    ///
    /// - Parameters:
    ///   - context: A context for servers.
    ///   - time: When certificates must be valid, in seconds since 1970-01-01T00:00:00Z; `nil` for now.
    ///
    /// Throws ``TLSError/Code/invalidConfiguration`` for a context of the other role.
    public convenience init(serverOf context: TLSContext, time: Int64? = nil) throws(TLSError) {
        try self.init(context, role: .server, reference: nil, time: time)
        SSL_set_accept_state(ssl)
    }

    private init(
        _ context: TLSContext,
        role: TLSContext.Role,
        reference: ReferenceIdentity?,
        time: Int64?
    ) throws(TLSError) {
        guard context.role == role else {
            throw TLSError(.invalidConfiguration, "the context is for the other end of the connection")
        }
        OpenSSLErrors.clear()
        guard let ssl = SSL_new(context.handle) else {
            throw OpenSSLErrors.configurationError("OpenSSL cannot make a connection")
        }
        guard let bio = buffers.makeBIO() else {
            SSL_free(ssl)
            throw OpenSSLErrors.configurationError("OpenSSL cannot make a buffer")
        }
        self.context = context
        self.ssl = ssl
        self.reference = reference
        SSL_set_bio(ssl, bio, bio)
        SSL_set_ex_data(ssl, 0, Unmanaged.passUnretained(self).toOpaque())
        if let time { X509_VERIFY_PARAM_set_time(SSL_get0_param(ssl), time_t(time)) }
    }

    deinit {
        SSL_free(ssl)
    }

    // MARK: - Inputs

    /// Takes in what the peer sent, cut anywhere. After the connection has ended it is ignored.
    public func receive(ciphertext: [UInt8]) {
        ciphertext.withUnsafeBytes { receive(ciphertext: $0) }
    }

    /// Takes in what the peer sent, cut anywhere. After the connection has ended it is ignored.
    public func receive(ciphertext: UnsafeRawBufferPointer) {
        guard !hasEnded, !ciphertext.isEmpty else { return }
        if case .awaitingVerdict = state, buffers.heldCount + ciphertext.count > Self.maximumHeldCiphertext {
            fail(TLSError(.limitExceeded, "the peer sends too much while its certificate is not accepted"))
            return
        }
        buffers.lend(ciphertext) { advance() }
        if hasEnded { buffers.discardIncoming() }
    }

    /// Takes in that the transport has ended: without a preceding `close_notify` that is a truncation.
    public func receiveEndOfTransport() {
        switch state {
        case .handshaking, .awaitingVerdict, .established: outputs.append(.closed(.truncated))
        case .peerClosed, .ended: break
        }
        state = .ended
    }

    /// Encrypts bytes for the peer.
    ///
    /// Throws ``TLSError/Code/invalidState`` before the handshake is done, after ``close()`` and after the end.
    public func send(plaintext: [UInt8]) throws(TLSError) {
        let result = plaintext.withUnsafeBytes { bytes in
            Result { () throws(TLSError) in try send(plaintext: bytes) }
        }
        try result.get()
    }

    /// Encrypts bytes for the peer.
    ///
    /// Throws ``TLSError/Code/invalidState`` before the handshake is done, after ``close()`` and after the end.
    public func send(plaintext: UnsafeRawBufferPointer) throws(TLSError) {
        guard isWritable else {
            throw TLSError(.invalidState, "the connection is not open for sending")
        }
        guard !plaintext.isEmpty else { return }
        OpenSSLErrors.clear()
        var written = 0
        let result = SSL_write_ex(ssl, plaintext.baseAddress, plaintext.count, &written)
        guard result == 1, written == plaintext.count else {
            let error = Self.libraryFailure("the bytes cannot be encrypted")
            fail(error)
            throw error
        }
    }

    /// Accepts the certificate that ``TLSOutput/certificateVerdictNeeded(_:)`` showed. Without such a question it does
    /// nothing.
    public func acceptCertificate() {
        answer(.accepted)
    }

    /// Rejects the certificate that ``TLSOutput/certificateVerdictNeeded(_:)`` showed; the connection fails. Without
    /// such a question it does nothing.
    public func rejectCertificate() {
        answer(.rejected)
    }

    /// Says that nothing more will be sent (`close_notify`). What the peer still sends is received; before the
    /// handshake is done the connection ends at once.
    public func close() {
        switch state {
        case .established, .peerClosed:
            guard !hasSentCloseNotify else { return }
            hasSentCloseNotify = true
            OpenSSLErrors.clear()
            SSL_shutdown(ssl)
        case .handshaking, .awaitingVerdict:
            state = .ended
        case .ended:
            break
        }
    }

    // MARK: - Outputs

    /// The next thing to do, `nil` if there is nothing until the next call.
    public func nextOutput() -> TLSOutput? {
        if let bytes = buffers.takeOutgoing() { return .ciphertext(bytes) }
        guard let output = outputs.first else { return nil }
        // An emptied array would keep its memory for as long as the connection rests.
        outputs = Array(outputs.dropFirst())
        return output
    }

    /// Whether plaintext can be sent.
    public var isWritable: Bool {
        switch state {
        case .established, .peerClosed: !hasSentCloseNotify
        case .handshaking, .awaitingVerdict, .ended: false
        }
    }

    private var hasEnded: Bool {
        switch state {
        case .peerClosed, .ended: true
        case .handshaking, .awaitingVerdict, .established: false
        }
    }
}
