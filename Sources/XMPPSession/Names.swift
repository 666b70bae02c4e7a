import XMLStream

/// Names of negotiation that are not those of a payload type, each made once so that it compares as an integer.
extension Name {
    static let legacyAuthentication = known("auth", in: "http://jabber.org/features/iq-auth")
    static let channelBindings = known("sasl-channel-binding", in: "urn:xmpp:sasl-cb:0")
    static let channelBinding = known("channel-binding", in: "urn:xmpp:sasl-cb:0")
}
