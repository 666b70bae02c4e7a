/// The rules there are.
enum FindingRules {
    /// Rules about a connection: what is negotiated begins anew with each.
    static func ofConnection() -> [any FindingRule] {
        [
            PlaintextAuthenticationRule(), WeakMechanismRule(), StartTLSRule(), StreamRestartRule(),
            EarlyStanzaRule(), StreamErrorRule(), StreamHeaderRule(), StanzaNamespaceRule(),
        ]
    }

    /// Rules that what one side says is enough for.
    static func ofOneSide() -> [any FindingRule] {
        [
            WeakMechanismRule(), StreamErrorRule(), StreamHeaderRule(), StanzaNamespaceRule(), MissingIDRule(),
            DuplicateIDRule(), IQPayloadRule(), SpoofedCarbonRule(), SpoofedRosterPushRule(), InvalidAddressRule(),
            MissingAddressRule(), PresenceValueRule(), MessageTypeRule(), DelayStampRule(),
        ]
    }

    /// Rules about records, whatever the stream.
    static func ofRecords() -> [any FindingRule] { [UnreadableRule(), RecordDiagnosticRule()] }

    /// Rules about a session: they go on where another connection resumes it.
    static func ofSession() -> [any FindingRule] {
        [
            MissingIDRule(), DuplicateIDRule(), UnmatchedReplyRule(), UnansweredRequestRule(), IQPayloadRule(),
            SpoofedCarbonRule(), SpoofedRosterPushRule(), InvalidAddressRule(), MissingAddressRule(),
            PresenceValueRule(), MessageTypeRule(), DelayStampRule(), StreamManagementRule(),
        ]
    }
}
