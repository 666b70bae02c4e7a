import COpenSSL

/// What OpenSSL calls during a handshake. Each call is made inside a call of the engine that owns the connection, on
/// the same thread, and finds that engine through the connection; nothing is shared.
enum TLSCallbacks {
    /// The engine of a connection.
    private static func engine(of ssl: OpaquePointer?) -> TLSEngine? {
        guard let ssl, let pointer = SSL_get_ex_data(ssl, 0) else { return nil }
        return Unmanaged<TLSEngine>.fromOpaque(pointer).takeUnretainedValue()
    }

    static let verifyCertificate: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Int32 = { store, _ in
        let ssl = X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx())
        guard let store, let engine = engine(of: ssl.map { OpaquePointer($0) }) else { return 0 }
        return engine.verifyCertificate(store)
    }

    static let takeSession: @convention(c) (OpaquePointer?, OpaquePointer?) -> Int32 = { ssl, session in
        if let session { engine(of: ssl)?.take(session: session) }
        // The engine has copied the session and leaves the reference with OpenSSL.
        return 0
    }

    static let takeKeyLogLine: @convention(c) (OpaquePointer?, UnsafePointer<CChar>?) -> Void = { ssl, line in
        if let line { engine(of: ssl)?.take(keyLogLine: String(cString: line)) }
    }

    static let chooseIdentity: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Int32 = { ssl, _ in
        engine(of: ssl)?.useIdentity() == true ? 1 : 0
    }

    static let selectProtocol:
        @convention(c) (
            OpaquePointer?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?, UnsafeMutablePointer<UInt8>?,
            UnsafePointer<UInt8>?, UInt32, UnsafeMutableRawPointer?
        ) -> Int32 = { ssl, selected, selectedLength, offered, offeredLength, _ in
            guard let engine = engine(of: ssl), let selected, let selectedLength else {
                return SSL_TLSEXT_ERR_ALERT_FATAL
            }
            let offer = UnsafeBufferPointer(start: offered, count: Int(offeredLength))
            guard let range = engine.protocolRange(in: offer), let start = offer.baseAddress else {
                return SSL_TLSEXT_ERR_ALERT_FATAL
            }
            selected.pointee = start + range.lowerBound
            selectedLength.pointee = UInt8(clamping: range.count)
            return SSL_TLSEXT_ERR_OK
        }
}
