/// The states of a server whose mechanism is one message of the client and one question to the application.
struct ServerExchange {
    private enum State {
        case awaitingMessage(hasAsked: Bool)
        case awaitingAnswer
        case finished
        case failed(SASLError)
    }

    private var state = State.awaitingMessage(hasAsked: false)

    /// Asks for the message where the client sent none; otherwise gives it to `read`, which says what to do.
    mutating func receive(
        _ message: [UInt8]?,
        limit: Int,
        read: ([UInt8]) throws(SASLError) -> SASLServerStep
    ) throws(SASLError) -> SASLServerStep {
        do throws(SASLError) {
            switch (state, message) {
            case (.awaitingMessage(hasAsked: false), nil):
                state = .awaitingMessage(hasAsked: true)
                return .challenge([])
            case (.awaitingMessage, let message?):
                guard message.count <= limit else {
                    throw SASLError(.messageTooLong, "the client's message has more than \(limit) bytes")
                }
                let step = try read(message)
                if case .question = step { state = .awaitingAnswer } else { state = .finished }
                return step
            case (.failed(let error), _):
                throw error
            case (.awaitingMessage, nil), (.awaitingAnswer, _), (.finished, _):
                throw SASLError.outOfOrder("the client sends something where nothing is due, or nothing where it is")
            }
        } catch {
            throw fail(error)
        }
    }

    /// Gives the answer to `judge`, which says what comes of it.
    mutating func answer(judge: () throws(SASLError) -> SASLServerStep) throws(SASLError) -> SASLServerStep {
        do throws(SASLError) {
            guard case .awaitingAnswer = state else { throw SASLError.outOfOrder("an answer without a question") }
            let step = try judge()
            state = .finished
            return step
        } catch {
            throw fail(error)
        }
    }

    /// Makes the error final, unless another one is already; returns the final one.
    mutating func fail(_ error: SASLError) -> SASLError {
        if case .failed(let first) = state { return first }
        state = .failed(error)
        return error
    }

    static let wrongAnswer = SASLError(.outOfOrder, "the answer is not to the question that was asked")
    static let notAuthorized = SASLError(.notAuthorized, "the credentials are not accepted")
}
