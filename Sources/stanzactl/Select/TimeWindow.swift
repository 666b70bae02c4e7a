import XMPPCapture

/// A moment, or a time of day in UTC.
enum TimeBound {
    case moment(Timestamp)
    /// Nanoseconds since midnight.
    case timeOfDay(Int64)

    /// Reads RFC 3339, or `14:05`, `14:05:30`, `14:05:30.25`.
    init?(_ text: String) {
        if let time = Timestamp(rfc3339: text) {
            self = .moment(time)
            return
        }
        let clock = text.utf8.filter { $0 == 0x3A }.count == 1 ? text + ":00" : text
        // Any last day of a month will do, so that there may be a leap second.
        guard clock.utf8.allSatisfy({ (0x2E...0x3A).contains($0) }),
            let time = Timestamp(rfc3339: "1970-01-31T" + clock)
        else { return nil }
        let nanoseconds = (time.seconds - 30 * 86_400) * 1_000_000_000 + Int64(time.nanoseconds)
        self = .timeOfDay(min(nanoseconds, 86_400_000_000_000 - 1))
    }
}

/// From a moment on, up to another one.
struct TimeWindow {
    let since: TimeBound?
    let until: TimeBound?

    /// Whether no time can be within.
    var isEmpty: Bool {
        guard case .moment(let start) = since, case .moment(let end) = until else { return false }
        return start > end
    }

    /// Whether a time is within, its bounds included; what has no time is within no window.
    func contains(_ time: Timestamp?) -> Bool {
        if since == nil, until == nil { return true }
        guard let time else { return false }
        if case .timeOfDay(let start) = since, case .timeOfDay(let end) = until, start > end {
            // From an evening to the morning after.
            return time.nanosecondOfDay >= start || time.nanosecondOfDay <= end
        }
        return isAfterStart(time) && isBeforeEnd(time)
    }

    private func isAfterStart(_ time: Timestamp) -> Bool {
        switch since {
        case nil: true
        case .moment(let moment): time >= moment
        case .timeOfDay(let start): time.nanosecondOfDay >= start
        }
    }

    private func isBeforeEnd(_ time: Timestamp) -> Bool {
        switch until {
        case nil: true
        case .moment(let moment): time <= moment
        case .timeOfDay(let end): time.nanosecondOfDay <= end
        }
    }
}

extension Timestamp {
    /// Nanoseconds since midnight in UTC.
    fileprivate var nanosecondOfDay: Int64 {
        let second = seconds % 86_400
        return (second < 0 ? second + 86_400 : second) * 1_000_000_000 + Int64(nanoseconds)
    }
}
