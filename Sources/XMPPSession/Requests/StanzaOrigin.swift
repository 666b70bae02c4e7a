public import XMPPAddress

/// Who sent a stanza, as seen from the account that received it: what a sender may be believed.
///
/// A client's server vouches for every `from`, and what comes without one is from the client's own account (RFC 6120
/// §8.1.2.1). Whatever acts on the account's behalf (roster pushes, carbons, archives) must come from it.
public struct StanzaOrigin: Hashable, Sendable {
    /// The sender; nil for a stanza without `from`.
    public let sender: JID?
    /// The full address of the client.
    public let account: JID

    /// Creates the origin of a stanza from its `from`, and the full address that is bound to the stream.
    public init(_ sender: JID?, account: JID) {
        self.sender = sender
        self.account = account
    }

    /// Whether the account itself is the sender: no `from`, or the bare address.
    ///
    /// What roster pushes (RFC 6121 §2.1.6), carbons (XEP-0280 §11) and messages of the own archive (XEP-0313 §9) need.
    public var isOwnAccount: Bool { sender == nil || sender == account.bare }

    /// Whether the account or this very client is the sender: some servers send pushes of block lists from the full
    /// address (XEP-0191 §3.3), which nobody else can use.
    public var isOwnAccountOrClient: Bool { isOwnAccount || sender == account }

    /// Whether the own server is the sender: no `from`, or its domain.
    public var isOwnServer: Bool { sender == nil || sender?.full == account.domain }

    /// Whether the sender may forward what others wrote, as carbons do: the account, with its `from` stated.
    public var mayForward: Bool { sender == account.bare }

    /// Whether the sender is the archive that was queried: that of the account (nil), or of a room (XEP-0313 §9).
    public func isArchive(_ archive: JID?) -> Bool {
        guard let archive, archive != account.bare else { return isOwnAccount }
        return sender == archive
    }

    /// Whether the sender may answer a request to `recipient` (RFC 6120 §8.1.2.1, §8.2.3, §10.3.3).
    ///
    /// A request without an addressee is answered by the account, under any of the names that servers use for it.
    public func mayAnswer(requestTo recipient: JID?) -> Bool {
        guard let recipient else { return isOwnAccountOrClient || isOwnServer }
        if sender == nil { return recipient == account.bare || recipient.full == account.domain }
        return sender == recipient
    }
}
