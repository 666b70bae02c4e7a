import XMLStream
import XMPPAddress
import XMPPExtensions
import XMPPStanzas

// MARK: - Requests and their responses (RFC 6121 §8.5)

extension Router {
    mutating func route(_ iq: IQ, from: JID, to: JID) -> [Delivery] {
        if to.resource != nil {
            let deliveries = deliver(iq.element, to: to)
            return deliveries.isEmpty && iq.isRequest ? reply(to: .iq(iq), .serviceUnavailable) : deliveries
        }
        guard iq.isRequest else { return [] }
        if let roster = (try? iq[Roster.self]) ?? nil, to == from.bare { return handle(iq, roster, from: from) }
        if let question = (try? iq[DiscoInfo.self]) ?? nil, question.node == nil, iq.type == .get {
            return respond(to: iq, info(about: to), from: from)
        }
        if let question = (try? iq[DiscoItems.self]) ?? nil, question.node == nil, iq.type == .get, to == domain {
            return respond(to: iq, DiscoItems(items: components.keys.map { DiscoItems.Item($0) }), from: from)
        }
        return reply(to: .iq(iq), .serviceUnavailable)
    }

    private func respond(to iq: IQ, _ payload: some Payload, from: JID) -> [Delivery] {
        iq.result(payload).map { deliver($0.element, to: from) } ?? []
    }

    private func info(about jid: JID) -> DiscoInfo {
        guard jid == domain else {
            return DiscoInfo(
                identities: [.init(category: "account", type: "registered")],
                features: ["http://jabber.org/protocol/disco#info"])
        }
        return DiscoInfo(
            identities: [.init(category: "server", type: "im", name: "StanzaKit sample server")],
            features: [
                "http://jabber.org/protocol/disco#info", "http://jabber.org/protocol/disco#items", "urn:xmpp:ping",
            ])
    }

    // MARK: The roster (RFC 6121 §2)

    private mutating func handle(_ iq: IQ, _ roster: Roster, from: JID) -> [Delivery] {
        let account = from.bare
        if iq.type == .get {
            accounts[account]?.resources[from.resource ?? ""]?.wantsRoster = true
            let sorted = contacts(of: account).sorted { "\($0.jid)" < "\($1.jid)" }
            return respond(to: iq, Roster(items: sorted), from: from)
        }
        guard roster.items.count == 1, let item = roster.items.first, item.jid.bare != account else {
            return reply(to: .iq(iq), .badRequest)
        }
        let jid = item.jid.bare
        if item.subscription == .remove {
            guard let former = accounts[account]?.roster[jid] else { return reply(to: .iq(iq), .itemNotFound) }
            let result = iq.result().map { deliver($0.element, to: from) } ?? []
            return result + removeContact(former, of: account)
        }
        guard mayHave(jid, of: account) else { return reply(to: .iq(iq), .resourceConstraint) }
        var kept = accounts[account]?.roster[jid] ?? RosterItem(jid)
        kept.name = item.name
        kept.groups = item.groups
        accounts[account]?.roster[jid] = kept
        return push(kept, of: account) + (iq.result().map { deliver($0.element, to: from) } ?? [])
    }

    /// Whether somebody is a contact, or may become one.
    func mayHave(_ contact: JID, of account: JID) -> Bool {
        let roster = accounts[account]?.roster ?? [:]
        return roster[contact] != nil || roster.count < Self.maximumEntries
    }

    /// Ends all subscriptions with a contact that is deleted (RFC 6121 §2.5.2).
    private mutating func removeContact(_ item: RosterItem, of account: JID) -> [Delivery] {
        var deliveries: [Delivery] = []
        if item.subscription == .both || item.subscription == .to {
            deliveries += route(Presence(to: item.jid, from: account, type: .unsubscribe), from: account)
        }
        if item.subscription == .both || item.subscription == .from {
            deliveries += route(Presence(to: item.jid, from: account, type: .unsubscribed), from: account)
        }
        accounts[account]?.roster[item.jid] = nil
        return deliveries + push(RosterItem(item.jid, subscription: .remove), of: account)
    }

    /// Tells those clients of an account that have asked for the roster of a change (RFC 6121 §2.1.6).
    func push(_ item: RosterItem, of account: JID) -> [Delivery] {
        let clients = clients(of: account).filter(\.wantsRoster)
        return clients.map { client in
            let push = IQ(
                set: Roster(items: [item]), to: client.mailbox.jid, from: account,
                id: "push-\(UInt64.random(in: .min ... .max))")
            return Delivery(receiver: client.mailbox, element: push.element)
        }
    }
}
