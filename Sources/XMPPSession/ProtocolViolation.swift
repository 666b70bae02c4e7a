public import XMLStream
public import XMPPAddress
import XMPPExtensions
import XMPPSASL
import XMPPStanzas

/// What the peer did against the protocol, with the element it was in where there is one.
public enum ProtocolViolation: Error, Hashable, Sendable {
    /// The stream is not one that RFC 6120 §11 allows, or exceeds a limit.
    case malformedStream(XMLStreamError)
    /// The version in the stream header is missing, older than 1.0, or no version (RFC 6120 §4.7.5).
    case unsupportedVersion(String?)
    /// The stream's content is not in the namespace that it has to be in (RFC 6120 §4.8.2).
    case wrongContentNamespace(Namespace?)
    /// The server has opened the stream in another name than that of the account's domain, and gone on with it: only a
    /// stream that is refused may come from another name (RFC 6120 §4.7.1, §4.9.1.3).
    case foreignServer(String, account: JID)
    /// Bytes came between the go-ahead for TLS and the handshake (RFC 6120 §5.4.3.3): someone may have injected them.
    case plaintextBeforeTLS
    /// An element came that has no place in this stage.
    case unexpectedElement(Name)
    /// The answer to a request of the negotiation cannot be read.
    case malformedAnswer(Name)
    /// The address that was bound is that of another account, has no resourcepart, or is none (RFC 6120 §7.6).
    case wrongBoundAddress(String, account: JID)
    /// More stanzas are said to be handled than were sent (XEP-0198 §4).
    case handledCountTooHigh(handled: UInt32, sent: UInt32)
    /// A count of stanzas is missing or is not a number below 2³² (XEP-0198 §4).
    case malformedHandledCount
    /// Another stream was resumed than was asked for, or one without any count (XEP-0198 §5).
    case wrongResumption
    /// The peer makes demands without ever acknowledging what it is sent.
    case withheldAcknowledgements
    /// More stanzas came before the session was started than are kept.
    case prematureStanzas
    /// A protocol between the stream and the transport was broken, such as WebSocket (RFC 6455); how.
    case brokenTransport(String)
    /// A client, component or server addresses a domain that is not served, or another than before (RFC 6120 §4.9.3.6).
    case unknownHost
    /// An element came that takes a login, or a bound address, first (RFC 6120 §4.9.3.12).
    case notAuthenticated(Name)
    /// A sender is claimed that is not the peer's (RFC 6120 §4.9.3.9).
    case forgedSender
    /// A stanza lacks an address that it must have on this stream (RFC 6120 §4.9.3.7).
    case missingAddress
    /// More logins have failed than may on one stream (RFC 6120 §6.4.5).
    case tooManyLogins
    /// More came while an answer of this side's application was due than is kept.
    case tooMuchAtOnce
}

extension ProtocolViolation: CustomStringConvertible {
    /// A sentence for people, without any content of the stream but names and addresses.
    public var description: String {
        switch self {
        case .malformedStream(let error): error.description
        case .unsupportedVersion(nil): "the stream header has no version (RFC 6120 §4.7.5)"
        case .unsupportedVersion: "the stream header does not have a version of 1.0 or above (RFC 6120 §4.7.5)"
        case .wrongContentNamespace: "the stream's content is in a wrong namespace (RFC 6120 §4.8.2)"
        case .foreignServer(let name, let account):
            "the stream is one of “\(name.excerpt)”, and not of “\(account.domain)” (RFC 6120 §4.7.1)"
        case .plaintextBeforeTLS: "plaintext came where the TLS handshake has to begin (RFC 6120 §5.4.3.3)"
        case .unexpectedElement(let name): "\(name) has no place in this stage of the stream"
        case .malformedAnswer(let name): "\(name) does not have the content that it must have here"
        case .wrongBoundAddress(let address, let account):
            "“\(address.excerpt)” was bound, which is no full address of “\(account)” (RFC 6120 §7.6)"
        case .handledCountTooHigh(let handled, let sent):
            "\(handled) stanzas are said to be handled of \(sent) that were sent (XEP-0198 §4)"
        case .malformedHandledCount: "a count of handled stanzas is missing or is not a number (XEP-0198 §4)"
        case .wrongResumption: "another stream was resumed than was asked for (XEP-0198 §5)"
        case .withheldAcknowledgements: "the peer does not acknowledge what it is sent (XEP-0198 §4)"
        case .brokenTransport(let reason): reason
        case .prematureStanzas: "too many stanzas came before the session was started"
        case .unknownHost: "the domain is not served here, or not the one of before (RFC 6120 §4.9.3.6)"
        case .notAuthenticated(let name): "\(name) came before the login and the binding (RFC 6120 §4.9.3.12)"
        case .forgedSender: "a stanza claims another sender than the peer (RFC 6120 §8.1.2.1)"
        case .missingAddress: "a stanza lacks an address (RFC 6120 §4.9.3.7)"
        case .tooManyLogins: "too many logins have failed (RFC 6120 §6.4.5)"
        case .tooMuchAtOnce: "too much came while an answer was due"
        }
    }
}

extension ProtocolViolation {
    /// The stream error condition to answer with (RFC 6120 §4.9.3).
    var condition: StreamErrorCondition {
        switch self {
        case .malformedStream(let error): StreamErrorCondition(rawValue: error.condition.rawValue)
        case .unsupportedVersion: .unsupportedVersion
        case .wrongContentNamespace: .invalidNamespace
        case .plaintextBeforeTLS, .withheldAcknowledgements, .prematureStanzas, .tooManyLogins, .tooMuchAtOnce,
            .brokenTransport:
            .policyViolation
        case .unknownHost: .hostUnknown
        case .notAuthenticated: .notAuthorized
        case .forgedSender, .foreignServer: .invalidFrom
        case .missingAddress: .improperAddressing
        case .unexpectedElement: .unsupportedStanzaType
        case .malformedAnswer, .wrongBoundAddress, .malformedHandledCount: .invalidXML
        case .handledCountTooHigh, .wrongResumption: .undefinedCondition
        }
    }

    /// What says more than the condition (RFC 6120 §4.9.4).
    var applicationConditions: [Element] {
        guard case .handledCountTooHigh(let handled, let sent) = self else { return [] }
        return [SMHandledCountTooHigh(handled: handled, sent: sent).encoded()]
    }

    /// The stream error that tells the peer.
    var streamError: StreamError { StreamError(condition, applicationConditions: applicationConditions) }
}
