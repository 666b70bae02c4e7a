/// How a side uses stream management (XEP-0198).
public struct StreamManagementPolicy: Hashable, Sendable {
    /// Whether to enable it where it is offered.
    public var isWanted: Bool
    /// Whether to ask for a stream that can be resumed.
    public var wantsResumption: Bool
    /// How many seconds the server is asked to wait for the client's return; nil leaves it to the server.
    public var maximumAbsence: Int?
    /// After how many stanzas an acknowledgement is requested; at least 1.
    public var stanzasPerRequest: Int
    /// How long after a stanza an acknowledgement is requested at the latest.
    public var requestDelay: Duration
    /// How many stanzas may wait for acknowledgement before `send` throws. Twice as many, of which the session itself
    /// answered the rest, end the stream.
    public var maximumUnacknowledged: Int
    /// How many bytes of memory they may hold together before `send` throws; one stanza may exceed it. The same is true of
    /// twice as many.
    public var maximumUnacknowledgedBytes: Int

    /// Never to use stream management.
    public static let unused = StreamManagementPolicy(isWanted: false)

    /// Creates a policy.
    public init(
        isWanted: Bool = true,
        wantsResumption: Bool = true,
        maximumAbsence: Int? = nil,
        stanzasPerRequest: Int = 5,
        requestDelay: Duration = .seconds(2),
        maximumUnacknowledged: Int = 5000,
        maximumUnacknowledgedBytes: Int = 16 << 20
    ) {
        self.isWanted = isWanted
        self.wantsResumption = wantsResumption
        self.maximumAbsence = maximumAbsence
        self.stanzasPerRequest = max(1, stanzasPerRequest)
        self.requestDelay = requestDelay
        self.maximumUnacknowledged = max(1, maximumUnacknowledged)
        self.maximumUnacknowledgedBytes = max(1, maximumUnacknowledgedBytes)
    }
}
