/// When, how often and how patiently a lost stream is established anew.
public struct ReconnectionPolicy: Hashable, Sendable {
    /// The delay before the first attempt; it grows by `factor` with each that fails.
    public var initialDelay: Duration
    /// The longest delay.
    public var maximumDelay: Duration
    /// How much longer each delay is than the one before; at least 1.
    public var factor: Double
    /// How much of each delay is up to chance, from 0 to 1, so that a server that comes back is not run over.
    public var jitter: Double
    /// After how many attempts without success in a row to stop; nil for never.
    public var maximumAttempts: Int?
    /// How many times in a row a server may send the client to another (RFC 6120 §4.9.3.19).
    public var maximumRedirections: Int

    /// Creates a policy.
    public init(
        initialDelay: Duration = .seconds(1),
        maximumDelay: Duration = .seconds(300),
        factor: Double = 2,
        jitter: Double = 0.5,
        maximumAttempts: Int? = nil,
        maximumRedirections: Int = 5
    ) {
        self.initialDelay = initialDelay
        self.maximumDelay = maximumDelay
        self.factor = max(1, factor)
        self.jitter = min(max(0, jitter), 1)
        self.maximumAttempts = maximumAttempts
        self.maximumRedirections = maximumRedirections
    }

    /// The delay before an attempt, the first being 0; `chance` is from 0 to 1.
    func delay(beforeAttempt attempt: Int, chance: Double) -> Duration {
        let longest = Self.milliseconds(maximumDelay)
        var delay = min(Self.milliseconds(initialDelay), longest)
        var remaining = attempt
        while remaining > 0, delay > 0, delay < longest, factor > 1 {
            delay = min(delay * factor, longest)
            remaining -= 1
        }
        return .milliseconds(Int64(delay * (1 - jitter * chance)))
    }

    /// A duration as a number that can be calculated with; a year at most.
    private static func milliseconds(_ duration: Duration) -> Double {
        let bounded = min(max(duration, .zero), .seconds(365 * 86_400))
        return bounded / .milliseconds(1)
    }
}
