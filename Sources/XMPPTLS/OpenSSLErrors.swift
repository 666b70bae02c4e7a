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
            let words = ERR_reason_error_string(code).map { String(cString: $0) } ?? "error \(code)"
            // A received alert is reported as its number beyond an offset.
            let alerts = SSL_AD_REASON_OFFSET..<(SSL_AD_REASON_OFFSET + 256)
            let isAlert = library(of: code) == ERR_LIB_SSL && alerts.contains(reason(of: code))
            entries.append(Entry(words: words, isAlert: isAlert))
        }
    }

    /// Whether the newest entry says that a PEM text holds nothing more.
    static var isEndOfPEM: Bool {
        let code = ERR_peek_last_error()
        return library(of: code) == ERR_LIB_PEM && reason(of: code) == PEM_R_NO_START_LINE
    }

    /// `ERR_GET_LIB`, which Swift cannot import.
    private static func library(of code: UInt) -> Int32 {
        Int32(truncatingIfNeeded: code >> 23 & 0xFF)
    }

    /// `ERR_GET_REASON`, which Swift cannot import.
    private static func reason(of code: UInt) -> Int32 {
        Int32(truncatingIfNeeded: code & 0x7F_FFFF)
    }

    /// An error about the configuration, with what OpenSSL has to say about it.
    static func configurationError(_ reason: String) -> TLSError {
        TLSError(.invalidConfiguration, reason, libraryReasons: drain().map(\.words))
    }
}
