/// The states of a client whose mechanism is one message and the server's verdict.
struct SingleMessageExchange {
    private enum State {
        case initial
        case awaitingVerdict
        case finished
        case failed(SASLError)
    }

    private var state = State.initial

    mutating func start() throws(SASLError) {
        guard case .initial = state else { throw fail(.outOfOrder("the exchange was started before")) }
        state = .awaitingVerdict
    }

    /// For mechanisms in which the server has nothing to ask.
    mutating func refuseChallenge() throws(SASLError) -> [UInt8] {
        throw fail(.outOfOrder("the server challenges where the mechanism has no challenge"))
    }

    /// Ends the exchange; `check` looks at the additional data where the mechanism has any.
    mutating func finish(check: () throws(SASLError) -> Void) throws(SASLError) {
        guard case .awaitingVerdict = state else { throw fail(.outOfOrder("success came when none was due")) }
        do throws(SASLError) {
            try check()
        } catch {
            throw fail(error)
        }
        state = .finished
    }

    /// Whether the message was sent and the verdict is due.
    var isAwaitingVerdict: Bool {
        if case .awaitingVerdict = state { true } else { false }
    }

    /// Makes the error final, unless another one is already; returns the final one.
    mutating func fail(_ error: SASLError) -> SASLError {
        if case .failed(let first) = state { return first }
        state = .failed(error)
        return error
    }

    /// Whether success may carry this: nothing, for a mechanism that defines no additional data.
    static func checkNoData(_ data: [UInt8]?) throws(SASLError) {
        guard data?.isEmpty ?? true else { throw .malformed("success carries data, the mechanism defines none") }
    }
}
