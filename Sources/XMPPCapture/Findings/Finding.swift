/// Something in recorded traffic that breaks a rule, or that somebody who runs or writes XMPP software should know.
public struct Finding: Sendable, Hashable {
    /// How much a finding matters.
    public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
        /// Worth knowing; nothing need be wrong.
        case info
        /// Against a recommendation, risky, or wrong only if the recording has everything.
        case warning
        /// Against a requirement, or a hole in security.
        case error

        public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }

        private var rank: Int {
            switch self {
            case .info: 0
            case .warning: 1
            case .error: 2
            }
        }
    }

    /// The kind of finding, in words joined by hyphens; the same in all versions.
    public let rule: String
    /// How much it matters.
    public let severity: Severity
    /// What was found, as a sentence.
    public let message: String
    /// The document and section that say so, `RFC 6120 §8.2.3`; empty if there is none.
    public let reference: String
    /// The error condition by which whoever receives it would refuse it (RFC 6120 §4.9.3, §8.3.3), or of a stream error
    /// its own; nil if there is none for it.
    public let condition: String?
    /// The record it is about; nil if it is about the input.
    public let place: TrafficPlace?

    init(
        rule: String, severity: Severity, message: String, reference: String = "", condition: String? = nil,
        place: TrafficPlace?
    ) {
        self.rule = rule
        self.severity = severity
        self.message = message
        self.reference = reference
        self.condition = condition
        self.place = place
    }
}
