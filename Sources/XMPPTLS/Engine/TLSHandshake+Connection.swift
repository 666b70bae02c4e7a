import COpenSSL

extension TLSHandshake {
    /// Reads what a completed handshake led to; `verified` is what verification made of the peer's certificate,
    /// which did not take place if a session was resumed.
    init?(of ssl: OpaquePointer, role: TLSContext.Role, identity: TLSIdentity?, verified: PeerCertificate?) {
        guard let version = TLSVersion(rawValue: SSL_version(ssl)) else { return nil }
        self.version = version
        cipherSuite =
            SSL_get_current_cipher(ssl).flatMap { SSL_CIPHER_standard_name($0) }.map { String(cString: $0) } ?? ""
        applicationProtocol = Self.applicationProtocol(of: ssl)
        serverName = Self.serverName(of: ssl)
        isResumed = SSL_session_reused(ssl) == 1
        peerCertificate = verified ?? Self.rememberedCertificate(of: ssl)
        // A server that resumes a session does not present its certificate again, and OpenSSL then has none.
        let serverCertificate = role == .server ? identity?.certificate : SSL_get0_peer_certificate(ssl)
        channelBindings = TLSChannelBindings(
            of: ssl,
            role: role,
            version: version,
            isResumed: isResumed,
            serverCertificate: serverCertificate
        )
    }

    /// The certificate that a resumed session remembers, with what was found about it then.
    private static func rememberedCertificate(of ssl: OpaquePointer) -> PeerCertificate? {
        guard let certificate = SSL_get0_peer_certificate(ssl) else { return nil }
        var remembered = PeerCertificate(certificate, chain: [certificate])
        let finding = PeerCertificate.Failure(verificationCode: Int32(truncatingIfNeeded: SSL_get_verify_result(ssl)))
        remembered?.failures = [finding].compactMap { $0 }
        return remembered
    }

    static func serverName(of ssl: OpaquePointer) -> String? {
        SSL_get_servername(ssl, TLSEXT_NAMETYPE_host_name).map { String(cString: $0) }
    }

    private static func applicationProtocol(of ssl: OpaquePointer) -> String? {
        var start: UnsafePointer<UInt8>?
        var length: UInt32 = 0
        SSL_get0_alpn_selected(ssl, &start, &length)
        guard let start, length > 0 else { return nil }
        return String(decoding: UnsafeBufferPointer(start: start, count: Int(length)), as: UTF8.self)
    }
}

extension TLSChannelBindings {
    init(
        of ssl: OpaquePointer,
        role: TLSContext.Role,
        version: TLSVersion,
        isResumed: Bool,
        serverCertificate: OpaquePointer?
    ) {
        // Without an extended master secret two connections can be made to share both values (RFC 7627 §1).
        let isSound = version == .tls13 || stanzakit_ssl_has_extended_master_secret(ssl) == 1
        exporter = isSound ? Self.exportedKeyingMaterial(of: ssl) : nil
        unique = isSound && version == .tls12 ? Self.firstFinished(of: ssl, role: role, isResumed: isResumed) : nil
        serverEndPoint = serverCertificate.flatMap { Self.endPointDigest(of: $0) }
    }

    /// RFC 9266 §2: the label is fixed, the context there and empty.
    private static func exportedKeyingMaterial(of ssl: OpaquePointer) -> [UInt8]? {
        let label = "EXPORTER-Channel-Binding"
        var material = [UInt8](repeating: 0, count: 32)
        let result = SSL_export_keying_material(ssl, &material, material.count, label, label.utf8.count, [], 0, 1)
        return result == 1 ? material : nil
    }

    /// The first Finished message of the handshake (RFC 5929 §3): the client's, or the server's where a session was
    /// resumed.
    private static func firstFinished(of ssl: OpaquePointer, role: TLSContext.Role, isResumed: Bool) -> [UInt8]? {
        var message = [UInt8](repeating: 0, count: 64)
        let isOwn = (role == .client) != isResumed
        let length =
            isOwn
            ? SSL_get_finished(ssl, &message, message.count)
            : SSL_get_peer_finished(ssl, &message, message.count)
        guard 1...message.count ~= length else { return nil }
        return Array(message.prefix(length))
    }

    /// RFC 5929 §4.1: the hash function of the certificate's signature, SHA-256 in place of MD5 and SHA-1.
    private static func endPointDigest(of certificate: OpaquePointer) -> [UInt8]? {
        var function = NID_undef
        guard X509_get_signature_info(certificate, &function, nil, nil, nil) == 1, function != NID_undef else {
            return nil
        }
        if function == NID_md5 || function == NID_sha1 { function = NID_sha256 }
        guard let digest = EVP_get_digestbyname(OBJ_nid2sn(function)) else { return nil }
        return PeerCertificate.digest(of: certificate, using: digest)
    }
}
