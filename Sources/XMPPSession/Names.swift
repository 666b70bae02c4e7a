import XMLStream

/// Names of negotiation that are not those of a payload type, each made once so that it compares as an integer.
extension Name {
    static let legacyAuthentication = known("auth", in: "http://jabber.org/features/iq-auth")
    static let channelBindings = known("sasl-channel-binding", in: "urn:xmpp:sasl-cb:0")
    static let channelBinding = known("channel-binding", in: "urn:xmpp:sasl-cb:0")
    static let registration = known("query", in: "jabber:iq:register")
    static let registered = known("registered", in: "jabber:iq:register")
    static let registrationRemoval = known("remove", in: "jabber:iq:register")
    static let registrationUsername = known("username", in: "jabber:iq:register")
    static let registrationPassword = known("password", in: "jabber:iq:register")
    static let ping = known("ping", in: "urn:xmpp:ping")
    static let carbonReceived = known("received", in: "urn:xmpp:carbons:2")
    static let carbonSent = known("sent", in: "urn:xmpp:carbons:2")
}
