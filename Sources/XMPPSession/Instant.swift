/// A moment on the clock of whoever drives a session: milliseconds since an origin of its choice.
///
/// Sessions compare moments and add to them, and never read a clock. The clock should be monotonic; if it does go
/// back, timers fire late, and nothing else happens.
public struct Instant: Hashable, Sendable {
    /// Milliseconds since the origin.
    public let milliseconds: Int64

    /// Creates a moment from milliseconds since the origin.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// The moment that lies a duration later, in whole milliseconds; at most the last moment there is.
    public func advanced(by duration: Duration) -> Instant {
        let (seconds, attoseconds) = duration.components
        let whole = seconds.multipliedReportingOverflow(by: 1000)
        let span = whole.partialValue.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        let sum = milliseconds.addingReportingOverflow(span.partialValue)
        if whole.overflow || span.overflow || sum.overflow {
            return Instant(milliseconds: duration < .zero ? .min : .max)
        }
        return Instant(milliseconds: sum.partialValue)
    }

    /// How long it is until another moment; negative for an earlier one.
    public func duration(to other: Instant) -> Duration {
        let span = other.milliseconds.subtractingReportingOverflow(milliseconds)
        return .milliseconds(span.overflow ? (other < self ? Int64.min : .max) : span.partialValue)
    }
}

extension Instant: Comparable {
    /// Whether a is before b.
    public static func < (a: Instant, b: Instant) -> Bool { a.milliseconds < b.milliseconds }
}

/// The earlier of two moments that may be absent.
func earlier(_ a: Instant?, _ b: Instant?) -> Instant? {
    guard let a, let b else { return a ?? b }
    return min(a, b)
}
