extension Timestamp {
    /// Nanoseconds since an earlier moment, negative if that is later; nil without it, or beyond 292 years.
    func nanoseconds(since earlier: Timestamp?) -> Int64? {
        guard let earlier else { return nil }
        let (whole, isOver) = seconds.subtractingReportingOverflow(earlier.seconds)
        let (scaled, isTooLong) = whole.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isTooMuch) = scaled.addingReportingOverflow(Int64(nanoseconds) - Int64(earlier.nanoseconds))
        return isOver || isTooLong || isTooMuch ? nil : sum
    }
}
