import XMLStream

/// The names of negotiation, each made once so that it compares as an integer.
extension Name {
    // MARK: Attributes

    static let handledCount = known("h")
    static let sendCount = known("send-count")
    static let previousID = known("previd")
    static let maximum = known("max")
    static let resumeFlag = known("resume")
    static let location = known("location")
    static let mechanismAttribute = known("mechanism")

    // MARK: STARTTLS (RFC 6120 §5)

    static let startTLS = known("starttls", in: "urn:ietf:params:xml:ns:xmpp-tls")
    static let startTLSRequired = known("required", in: "urn:ietf:params:xml:ns:xmpp-tls")
    static let proceed = known("proceed", in: "urn:ietf:params:xml:ns:xmpp-tls")
    static let startTLSFailure = known("failure", in: "urn:ietf:params:xml:ns:xmpp-tls")

    // MARK: SASL (RFC 6120 §6, XEP-0440)

    static let mechanisms = known("mechanisms", in: "urn:ietf:params:xml:ns:xmpp-sasl")
    static let mechanism = known("mechanism", in: "urn:ietf:params:xml:ns:xmpp-sasl")
    static let auth = known("auth", in: "urn:ietf:params:xml:ns:xmpp-sasl")
    static let challenge = known("challenge", in: "urn:ietf:params:xml:ns:xmpp-sasl")
    static let response = known("response", in: "urn:ietf:params:xml:ns:xmpp-sasl")
    static let abort = known("abort", in: "urn:ietf:params:xml:ns:xmpp-sasl")
    static let success = known("success", in: "urn:ietf:params:xml:ns:xmpp-sasl")
    static let saslFailure = known("failure", in: "urn:ietf:params:xml:ns:xmpp-sasl")
    static let saslText = known("text", in: "urn:ietf:params:xml:ns:xmpp-sasl")
    static let channelBindings = known("sasl-channel-binding", in: "urn:xmpp:sasl-cb:0")
    static let channelBinding = known("channel-binding", in: "urn:xmpp:sasl-cb:0")
    static let legacyAuthentication = known("auth", in: "http://jabber.org/features/iq-auth")

    // MARK: Binding and sessions (RFC 6120 §7, RFC 3921 §3)

    static let bind = known("bind", in: "urn:ietf:params:xml:ns:xmpp-bind")
    static let resource = known("resource", in: "urn:ietf:params:xml:ns:xmpp-bind")
    static let boundJID = known("jid", in: "urn:ietf:params:xml:ns:xmpp-bind")
    static let session = known("session", in: "urn:ietf:params:xml:ns:xmpp-session")
    static let sessionOptional = known("optional", in: "urn:ietf:params:xml:ns:xmpp-session")

    // MARK: Stream management (XEP-0198)

    static let streamManagement = known("sm", in: "urn:xmpp:sm:3")
    static let enable = known("enable", in: "urn:xmpp:sm:3")
    static let enabled = known("enabled", in: "urn:xmpp:sm:3")
    static let resume = known("resume", in: "urn:xmpp:sm:3")
    static let resumed = known("resumed", in: "urn:xmpp:sm:3")
    static let managementFailed = known("failed", in: "urn:xmpp:sm:3")
    static let acknowledgement = known("a", in: "urn:xmpp:sm:3")
    static let acknowledgementRequest = known("r", in: "urn:xmpp:sm:3")
    static let handledCountTooHigh = known("handled-count-too-high", in: "urn:xmpp:sm:3")

    // MARK: In-band registration (XEP-0077)

    static let registrationFeature = known("register", in: "http://jabber.org/features/iq-register")
    static let registration = known("query", in: "jabber:iq:register")
    static let registered = known("registered", in: "jabber:iq:register")
    static let registrationRemoval = known("remove", in: "jabber:iq:register")
    static let registrationUsername = known("username", in: "jabber:iq:register")
    static let registrationPassword = known("password", in: "jabber:iq:register")
    static let registrationInstructions = known("instructions", in: "jabber:iq:register")
    static let dataForm = known("x", in: "jabber:x:data")
    static let outOfBandData = known("x", in: "jabber:x:oob")
    static let outOfBandURL = known("url", in: "jabber:x:oob")

    // MARK: Requests that sessions deal with (XEP-0199, RFC 6121 §2, XEP-0280)

    static let ping = known("ping", in: "urn:xmpp:ping")
    static let roster = known("query", in: "jabber:iq:roster")
    static let carbonReceived = known("received", in: "urn:xmpp:carbons:2")
    static let carbonSent = known("sent", in: "urn:xmpp:carbons:2")
}
