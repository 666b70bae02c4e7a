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

    /// The median times of `ours` and `baseline` over rounds, after one round that does not count.
    ///
    /// A round consists of slices, which the two do in turn, so that whatever else the machine does meets both. Which
    /// of them goes first changes with every slice, so that neither always finds the caches of the other.
    static func medians(
        rounds: Int,
        slices: Int = 1,
        of clock: () -> Double = { processorTime },
        ours: (_ slice: Int) throws -> Void,
        baseline: (_ slice: Int) throws -> Void
    ) rethrows -> (ours: Double, baseline: Double) {
        func time(_ body: (Int) throws -> Void, _ slice: Int) rethrows -> Double {
            let start = clock()
            try body(slice)
            return clock() - start
        }
        var times: (ours: [Double], baseline: [Double]) = ([], [])
        for round in 0...rounds {
            var sums = (ours: 0.0, baseline: 0.0)
            for slice in 0..<slices {
                let oursIsFirst = (round + slice).isMultiple(of: 2)
                if oursIsFirst { sums.ours += try time(ours, slice) }
                sums.baseline += try time(baseline, slice)
                if !oursIsFirst { sums.ours += try time(ours, slice) }
            }
            if round > 0 {
                times.ours.append(sums.ours)
                times.baseline.append(sums.baseline)
            }
        }
        return (median(times.ours), median(times.baseline))
    }

    static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}
