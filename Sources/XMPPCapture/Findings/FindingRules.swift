/// The rules there are.
enum FindingRules {
    /// Rules about a connection: what is negotiated begins anew with each.
    static func ofConnection() -> [any FindingRule] {
        [
            PlaintextAuthenticationRule(), WeakMechanismRule(), StartTLSRule(), StreamRestartRule(),
            EarlyStanzaRule(), StreamErrorRule(), StanzaNamespaceRule(),
        ]
    }

    /// Rules about a session: they go on where another connection resumes it.
    static func ofSession() -> [any FindingRule] {
        [
            MissingIDRule(), DuplicateIDRule(), UnmatchedReplyRule(), UnansweredRequestRule(), IQPayloadRule(),
            SpoofedCarbonRule(), SpoofedRosterPushRule(), InvalidAddressRule(), MissingAddressRule(),
            PresenceValueRule(), MessageTypeRule(), DelayStampRule(), StreamManagementRule(),
        ]
    }
}
