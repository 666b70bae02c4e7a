#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

enum Clock {
    /// The processor time that this process has used, in seconds.
    static var processorTime: Double { read(CLOCK_PROCESS_CPUTIME_ID) }
    /// The time that has passed, in seconds.
    static var wallTime: Double { read(CLOCK_MONOTONIC) }

    private static func read(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    /// The median times of `ours` and `baseline`, which run in turn after one run of each that does not count.
    ///
    /// Which of the two goes first changes with every round, so that neither always finds the caches of the other.
    static func medians(
        rounds: Int,
        of clock: () -> Double = { processorTime },
        ours: () throws -> Void,
        baseline: () throws -> Void
    ) rethrows -> (ours: Double, baseline: Double) {
        func time(_ body: () throws -> Void) rethrows -> Double {
            let start = clock()
            try body()
            return clock() - start
        }
        var times: (ours: [Double], baseline: [Double]) = ([], [])
        try ours()
        try baseline()
        for round in 0..<rounds {
            if round.isMultiple(of: 2) { times.ours.append(try time(ours)) }
            times.baseline.append(try time(baseline))
            if !round.isMultiple(of: 2) { times.ours.append(try time(ours)) }
        }
        return (median(times.ours), median(times.baseline))
    }

    private static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}
