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
    public mutating func record(_ use: TokenUse) {
        if let slot = new, slot.token.matches(use.token) {
            current = slot
            new = nil
        }
        guard let slot = current, slot.token.matches(use.token) else { return }
        current?.count = use.count ?? slot.count
        if use.isInvalidated { current = nil }
    }
}
