import XMPPAddress
import XMPPExtensions
import XMPPStanzas

// What is kept on servers: contacts, archives, nodes, rooms.

extension Bind: GlossedPayload {
    var detail: String { Gloss.words(resource?.shortened, jid?.full) }
}

/// `bob@b.example both` of one contact, else how many there are.
extension Roster: GlossedPayload {
    var detail: String {
        let version = version.map { $0.isEmpty ? "" : "version \($0.shortened)" }
        guard items.count == 1, let item = items.first else {
            return Gloss.words(items.isEmpty ? nil : Gloss.count(items.count, "contact"), version)
        }
        let ask = item.ask == nil ? nil : "(asked)"
        return Gloss.words(item.jid.full, item.subscription.rawValue, ask, version)
    }
}

extension Registration: GlossedPayload {
    var detail: String {
        Gloss.words(isRemoval ? "removal" : nil, isRegistered ? "registered" : nil, fields[.username]?.shortened)
    }
}

extension BlockList: GlossedPayload {
    var detail: String { jids.isEmpty ? "" : Gloss.addresses(jids) }
}

extension Block: GlossedPayload {
    var detail: String { Gloss.addresses(jids) }
}

extension Unblock: GlossedPayload {
    var detail: String { jids.isEmpty ? "everybody" : Gloss.addresses(jids) }
}

// MARK: Archives

extension ArchiveQuery: GlossedPayload {
    var detail: String {
        let conditions = ["with", "start", "end"].map { name in
            filter?[name]?.value.map { "\(name) \($0.shortened)" }
        }
        return Gloss.words(
            node?.shortened, conditions[0], conditions[1], conditions[2], resultSet?.detail,
            isFlipped ? "flipped" : nil)
    }
}

extension ArchiveResult: GlossedPayload {
    var detail: String { Gloss.words(id.shortened, forwarded.delay.map { "of \($0.stamp.xmlText)" }) }
}

extension ArchiveFin: GlossedPayload {
    var detail: String { Gloss.words(isComplete ? "complete" : nil, resultSet?.detail) }
}

// MARK: Nodes

/// `publish urn:xmpp:avatar:data item 5b2e`.
extension PubSub: GlossedPayload {
    var detail: String {
        if let publish { return Gloss.words("publish", publish.node.shortened, Gloss.items(publish.items)) }
        if let retract { return Gloss.words("retract", retract.node.shortened, Gloss.items(retract.items)) }
        if let items {
            let maximum = items.maximum.map { "max \($0)" }
            return Gloss.words("items", items.node.shortened, maximum, Gloss.items(items.items), resultSet?.detail)
        }
        guard let action = others.first else { return "" }
        return Gloss.words(action.localName, action["node"]?.shortened)
    }
}

extension PubSubEvent: GlossedPayload {
    var detail: String {
        if let items {
            let retracted = items.retracted.isEmpty ? nil : "retracted \(Gloss.count(items.retracted.count, "item"))"
            return Gloss.words("items", items.node.shortened, Gloss.items(items.items), retracted)
        }
        guard let action = others.first else { return "" }
        return Gloss.words(action.localName, action["node"]?.shortened)
    }
}

extension Bookmark: GlossedPayload {
    var detail: String { Gloss.words(name?.glossed, isJoinedAutomatically ? "joined automatically" : nil) }
}

extension LegacyBookmarks: GlossedPayload {
    var detail: String { Gloss.count(conferences.count, "room") }
}

// MARK: Rooms

extension RoomJoin: GlossedPayload {
    var detail: String {
        guard let history else { return "" }
        let limits = Gloss.words(
            history.maximumStanzas.map { "\($0) messages" }, history.maximumCharacters.map { "\($0) characters" },
            history.seconds.map { "of \($0) s" }, history.since.map { "since \($0.xmlText)" })
        return limits.isEmpty ? "" : "with history: \(limits)"
    }
}

/// `participant/member 110,201`, with what else the room says.
extension RoomUser: GlossedPayload {
    var detail: String {
        let invitation = invitations.first.map { invitation in
            Gloss.words("invitation", invitation.from.map { "by \($0)" }, invitation.to.map { "for \($0)" })
        }
        return Gloss.words(
            item?.words, statuses.map(\.xmlText).joined(separator: ","), invitation,
            decline == nil ? nil : "declined", destruction == nil ? nil : "destroyed")
    }
}

extension RoomAdministration: GlossedPayload {
    var detail: String { items.count == 1 ? items[0].words : Gloss.count(items.count, "item") }
}

extension RoomOwnership: GlossedPayload {
    var detail: String { Gloss.words(form?.detail, destruction == nil ? nil : "destruction") }
}

extension DirectInvitation: GlossedPayload {
    var detail: String { Gloss.words(room.full, reason?.glossed) }
}

extension RoomItem {
    fileprivate var words: String {
        let standing = [role?.rawValue, affiliation?.rawValue].compactMap { $0 }.joined(separator: "/")
        return Gloss.words(standing, jid?.full, nickname?.glossed, reason?.glossed)
    }
}

extension Gloss {
    /// `item 5b2e` of one, else how many there are.
    fileprivate static func items(_ items: [PubSubItem]) -> String? {
        guard items.count == 1 else { return items.isEmpty ? nil : count(items.count, "item") }
        return items[0].id.map { "item \($0.shortened)" } ?? "1 item"
    }

    /// The address of one, else how many there are.
    fileprivate static func addresses(_ addresses: [JID]) -> String {
        addresses.count == 1 ? addresses[0].full : "\(addresses.count) addresses"
    }
}
