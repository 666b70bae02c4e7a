import XMPPAddress

/// The requests that wait for a response (RFC 6120 §8.2.3).
struct RequestTracker: Sendable {
    /// What a request was made for.
    enum Purpose: Sendable {
        /// The application asked.
        case application
        /// To see whether the peer lives.
        case probe
        /// To remove the account (XEP-0077 §3.2).
        case removal
    }

    struct Pending: Sendable {
        let recipient: JID?
        let deadline: Instant
        let purpose: Purpose
    }

    private(set) var pending: [String: Pending] = [:]
    /// When the first of them times out.
    private(set) var deadline: Instant?

    var count: Int { pending.count }
    var isRemovingAccount: Bool { pending.values.contains { $0.purpose == .removal } }

    func contains(_ id: String) -> Bool { pending[id] != nil }

    mutating func add(_ id: String, _ request: Pending) {
        pending[id] = request
        deadline = earlier(deadline, request.deadline)
    }

    /// Takes off the request that a response of this sender answers; nil if there is none.
    mutating func take(_ id: String, from sender: JID?, account: JID) -> Pending? {
        guard let request = pending[id],
            StanzaOrigin(sender, account: account).mayAnswer(requestTo: request.recipient)
        else { return nil }
        remove(id)
        return request
    }

    /// Takes off a request that is not sent after all; returns whether there was one.
    mutating func withdraw(_ id: String) -> Bool {
        defer { remove(id) }
        return contains(id)
    }

    /// Takes off the requests whose time is up, by id, in the order of their deadlines.
    mutating func takeExpired(at now: Instant) -> [(id: String, request: Pending)] {
        guard let deadline, deadline <= now else { return [] }
        return takeAll { $0.deadline <= now }
    }

    mutating func takeAll() -> [(id: String, request: Pending)] { takeAll { _ in true } }

    private mutating func takeAll(where isTaken: (Pending) -> Bool) -> [(id: String, request: Pending)] {
        let taken = pending.filter { isTaken($0.value) }.sorted { a, b in
            (a.value.deadline, a.key) < (b.value.deadline, b.key)
        }
        for (id, _) in taken { pending[id] = nil }
        settle()
        return taken.map { ($0.key, $0.value) }
    }

    private mutating func remove(_ id: String) {
        guard let removed = pending.removeValue(forKey: id) else { return }
        if removed.deadline == deadline { settle() }
    }

    private mutating func settle() {
        deadline = pending.values.map(\.deadline).min()
        // A dictionary that was emptied keeps its memory for as long as the stream rests.
        if pending.isEmpty { pending = [:] }
    }
}
