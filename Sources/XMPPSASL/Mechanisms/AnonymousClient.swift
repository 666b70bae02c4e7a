/// The client's side of ANONYMOUS (RFC 4505): a session without an account.
public struct AnonymousClient: SASLClient {
    /// ``SASLMechanism/anonymous``.
    public let mechanism = SASLMechanism.anonymous
    private let trace: String
    private var exchange = SingleMessageExchange()

    /// Prepares an exchange; `trace` is shown to the server's operator and is better left out.
    ///
    /// Throws ``SASLError/Code/invalidParameter`` for a trace of more than 255 characters or with control
    /// characters (RFC 4505 §2).
    public init(trace: String? = nil) throws(SASLError) {
        let text = trace ?? ""
        let hasControls = text.unicodeScalars.contains { $0.properties.generalCategory == .control }
        guard text.unicodeScalars.count <= 255, !hasControls else {
            throw SASLError(.invalidParameter, "the trace has more than 255 characters or control characters")
        }
        self.trace = text
    }

    /// The trace, or no bytes.
    public mutating func start() throws(SASLError) -> [UInt8] {
        try exchange.start()
        return Array(trace.utf8)
    }

    /// ANONYMOUS has no challenges: always throws ``SASLError/Code/outOfOrder``.
    public mutating func respond(to challenge: [UInt8]) throws(SASLError) -> [UInt8] {
        try exchange.refuseChallenge()
    }

    /// Ends the exchange.
    public mutating func finish(with data: [UInt8]?) throws(SASLError) {
        try exchange.finish { () throws(SASLError) in try SingleMessageExchange.checkNoData(data) }
    }
}
