import XMPPTLS

/// The contexts of a connection: of both kinds of TLS the settings are the same but for what ALPN says (XEP-0368 §3).
struct TLSContexts: Sendable {
    private let configuration: TLSConfiguration
    /// What TLS from the first byte is for.
    private let directProtocol: String
    private var startTLS: TLSContext?
    private var directTLS: TLSContext?

    init(_ configuration: ConnectionConfiguration) throws(TLSError) {
        var tls = configuration.tls
        tls.exportsKeyLog = configuration.keyLog != nil
        if configuration.judgeCertificate == nil { tls.trust.onFailure = .reject }
        self.configuration = tls
        directProtocol = configuration.webSocketURL == nil ? "xmpp-client" : "http/1.1"
        // What cannot be used is found out before anything else is done.
        switch configuration.session.tls {
        case .none: break
        case .direct: directTLS = try make(isDirect: true)
        case .required, .preferred: startTLS = try make(isDirect: false)
        }
    }

    mutating func context(isDirect: Bool) throws(TLSError) -> TLSContext {
        if let context = isDirect ? directTLS : startTLS { return context }
        let context = try make(isDirect: isDirect)
        if isDirect { directTLS = context } else { startTLS = context }
        return context
    }

    private func make(isDirect: Bool) throws(TLSError) -> TLSContext {
        var configuration = configuration
        configuration.applicationProtocols = isDirect ? [directProtocol] : []
        return try TLSContext(.client, configuration: configuration)
    }
}
