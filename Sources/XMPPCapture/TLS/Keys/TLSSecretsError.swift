/// Why something could not be taken up as a secret.
public struct TLSSecretsError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong with it, as one sentence without a full stop.
    public let message: String

    init(_ message: String) {
        self.message = message
    }

    public var description: String { message }
}
