/// Why an authentication did not succeed on this side of the stream.
///
/// The description names the message, the attribute and the rule, and never contains what a peer or a user sent.
public struct SASLError: Error, Hashable, Sendable {
    /// What went wrong, in one word that a program can compare.
    public let code: Code
    /// What went wrong, in a sentence for people.
    public let reason: String

    /// Creates an error; `reason` must not contain credentials.
    public init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// The kinds of failure; an open set.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The kind's name.
        public let rawValue: String

        /// Creates a kind of failure from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The text of a SASL element is not base64 (RFC 6120 §6.5.5).
        public static let incorrectEncoding = Code(rawValue: "incorrect-encoding")
        /// A message of the peer breaks the mechanism's grammar.
        public static let malformedMessage = Code(rawValue: "malformed-message")
        /// A message of the peer exceeds a limit on its size.
        public static let messageTooLong = Code(rawValue: "message-too-long")
        /// The nonce of the peer does not continue the one of this side (RFC 5802 §5.1).
        public static let nonceMismatch = Code(rawValue: "nonce-mismatch")
        /// The iteration count is below the minimum of this side (RFC 7677 §4).
        public static let iterationCountTooLow = Code(rawValue: "iteration-count-too-low")
        /// The iteration count is above the maximum of this side (RFC 5802 §9).
        public static let iterationCountTooHigh = Code(rawValue: "iteration-count-too-high")
        /// The peer demands an extension that is not supported (RFC 5802 §5.1, attribute `m`).
        public static let mandatoryExtension = Code(rawValue: "mandatory-extension")
        /// The server does not prove that it knows the credentials.
        public static let serverSignatureMismatch = Code(rawValue: "server-signature-mismatch")
        /// The server reports success without having proved that it knows the credentials.
        public static let serverSignatureMissing = Code(rawValue: "server-signature-missing")
        /// The server reports an error inside the mechanism (RFC 5802 §7, attribute `e`).
        public static let serverError = Code(rawValue: "server-error")
        /// The list of mechanisms or channel bindings was changed on its way (XEP-0474).
        public static let downgradeDetected = Code(rawValue: "downgrade-detected")
        /// The server does not protect its lists, although policy demands it here (XEP-0474).
        public static let downgradeProtectionMissing = Code(rawValue: "downgrade-protection-missing")
        /// The credentials contain what SASLprep forbids (RFC 4013), or nothing at all.
        public static let unpreparableCredentials = Code(rawValue: "unpreparable-credentials")
        /// Only cached keys were given, and the server's salt or iteration count is not the one they were made with.
        public static let staleKeys = Code(rawValue: "stale-keys")
        /// A call came when the exchange does not allow it, or a peer's message came out of order.
        public static let outOfOrder = Code(rawValue: "out-of-order")
        /// The value given to an initializer does not fit the mechanism.
        public static let invalidParameter = Code(rawValue: "invalid-parameter")
        /// The channel binding is not the one of this side's connection (RFC 5802 §6).
        public static let channelBindingMismatch = Code(rawValue: "channel-binding-mismatch")
        /// The client supports channel binding and believes that the server does not (RFC 5802 §6, flag `y`).
        public static let channelBindingStripped = Code(rawValue: "channel-binding-stripped")
        /// The credentials are wrong (RFC 6120 §6.5.10).
        public static let notAuthorized = Code(rawValue: "not-authorized")
        /// The identity may not be assumed with these credentials (RFC 6120 §6.5.6).
        public static let invalidAuthorizationIdentity = Code(rawValue: "invalid-authzid")
        /// OpenSSL cannot compute what the mechanism needs, for example in a FIPS configuration.
        public static let cryptographyUnavailable = Code(rawValue: "cryptography-unavailable")
    }
}

extension SASLError.Code: CustomStringConvertible {
    /// The kind's name.
    public var description: String { rawValue }
}

extension SASLError: CustomStringConvertible {
    /// The kind of failure and the sentence about it.
    public var description: String { "\(code.rawValue): \(reason)" }
}

extension SASLError {
    static let cryptographyUnavailable = SASLError(
        .cryptographyUnavailable,
        "OpenSSL refused to compute the mechanism's hash function"
    )

    static func malformed(_ reason: String) -> SASLError { SASLError(.malformedMessage, reason) }
    static func outOfOrder(_ reason: String) -> SASLError { SASLError(.outOfOrder, reason) }
}
