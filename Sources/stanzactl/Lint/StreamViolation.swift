import XMLStream

/// Where and how a stream breaks a rule for good.
struct StreamViolation {
    /// The byte it is at, counted from 0.
    let offset: Int
    /// The line that byte is on, counted from 1.
    let line: Int
    /// The stream error condition to answer with (RFC 6120 §4.9.3).
    let condition: XMLStreamError.Condition
    let message: String
    /// The rule that is broken, such as `RFC 6120 §11.1`.
    let rule: String

    /// What the parser found.
    init(_ error: XMLStreamError) {
        (offset, line, condition) = (error.offset, error.line, error.condition)
        (message, rule) = (error.message, error.rule)
    }

    /// Something other than white space behind the end of the stream.
    init(contentAfterEndAt offset: Int, line: Int) {
        (self.offset, self.line, condition) = (offset, line, .notWellFormed)
        message = "Something other than white space follows the end of the stream."
        rule = "RFC 6120 §4.4; XML 1.0 §2.1"
    }
}

extension StreamViolation: CustomStringConvertible {
    /// Place, condition, sentence and rule, on one line.
    var description: String { "byte \(offset), line \(line): \(condition.rawValue): \(message) (\(rule))" }
}
