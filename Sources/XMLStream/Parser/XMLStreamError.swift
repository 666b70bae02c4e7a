/// Why a stream had to end: what the peer sent against RFC 6120, where, and by which rule.
///
/// An error is final: the parser reports it again for ever after (RFC 6120 §4.9.1.1: stream errors are unrecoverable).
public struct XMLStreamError: Error, Sendable, Hashable {
    /// The stream error condition to answer with (RFC 6120 §4.9.3).
    public enum Condition: String, Sendable, Hashable, CaseIterable {
        /// XML that cannot be processed as part of a stream (§4.9.3.1).
        case badFormat = "bad-format"
        /// A namespace of the stream or its content that is not XMPP's (§4.9.3.10).
        case invalidNamespace = "invalid-namespace"
        /// Not XML, or not namespace-well-formed XML (§4.9.3.13, §11.3).
        case notWellFormed = "not-well-formed"
        /// A limit of this receiver (§4.9.3.14).
        case policyViolation = "policy-violation"
        /// A comment, processing instruction, DTD or entity reference (§4.9.3.18, §11.1).
        case restrictedXML = "restricted-xml"
        /// Something other than UTF-8 (§4.9.3.22, §11.6).
        case unsupportedEncoding = "unsupported-encoding"
    }

    /// The condition that a stream error sent in answer names.
    public let condition: Condition
    /// The byte the error was found at, counted from 0 at the first byte that the parser was ever given.
    public let offset: Int
    /// The line that byte is on: 1 and the line feeds before it.
    public let line: Int
    /// What is wrong, in one sentence, without any content of the stream in it.
    public let message: String
    /// The rule that was broken, such as `RFC 6120 §11.1`.
    public let rule: String
}

extension XMLStreamError: CustomStringConvertible {
    /// Place, condition, sentence and rule, on one line.
    public var description: String {
        "byte \(offset), line \(line): \(condition.rawValue): \(message) (\(rule))"
    }
}
