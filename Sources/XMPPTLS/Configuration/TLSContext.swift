import COpenSSL

/// A configuration made ready: authorities read, keys checked. One context serves any number of connections.
///
/// OpenSSL's context may be shared by threads once it is set up, and it is set up here: hence `@unchecked`.
public final class TLSContext: @unchecked Sendable {
    /// Which end of connections the context is for.
    public enum Role: Sendable {
        /// The side that connects.
        case client
        /// The side that is connected to.
        case server
    }

    /// Which end of connections the context is for.
    public let role: Role
    /// What it was made from.
    public let configuration: TLSConfiguration
    let handle: OpaquePointer
    /// The application protocols as ALPN writes them: each after its length (RFC 7301 §3.1).
    let protocolList: [UInt8]

    /// Makes a context.
    ///
    /// Throws ``TLSError/Code/invalidConfiguration`` for authorities that cannot be read, a server without an
    /// identity, versions in the wrong order, an application protocol that is empty or longer than 255 bytes, and a
    /// pin that is not 32 bytes long.
    public init(_ role: Role, configuration: TLSConfiguration) throws(TLSError) {
        try Self.check(configuration, for: role)
        OpenSSLErrors.clear()
        guard let handle = SSL_CTX_new(role == .client ? TLS_client_method() : TLS_server_method()) else {
            throw OpenSSLErrors.configurationError("OpenSSL cannot make a context")
        }
        self.role = role
        self.configuration = configuration
        self.handle = handle
        protocolList = configuration.applicationProtocols.flatMap { [UInt8($0.utf8.count)] + $0.utf8 }
        stanzakit_ssl_ctx_harden(handle)
        try setVersions()
        try addAnchors()
        setVerification()
        try setSessions()
        setCallbacks()
    }

    deinit {
        SSL_CTX_free(handle)
    }

    private static func check(_ configuration: TLSConfiguration, for role: Role) throws(TLSError) {
        func refuse(_ reason: String) -> TLSError { TLSError(.invalidConfiguration, reason) }
        guard role == .client || !configuration.identities.isEmpty else { throw refuse("a server needs an identity") }
        guard configuration.minimumVersion <= configuration.maximumVersion else {
            throw refuse("the oldest version is newer than the newest")
        }
        guard configuration.applicationProtocols.allSatisfy({ 1...255 ~= $0.utf8.count }) else {
            throw refuse("the name of an application protocol has 1 to 255 bytes")
        }
        guard configuration.trust.pinnedCertificates.allSatisfy({ $0.count == 32 }) else {
            throw refuse("a pinned certificate is a SHA-256 digest of 32 bytes")
        }
    }

    private func setVersions() throws(TLSError) {
        let (minimum, maximum) = (configuration.minimumVersion.rawValue, configuration.maximumVersion.rawValue)
        guard stanzakit_ssl_ctx_set_versions(handle, minimum, maximum) == 1 else {
            throw OpenSSLErrors.configurationError("OpenSSL does not speak these versions")
        }
    }

    private func addAnchors() throws(TLSError) {
        switch configuration.trust.anchors {
        case .system:
            guard SSL_CTX_set_default_verify_paths(handle) == 1 else {
                throw OpenSSLErrors.configurationError("the system's authorities cannot be read")
            }
        case .file(let path):
            guard SSL_CTX_load_verify_locations(handle, path, nil) == 1 else {
                throw OpenSSLErrors.configurationError("the authorities' file cannot be read")
            }
        case .pem(let text):
            let certificates = PEM.certificates(in: text)
            defer { for certificate in certificates { X509_free(certificate) } }
            let store = SSL_CTX_get_cert_store(handle)
            let isComplete = certificates.allSatisfy { X509_STORE_add_cert(store, $0) == 1 }
            guard isComplete, !certificates.isEmpty else {
                throw OpenSSLErrors.configurationError("the authorities' certificates cannot be read")
            }
        }
    }

    private func setVerification() {
        let mode =
            switch (role, configuration.clientCertificates) {
            case (.server, .notRequested): SSL_VERIFY_NONE
            case (.server, .required): SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT
            case (.server, .requested), (.client, _): SSL_VERIFY_PEER
            }
        SSL_CTX_set_verify(handle, mode, nil)
        SSL_CTX_set_cert_verify_callback(handle, TLSCallbacks.verifyCertificate, nil)
    }

    private func setSessions() throws(TLSError) {
        switch (role, configuration.allowsResumption) {
        case (.client, true):
            stanzakit_ssl_ctx_set_session_cache_mode(handle, Int(SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL))
            SSL_CTX_sess_set_new_cb(handle, TLSCallbacks.takeSession)
        case (.server, true):
            // Tickets carry the session, so the server keeps nothing; the identifier ties them to this use.
            stanzakit_ssl_ctx_set_session_cache_mode(handle, Int(SSL_SESS_CACHE_OFF))
            let identifier = Array("StanzaKit".utf8)
            guard SSL_CTX_set_session_id_context(handle, identifier, UInt32(identifier.count)) == 1 else {
                throw OpenSSLErrors.configurationError("OpenSSL does not take the session context")
            }
        case (_, false):
            stanzakit_ssl_ctx_set_session_cache_mode(handle, Int(SSL_SESS_CACHE_OFF))
            stanzakit_ssl_ctx_refuse_tickets(handle)
        }
    }

    private func setCallbacks() {
        if !protocolList.isEmpty {
            switch role {
            case .client: SSL_CTX_set_alpn_protos(handle, protocolList, UInt32(protocolList.count))
            case .server: SSL_CTX_set_alpn_select_cb(handle, TLSCallbacks.selectProtocol, nil)
            }
        }
        SSL_CTX_set_cert_cb(handle, TLSCallbacks.chooseIdentity, nil)
        if configuration.exportsKeyLog { SSL_CTX_set_keylog_callback(handle, TLSCallbacks.takeKeyLogLine) }
    }
}
