import XMLStream
import XMPPCapture

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

    /// What a comment tells of, which stands where the parser found it; nil if it tells of no violation.
    init?(_ comment: RecordComment, at error: XMLStreamError) {
        guard let violation = comment.content.violation else { return nil }
        (offset, line, condition) = (error.offset, error.line, violation.condition)
        (message, rule) = (violation.message, violation.rule)
    }
}

extension StreamViolation: CustomStringConvertible {
    /// Place, condition, sentence and rule, on one line.
    var description: String { "byte \(offset), line \(line): \(condition.rawValue): \(message) (\(rule))" }
}
