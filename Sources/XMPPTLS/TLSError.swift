/// Why a configuration cannot be used or a connection failed.
public struct TLSError: Error, Hashable, Sendable {
    /// What went wrong, in one word that a program can compare.
    public let code: Code
    /// What went wrong, in a sentence for people.
    public let reason: String
    /// What OpenSSL says about it, innermost first, for example `tlsv1 alert unknown ca`; empty if it was not asked.
    public let libraryReasons: [String]

    /// Creates an error.
    public init(_ code: Code, _ reason: String, libraryReasons: [String] = []) {
        self.code = code
        self.reason = reason
        self.libraryReasons = libraryReasons
    }

    /// The kinds of failure; an open set.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The kind's name.
        public let rawValue: String

        /// Creates a kind of failure from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A value of the configuration cannot be used.
        public static let invalidConfiguration = Code(rawValue: "invalid-configuration")
        /// The peer's certificate was not accepted, by verification or by the application.
        public static let certificateRejected = Code(rawValue: "certificate-rejected")
        /// The peer ended the connection with an alert (RFC 8446 §6).
        public static let alertReceived = Code(rawValue: "alert-received")
        /// The peer broke the protocol, or there is nothing that both sides support.
        public static let protocolFailure = Code(rawValue: "protocol-failure")
        /// A limit on what is held in memory was reached.
        public static let limitExceeded = Code(rawValue: "limit-exceeded")
        /// A call came when the connection does not allow it.
        public static let invalidState = Code(rawValue: "invalid-state")
    }
}

extension TLSError.Code: CustomStringConvertible {
    /// The kind's name.
    public var description: String { rawValue }
}

extension TLSError: CustomStringConvertible {
    /// The kind of failure, the sentence about it, and OpenSSL's words.
    public var description: String {
        let details = libraryReasons.isEmpty ? "" : " (\(libraryReasons.joined(separator: "; ")))"
        return "\(code.rawValue): \(reason)\(details)"
    }
}
