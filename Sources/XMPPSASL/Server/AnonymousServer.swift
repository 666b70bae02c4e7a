/// The server's side of ANONYMOUS (RFC 4505); what the client is called is the caller's to choose.
public struct AnonymousServer: SASLServer {
    /// ``SASLMechanism/anonymous``.
    public let mechanism = SASLMechanism.anonymous
    private var exchange = ServerExchange()

    /// Prepares an exchange.
    public init() {}

    /// Takes the trace, which is checked and not kept: at most 255 characters of UTF-8 (RFC 4505 §2).
    public mutating func receive(_ message: [UInt8]?) throws(SASLError) -> SASLServerStep {
        try exchange.receive(message, limit: 1020) { (bytes) throws(SASLError) -> SASLServerStep in
            guard let trace = String(validating: bytes, as: UTF8.self), trace.unicodeScalars.count <= 255 else {
                throw .malformed("the trace is not UTF-8 or has more than 255 characters")
            }
            return .success(AuthenticatedClient(username: nil))
        }
    }

    /// ANONYMOUS asks nothing: always throws ``SASLError/Code/outOfOrder``.
    public mutating func answer(_ answer: SASLServerAnswer) throws(SASLError) -> SASLServerStep {
        try exchange.answer { () throws(SASLError) -> SASLServerStep in throw ServerExchange.wrongAnswer }
    }
}
