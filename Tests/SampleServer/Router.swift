import XMLStream
import XMPPAddress
import XMPPExtensions
import XMPPStanzas

/// Where stanzas go (RFC 6121 §8), and what the server keeps of its accounts. It delivers nothing itself: what is to be
/// delivered comes out, in order.
struct Router {
    /// A stanza, and who it is for.
    struct Delivery {
        let receiver: any Receiver
        let element: Element
    }

    /// A client that is logged in, or may come back.
    struct Resource {
        let mailbox: Mailbox
        /// What it has broadcast last; nil before that and while it is unavailable.
        var presence: Presence?
        /// Whether it gets pushes of the roster (RFC 6121 §2.2).
        var wantsRoster = false
        /// Those that it has sent presence to that are none of its contacts (RFC 6121 §4.6).
        var directed: Set<JID> = []
    }

    struct Account {
        var roster: [JID: RosterItem] = [:]
        /// Requests for a subscription that are not answered yet (RFC 6121 §3.1.3).
        var requests: [JID: Presence] = [:]
        var resources: [String: Resource] = [:]
        /// Messages that wait for a client.
        var stored: [Element] = []
    }

    /// How many messages may wait for an account's next client.
    private static let maximumStored = 1000
    /// How many bytes of memory they may hold together; one message may exceed it.
    private static let maximumStoredBytes = 4 << 20

    /// How many contacts an account may have, how many requests of others, and how many a client may have sent presence to.
    static let maximumEntries = 1000

    let domain: JID
    var accounts: [JID: Account] = [:]
    /// Other domains, each with its one receiver.
    var components: [JID: any Receiver] = [:]
    private var streams: [String: Mailbox] = [:]

    init(domain: JID) {
        self.domain = domain
    }

    // MARK: - Accounts and clients

    mutating func addAccount(_ account: JID) {
        if accounts[account.bare] == nil { accounts[account.bare] = Account() }
    }

    mutating func removeAccount(_ account: JID) -> [Delivery] {
        let deliveries = clients(of: account).flatMap { resource in
            remove(resource.mailbox)
        }
        accounts[account.bare] = nil
        return deliveries
    }

    mutating func befriend(_ a: JID, _ b: JID) {
        accounts[a]?.roster[b] = RosterItem(b, subscription: .both)
        accounts[b]?.roster[a] = RosterItem(a, subscription: .both)
    }

    /// What becomes of a client that wants to have an address.
    enum Admission {
        case admitted
        /// Another client has it.
        case taken(Mailbox)
        /// The account has as many clients as it may.
        case tooMany
    }

    mutating func admit(_ mailbox: Mailbox, upTo limit: Int) -> Admission {
        if let former = self.mailbox(of: mailbox.jid) { return .taken(former) }
        guard clients(of: mailbox.jid).count < limit else { return .tooMany }
        accounts[mailbox.jid.bare]?.resources[mailbox.jid.resource ?? ""] = Resource(mailbox: mailbox)
        return .admitted
    }

    func clients(of account: JID) -> [Resource] { accounts[account.bare].map { Array($0.resources.values) } ?? [] }

    func contacts(of account: JID) -> [RosterItem] { accounts[account.bare].map { Array($0.roster.values) } ?? [] }

    func mailbox(of jid: JID) -> Mailbox? { accounts[jid.bare]?.resources[jid.resource ?? ""]?.mailbox }

    mutating func setResumptionID(_ id: String, of mailbox: Mailbox) { streams[id] = mailbox }

    func mailbox(ofStream id: String) -> Mailbox? { streams[id] }

    /// A client has left, with or without a word.
    mutating func remove(_ mailbox: Mailbox) -> [Delivery] {
        streams = streams.filter { $0.value !== mailbox }
        let key = mailbox.jid.resource ?? ""
        guard let resource = accounts[mailbox.jid.bare]?.resources[key], resource.mailbox === mailbox else { return [] }
        let farewell = broadcastUnavailable(Presence(type: .unavailable), from: mailbox.jid)
        accounts[mailbox.jid.bare]?.resources[key] = nil
        return farewell
    }

    // MARK: - Routing

    /// What becomes of a stanza of a client or component, which bears its sender.
    mutating func route(_ stanza: Stanza) -> [Delivery] {
        guard let from = stanza.from else { return [] }
        let to = stanza.to ?? from.bare
        if let component = components[to.domainPart] {
            return [Delivery(receiver: component, element: stanza.element)]
        }
        guard to.domainPart == domain else { return reply(to: stanza, .remoteServerNotFound) }
        switch stanza {
        case .message(let message): return route(message, to: to)
        case .presence(let presence): return route(presence, from: from)
        case .iq(let iq): return route(iq, from: from, to: to)
        }
    }

    /// Messages (RFC 6121 §8.5).
    private mutating func route(_ message: Message, to: JID) -> [Delivery] {
        if to.local == nil { return [] }
        if to.resource != nil, let mailbox = mailbox(of: to) {
            return [Delivery(receiver: mailbox, element: message.element)]
        }
        return spread(message, to: to)
    }

    /// To all that the account has, or to none.
    private mutating func spread(_ message: Message, to: JID, except former: (any Receiver)? = nil) -> [Delivery] {
        guard let account = accounts[to.bare] else { return reply(to: .message(message), .serviceUnavailable) }
        switch message.type {
        case .groupchat: return reply(to: .message(message), .serviceUnavailable)
        case .error: return []
        case .headline where to.resource != nil: return []
        case .normal, .chat, .headline:
            let available = account.resources.values.filter {
                ($0.presence?.priority ?? -1) >= 0 && $0.mailbox !== former
            }
            if !available.isEmpty {
                return available.map { Delivery(receiver: $0.mailbox, element: message.element) }
            }
            guard message.type != .headline else { return [] }
            let bytes = account.stored.reduce(0) { $0 + $1.heldByteCount }
            guard account.stored.count < Self.maximumStored, bytes < Self.maximumStoredBytes else {
                return reply(to: .message(message), .serviceUnavailable)
            }
            accounts[to.bare]?.stored.append(message.element)
            return []
        }
    }

    /// What could not be delivered to the client that it was for: messages go to the account's others, requests are
    /// answered, the rest is of no use any more.
    mutating func redirect(_ element: Element, from former: any Receiver) -> [Delivery] {
        switch try? Stanza(element) {
        case .message(let message)?: return message.to.map { spread(message, to: $0, except: former) } ?? []
        case .iq(let iq)? where iq.isRequest: return reply(to: .iq(iq), .serviceUnavailable)
        default: return []
        }
    }

    /// What is too much for the client that it is for.
    func refuse(_ element: Element) -> [Delivery] {
        guard let stanza = (try? Stanza(element)) ?? nil else { return [] }
        return reply(to: stanza, .resourceConstraint)
    }

    /// Those who asked get an error (RFC 6120 §8.3), if they can be reached.
    func reply(to stanza: Stanza, _ condition: StanzaErrorCondition) -> [Delivery] {
        let error = StanzaError(condition)
        let reply =
            switch stanza {
            case .message(let message): message.errorReply(error)?.element
            case .iq(let iq): iq.errorReply(error)?.element
            case .presence: nil as Element?
            }
        return reply.map { deliver($0, to: stanza.from) } ?? []
    }

    /// Delivers to a full address, or a component's.
    func deliver(_ element: Element, to: JID?) -> [Delivery] {
        guard let to else { return [] }
        if let component = components[to.domainPart] { return [Delivery(receiver: component, element: element)] }
        return mailbox(of: to).map { [Delivery(receiver: $0, element: element)] } ?? []
    }
}
