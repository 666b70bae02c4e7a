import XMLStream

/// The types of all kinds of stanzas (RFC 6120 §8.2.3; RFC 6121 §4.7.1, §5.2.2).
enum StanzaType: UInt8, Sendable {
    /// There is no `type`.
    case absent
    /// There is one, and it is none of the others.
    case unknown
    case error
    case chat, groupchat, headline, normal
    case probe, subscribe, subscribed, unavailable, unsubscribe, unsubscribed
    case get, set, result

    /// Compares octets rather than strings, because every stanza is asked for its type.
    init(_ octets: UnsafeBufferPointer<UInt8>) {
        let candidates: (StaticString, StanzaType, StaticString, StanzaType)
        switch octets.count {
        case 3: candidates = ("get", .get, "set", .set)
        case 4: candidates = ("chat", .chat, "chat", .chat)
        case 5: candidates = ("error", .error, "probe", .probe)
        case 6: candidates = ("result", .result, "normal", .normal)
        case 8: candidates = ("headline", .headline, "headline", .headline)
        case 9: candidates = ("groupchat", .groupchat, "subscribe", .subscribe)
        case 10: candidates = ("subscribed", .subscribed, "subscribed", .subscribed)
        case 11: candidates = ("unavailable", .unavailable, "unsubscribe", .unsubscribe)
        case 12: candidates = ("unsubscribed", .unsubscribed, "unsubscribed", .unsubscribed)
        default:
            self = .unknown
            return
        }
        if hasOctets(octets, candidates.0) {
            self = candidates.1
        } else if hasOctets(octets, candidates.2) {
            self = candidates.3
        } else {
            self = .unknown
        }
    }
}

/// The types of stanzas that are built.
extension StanzaType {
    /// `normal` is what a message without a type is.
    init(_ type: MessageType) {
        self =
            switch type {
            case .chat: .chat
            case .error: .error
            case .groupchat: .groupchat
            case .headline: .headline
            case .normal: .absent
            }
    }

    init(_ type: PresenceType?) {
        self =
            switch type {
            case nil: .absent
            case .error: .error
            case .probe: .probe
            case .subscribe: .subscribe
            case .subscribed: .subscribed
            case .unavailable: .unavailable
            case .unsubscribe: .unsubscribe
            case .unsubscribed: .unsubscribed
            }
    }

    init(_ type: IQType) {
        self =
            switch type {
            case .get: .get
            case .set: .set
            case .result: .result
            case .error: .error
            }
    }
}

extension MessageType {
    init?(_ type: StanzaType) {
        switch type {
        case .chat: self = .chat
        case .error: self = .error
        case .groupchat: self = .groupchat
        case .headline: self = .headline
        case .normal: self = .normal
        default: return nil
        }
    }
}

extension PresenceType {
    init?(_ type: StanzaType) {
        switch type {
        case .error: self = .error
        case .probe: self = .probe
        case .subscribe: self = .subscribe
        case .subscribed: self = .subscribed
        case .unavailable: self = .unavailable
        case .unsubscribe: self = .unsubscribe
        case .unsubscribed: self = .unsubscribed
        default: return nil
        }
    }
}

extension IQType {
    init?(_ type: StanzaType) {
        switch type {
        case .get: self = .get
        case .set: self = .set
        case .result: self = .result
        case .error: self = .error
        default: return nil
        }
    }
}
