import XMLStream
import XMPPAddress
import XMPPExtensions
import XMPPStanzas

// MARK: - Presence (RFC 6121 §3, §4)

extension Router {
    mutating func route(_ presence: Presence, from: JID) -> [Delivery] {
        switch presence.type {
        case .subscribe?, .subscribed?, .unsubscribe?, .unsubscribed?:
            return route(subscription: presence, from: from.bare)
        case .probe?, .error?: return []
        case nil, .unavailable?: break
        }
        guard let to = presence.to else {
            return presence.type == nil
                ? broadcastAvailable(presence, from: from) : broadcastUnavailable(presence, from: from)
        }
        return direct(presence, from: from, to: to)
    }

    /// Presence for one entity (RFC 6121 §4.6).
    private mutating func direct(_ presence: Presence, from: JID, to: JID) -> [Delivery] {
        let directed = accounts[from.bare]?.resources[from.resource ?? ""]?.directed ?? []
        if presence.type == nil {
            guard directed.contains(to) || directed.count < Self.maximumEntries else { return [] }
            accounts[from.bare]?.resources[from.resource ?? ""]?.directed.insert(to)
        } else {
            accounts[from.bare]?.resources[from.resource ?? ""]?.directed.remove(to)
        }
        return to.resource == nil ? deliver(presence, toAvailableOf: to) : deliver(presence.element, to: to)
    }

    private func deliver(_ presence: Presence, toAvailableOf account: JID) -> [Delivery] {
        clients(of: account).filter { $0.presence != nil }.map { resource in
            Delivery(receiver: resource.mailbox, element: presence.element)
        }
    }

    // MARK: Broadcasts

    private mutating func broadcastAvailable(_ presence: Presence, from: JID) -> [Delivery] {
        let key = from.resource ?? ""
        guard let account = accounts[from.bare], let resource = account.resources[key] else { return [] }
        let mailbox = resource.mailbox
        let isFirst = resource.presence == nil
        accounts[from.bare]?.resources[key]?.presence = presence
        var deliveries = broadcast(presence, from: from)
        guard isFirst else { return deliveries }
        // The presence of contacts and of the account's other clients (RFC 6121 §4.3), what is still to be answered
        // (RFC 6121 §3.1.3), and what has been stored.
        let seen = account.roster.values.filter { $0.subscription == .both || $0.subscription == .to }.map(\.jid)
        for other in seen + [from.bare] {
            for resource in clients(of: other) where resource.mailbox.jid != from {
                guard var theirs = resource.presence else { continue }
                theirs.to = from
                deliveries.append(Delivery(receiver: mailbox, element: theirs.element))
            }
        }
        deliveries += account.requests.values.map { Delivery(receiver: mailbox, element: $0.element) }
        if presence.priority >= 0 {
            deliveries += account.stored.map { Delivery(receiver: mailbox, element: $0) }
            accounts[from.bare]?.stored = []
        }
        return deliveries
    }

    mutating func broadcastUnavailable(_ presence: Presence, from: JID) -> [Delivery] {
        let key = from.resource ?? ""
        guard let resource = accounts[from.bare]?.resources[key] else { return [] }
        var deliveries: [Delivery] = []
        if resource.presence != nil { deliveries += broadcast(presence, from: from) }
        accounts[from.bare]?.resources[key]?.presence = nil
        accounts[from.bare]?.resources[key]?.directed = []
        for other in resource.directed {
            deliveries += deliver(presence.addressed(from: from, to: other).element, to: other)
        }
        return deliveries
    }

    /// To all contacts that may see it, and to all clients of the account itself (RFC 6121 §4.2.2).
    private func broadcast(_ presence: Presence, from: JID) -> [Delivery] {
        let watchers = contacts(of: from)
            .filter { $0.subscription == .both || $0.subscription == .from }.map(\.jid)
        return (watchers + [from.bare]).flatMap { watcher in
            deliver(presence.addressed(from: from, to: watcher), toAvailableOf: watcher)
        }
    }

    // MARK: Subscriptions (RFC 6121 §3)

    private mutating func route(subscription presence: Presence, from: JID) -> [Delivery] {
        guard let to = presence.to?.bare, let type = presence.type, to != from else { return [] }
        let presence = presence.addressed(from: from, to: to)
        var deliveries = record(type, sentBy: from, about: to)
        guard accounts[to] != nil else {
            // Nobody is there who could agree (RFC 6121 §3.1.3).
            if type == .subscribe {
                let refusal = Presence(to: from, from: to, type: .unsubscribed)
                deliveries += receive(.unsubscribed, refusal, by: from, from: to)
            }
            return deliveries
        }
        return deliveries + receive(type, presence, by: to, from: from)
    }

    /// What a subscription stanza changes for who sends it.
    private mutating func record(_ type: PresenceType, sentBy account: JID, about contact: JID) -> [Delivery] {
        let former = accounts[account]?.roster[contact]
        var item = former ?? RosterItem(contact)
        switch type {
        case .subscribe: if !item.sees { item.ask = .subscribe }
        case .unsubscribe: (item.sees, item.ask) = (false, nil)
        case .subscribed:
            guard accounts[account]?.requests.removeValue(forKey: contact) != nil else { return [] }
            item.isSeen = true
        case .unsubscribed:
            accounts[account]?.requests[contact] = nil
            item.isSeen = false
        default: return []
        }
        guard item != former, former != nil || type != .unsubscribed && type != .unsubscribe else { return [] }
        guard mayHave(contact, of: account) else { return [] }
        accounts[account]?.roster[contact] = item
        return push(item, of: account)
    }

    /// What a subscription stanza changes for who gets it.
    private mutating func receive(
        _ type: PresenceType, _ presence: Presence, by account: JID, from contact: JID
    ) -> [Delivery] {
        let former = accounts[account]?.roster[contact]
        var item = former ?? RosterItem(contact)
        switch type {
        case .subscribe where item.isSeen:
            let answer = Presence(to: contact, from: account, type: .subscribed)
            return receive(.subscribed, answer, by: contact, from: account)
        case .subscribe:
            let requests = accounts[account]?.requests ?? [:]
            guard requests[contact] != nil || requests.count < Self.maximumEntries else { return [] }
            accounts[account]?.requests[contact] = presence
            return deliver(presence, toAvailableOf: account)
        case .subscribed:
            guard item.ask != nil else { return [] }
            (item.sees, item.ask) = (true, nil)
        case .unsubscribed: (item.sees, item.ask) = (false, nil)
        case .unsubscribe:
            accounts[account]?.requests[contact] = nil
            item.isSeen = false
        default: return []
        }
        guard let former, item != former else { return [] }
        accounts[account]?.roster[contact] = item
        let news = deliver(presence, toAvailableOf: account) + push(item, of: account)
        return type == .subscribed ? news + presences(of: contact, for: account) : news
    }

    /// What a new subscriber is to see (RFC 6121 §3.1.5).
    private func presences(of contact: JID, for account: JID) -> [Delivery] {
        clients(of: contact).flatMap { resource in
            resource.presence.map {
                deliver($0.addressed(from: resource.mailbox.jid, to: account), toAvailableOf: account)
            } ?? []
        }
    }
}

extension Presence {
    fileprivate func addressed(from: JID, to: JID) -> Presence {
        var presence = self
        presence.from = from
        presence.to = to
        return presence
    }
}

extension RosterItem {
    /// Whether the user sees the contact's presence.
    fileprivate var sees: Bool {
        get { subscription == .both || subscription == .to }
        set { set(sees: newValue, isSeen: isSeen) }
    }

    /// Whether the contact sees the user's presence.
    fileprivate var isSeen: Bool {
        get { subscription == .both || subscription == .from }
        set { set(sees: sees, isSeen: newValue) }
    }

    private mutating func set(sees: Bool, isSeen: Bool) {
        subscription =
            switch (sees, isSeen) {
            case (true, true): .both
            case (true, false): .to
            case (false, true): .from
            case (false, false): .none
            }
    }
}
