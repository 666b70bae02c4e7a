import Foundation
import XMPPSASL
import XMPPSession
import XMPPStanzas

/// The tokens of all clients (XEP-0484), in memory.
struct TokenTable {
    /// For how many seconds a token is good.
    private static let lifetime: Int64 = 7 * 86_400
    /// How many clients of an account may have some; the one that came first is forgotten.
    private static let maximumClients = 20

    private var clients: [String: [(id: String, slots: TokenSlots)]] = [:]

    private var now: DateTime { DateTime(secondsSinceEpoch: Int64(Date().timeIntervalSince1970)) }

    func tokens(of username: String, _ id: String, for mechanism: SASLMechanism) -> [StoredToken] {
        let client = clients[username]?.first { $0.id == id }
        return client?.slots.tokens(for: mechanism, at: now) ?? []
    }

    /// Returns when the token expires.
    mutating func add(_ request: TokenRequest) -> DateTime {
        let expiry = DateTime(secondsSinceEpoch: now.secondsSinceEpoch + Self.lifetime)
        var all = clients[request.account.local ?? ""] ?? []
        var client = all.first { $0.id == request.clientID } ?? (request.clientID, TokenSlots())
        client.slots.add(request, expiry: expiry)
        all.removeAll { $0.id == request.clientID }
        clients[request.account.local ?? ""] = (all + [client]).suffix(Self.maximumClients)
        return expiry
    }

    /// Returns whether the token was still valid.
    mutating func record(_ use: TokenUse) -> Bool {
        let username = use.account.local ?? ""
        guard let index = clients[username]?.firstIndex(where: { $0.id == use.clientID }) else { return false }
        return clients[username]?[index].slots.record(use) ?? false
    }

    mutating func remove(_ username: String) { clients[username] = nil }
}
