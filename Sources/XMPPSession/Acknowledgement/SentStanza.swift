public import XMLStream

/// A stanza that was given to the session, with the number that it is reported by.
public struct SentStanza: Hashable, Sendable {
    /// What `send` returned for it: numbers grow by one with each stanza of the application or the session, across
    /// resumption too.
    public let number: UInt64
    /// The stanza as it was sent.
    public let element: Element
}

extension SentStanza: CustomStringConvertible {
    /// The number and the stanza.
    public var description: String { "\(number): \(element)" }
}
