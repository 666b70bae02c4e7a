import COpenSSL

/// OpenSSL's error queue of the current thread.
enum OpenSSLErrors {
    /// One entry of the queue.
    struct Entry {
        let words: String
        let isAlert: Bool
    }

    static func clear() {
        ERR_clear_error()
    }

    /// Empties the queue and returns what was in it, oldest first.
    static func drain() -> [Entry] {
        var entries: [Entry] = []
        while true {
            let code = ERR_get_error()
            guard code != 0 else { return entries }
            let reason = Int32(truncatingIfNeeded: code & 0x7F_FFFF)
            let words = ERR_reason_error_string(code).map { String(cString: $0) } ?? "error \(code)"
            // A received alert is reported as its number beyond an offset.
            let alerts = SSL_AD_REASON_OFFSET..<(SSL_AD_REASON_OFFSET + 256)
            entries.append(Entry(words: words, isAlert: alerts.contains(reason)))
        }
    }

    /// An error about the configuration, with what OpenSSL has to say about it.
    static func configurationError(_ reason: String) -> TLSError {
        TLSError(.invalidConfiguration, reason, libraryReasons: drain().map(\.words))
    }
}
