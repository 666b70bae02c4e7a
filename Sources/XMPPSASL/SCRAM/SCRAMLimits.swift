/// The bounds that one side of a SCRAM exchange keeps, so that a peer can neither weaken it nor exhaust it.
public struct SCRAMLimits: Hashable, Sendable {
    /// The smallest iteration count accepted. The default, 4096, is what RFC 7677 §4 demands at least.
    public var minimumIterations: Int
    /// The largest iteration count accepted, because the work is done before the server has proved anything
    /// (RFC 5802 §9). The default, 2,000,000, is about a second of computing and above all current advice.
    public var maximumIterations: Int
    /// The largest message accepted, in bytes before base64. The default is 8192.
    public var maximumMessageLength: Int

    /// Creates bounds.
    public init(
        minimumIterations: Int = 4096,
        maximumIterations: Int = 2_000_000,
        maximumMessageLength: Int = 8192
    ) {
        self.minimumIterations = minimumIterations
        self.maximumIterations = maximumIterations
        self.maximumMessageLength = maximumMessageLength
    }

    /// Throws ``SASLError/Code/iterationCountTooLow`` or ``SASLError/Code/iterationCountTooHigh`` for a count out of bounds.
    public func check(iterations: Int) throws(SASLError) {
        guard iterations >= minimumIterations else {
            throw SASLError(
                .iterationCountTooLow,
                "the server asks for \(iterations) iterations, at least \(minimumIterations) are required"
            )
        }
        guard iterations <= maximumIterations else {
            throw SASLError(
                .iterationCountTooHigh,
                "the server asks for \(iterations) iterations, at most \(maximumIterations) are allowed"
            )
        }
    }
}
