import XMPPSASL
public import XMPPStanzas

/// What became of a request.
public struct RequestOutcome: Sendable {
    /// The `id` of the request.
    public let id: String
    /// What became of it.
    public let result: Result<IQ, Failure>

    /// Why there is no result.
    public enum Failure: Error, Sendable {
        /// The responder says why (RFC 6120 §8.3).
        case refused(IQ)
        /// No response came in time.
        case timedOut
        /// The stream ended, or was replaced by another, before a response came.
        case streamEnded
        /// The request was taken back before it was sent (``ClientEvent/notSent(_:_:)``).
        case notSent(LocalError)
    }
}

extension RequestOutcome {
    /// What a response says.
    init(_ response: IQ) {
        self.init(id: response.id, result: response.type == .result ? .success(response) : .failure(.refused(response)))
    }
}

extension RequestOutcome.Failure: CustomStringConvertible {
    /// One sentence for people, with the error of the responder.
    public var description: String {
        switch self {
        case .refused(let response):
            "the request was refused: " + (response.error.map { "\($0)" } ?? "no error is given")
        case .timedOut: "no response came in time"
        case .streamEnded: "the stream ended before a response came"
        case .notSent(let error): "the request was not sent: \(error)"
        }
    }
}

extension RequestOutcome: CustomStringConvertible {
    /// The `id` of the request, and its result or why there is none.
    public var description: String {
        switch result {
        case .success(let response): "\(id.excerpt): \(response)"
        case .failure(let failure): "\(id.excerpt): \(failure)"
        }
    }
}
