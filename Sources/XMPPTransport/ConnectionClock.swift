public import XMPPSession

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The clock of all connections of this process, by which a ``ResumableStream`` is handed on.
public enum ConnectionClock {
    /// How long the machine has been up, sleep included, so that a peer who went away meanwhile is found out.
    public static var now: Instant {
        var time = timespec()
        #if canImport(Darwin)
            let clock = CLOCK_MONOTONIC
        #else
            let clock = CLOCK_BOOTTIME
        #endif
        guard clock_gettime(clock, &time) == 0 else { return Instant(milliseconds: 0) }
        return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
