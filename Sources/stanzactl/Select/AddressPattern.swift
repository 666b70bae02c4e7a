import XMPPAddress

/// An address to compare with: a bare one stands for all of its resources, a full one for itself alone.
struct AddressPattern {
    private let jid: JID

    /// Nil if the text is no address (RFC 7622).
    init?(_ text: String) {
        guard let jid = try? JID(text) else { return nil }
        self.jid = jid
    }

    /// Whether an address as it was written is meant; what is no valid address never is.
    func matches(_ address: String?) -> Bool {
        guard let address, let other = try? JID(address) else { return false }
        return jid.isBare ? jid.isSameBare(as: other) : jid == other
    }
}
