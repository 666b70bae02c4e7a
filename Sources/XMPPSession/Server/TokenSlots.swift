public import XMPPSASL
public import XMPPStanzas

/// The tokens of one client of an account, kept as XEP-0484 §5.1 has it: the one that is in use, and one that was issued
/// since and not used yet. So there are never more than two, and a client that has not learnt of the new one can still log in.
public struct TokenSlots: Sendable {
    private struct Slot: Sendable {
        let mechanism: SASLMechanism
        let token: Secret
        let expiry: DateTime
        var count: Int?

        func accepts(_ use: TokenUse) -> Bool {
            token.matches(use.token) && (count.map { $0 < use.count ?? .min } ?? true)
        }

        func counting(_ use: Int?) -> Slot {
            Slot(mechanism: mechanism, token: token, expiry: expiry, count: use ?? count)
        }
    }

    private var current: Slot?
    private var new: Slot?

    /// Begins without a token.
    public init() {}

    /// The tokens that are valid for a mechanism at this time.
    ///
    /// - Parameters:
    ///   - mechanism: What the client logs in with; tokens for others are not among them.
    ///   - time: What time it is.
    ///   - margin: How many seconds before its expiry a token is due for rotation.
    public func tokens(
        for mechanism: SASLMechanism,
        at time: DateTime,
        rotatingWithin margin: Int64 = 86_400
    ) -> [StoredToken] {
        [new, current].compactMap { slot in
            guard let slot, slot.mechanism == mechanism, time < slot.expiry else { return nil }
            let remaining = slot.expiry.secondsSinceEpoch.subtractingReportingOverflow(time.secondsSinceEpoch)
            let isDue = !remaining.overflow && remaining.partialValue <= margin
            return StoredToken(slot.token, count: slot.count, isDueForRotation: isDue)
        }
    }

    /// Keeps a token that is being issued, in place of one that was never used.
    public mutating func add(_ request: TokenRequest, expiry: DateTime) {
        new = Slot(mechanism: request.mechanism, token: request.token, expiry: expiry)
    }

    /// Enters a use: the new token takes the place of the current one, an invalidated one is forgotten.
    ///
    /// - Returns: Whether the use is valid, which is to be answered. It is not, and changes nothing, if the token is not
    ///   kept any more or the count was used meanwhile: of a login that is repeated on two connections at once only one is
    ///   valid (XEP-0484 §3.4).
    public mutating func record(_ use: TokenUse) -> Bool {
        let isNew = new?.accepts(use) ?? false
        guard let slot = isNew ? new : current, slot.accepts(use) else { return false }
        if isNew { new = nil }
        current = use.isInvalidated ? nil : slot.counting(use.count)
        return true
    }
}
