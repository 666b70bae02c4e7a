public import XMLStream
public import XMPPAddress

/// A stanza that cannot be understood, with everything that was in it.
///
/// It counts as a stanza to stream management (XEP-0198), and its sender may be answered with `errorReply()`.
public struct ErroneousStanza: Error, Sendable, Hashable {
    /// Why it cannot be understood.
    public enum Reason: Sendable, Hashable {
        /// The element is not a stanza of this kind at all.
        case wrongElement
        /// `to` is not an address.
        case invalidTo(JIDError)
        /// `from` is not an address.
        case invalidFrom(JIDError)
        /// An IQ or a presence of a type that RFC 6120 §8.2.3 or RFC 6121 §4.7.1 does not have; nil if it has none.
        case invalidType(String?)
        /// An IQ without an id (RFC 6120 §8.2.3, rule 1).
        case missingID
        /// An IQ whose type asks for another number of payloads (RFC 6120 §8.2.3, rules 4 and 5).
        case payloadCount(Int, wanted: ClosedRange<Int>)
    }

    /// The stanza as it came.
    public let element: Element
    /// Which kind of stanza it is, by its name.
    public let kind: StanzaKind
    /// Why it cannot be understood.
    public let reason: Reason

    init(_ element: Element, _ kind: StanzaKind, _ reason: Reason) {
        self.element = element
        self.kind = kind
        self.reason = reason
    }

    /// The id, if there is one.
    public var id: String? { element.attribute(.id) }
    /// The sender, if there is one and it is an address.
    public var from: JID? { element.jid(.from) }
    /// The addressee, if there is one and it is an address.
    public var to: JID? { element.jid(.to) }

    /// The error that tells the sender what is wrong (RFC 6120 §8.1.1.1, §8.3.3).
    public var error: StanzaError {
        switch reason {
        case .invalidTo, .invalidFrom: StanzaError(.jidMalformed, text: description)
        case .wrongElement, .invalidType, .missingID, .payloadCount: StanzaError(.badRequest, text: description)
        }
    }

    /// The stanza of type `error` that answers this one, addresses swapped as far as they are addresses; the answer to an
    /// IQ without an id has an empty one.
    ///
    /// Nil for one that may not be answered: an error itself, the result of an IQ, or one whose sender is not an
    /// address (RFC 6120 §8.3.1).
    public func errorReply(_ error: StanzaError? = nil) -> Element? {
        let type = element.attribute(.type)
        if type == "error" || kind == .iq && type == "result" { return nil }
        if case .invalidFrom = reason { return nil }
        return StanzaReply.error(error ?? self.error, to: element, keepingPayloads: false)
    }
}

extension ErroneousStanza: CustomStringConvertible {
    /// What is wrong, on one line.
    public var description: String {
        switch reason {
        case .wrongElement: "<\(element.localName)/> is not a \(kind.rawValue)"
        case .invalidTo(let error): "\(kind.rawValue)/@to is not an address: \(error)"
        case .invalidFrom(let error): "\(kind.rawValue)/@from is not an address: \(error)"
        case .invalidType(let type?): "\(kind.rawValue)/@type is \(String(reflecting: type)), which is no type of it"
        case .invalidType(nil): "\(kind.rawValue)/@type is missing"
        case .missingID: "\(kind.rawValue)/@id is missing"
        case .payloadCount(let count, let wanted):
            wanted.lowerBound == wanted.upperBound
                ? "\(kind.rawValue) has \(count) payloads, not \(wanted.lowerBound)"
                : "\(kind.rawValue) has \(count) payloads, more than \(wanted.upperBound)"
        }
    }
}
