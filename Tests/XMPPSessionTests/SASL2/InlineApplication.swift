import XMLStream
import XMPPAddress
import XMPPExtensions
import XMPPSASL
import XMPPStanzas

@testable import XMPPSession

/// A server's application that keeps accounts, tokens and streams that wait for their clients.
final class InlineApplication {
    var accounts: AccountTable
    /// By the id of the client.
    var tokens: [String: TokenSlots] = [:]
    var detached: [String: ResumableStream] = [:]
    /// What time it is, for tokens.
    var time = DateTime(secondsSinceEpoch: 1_700_000_000)
    var tokenLifetime: Int64 = 7 * 86_400
    /// What the answer to a binding carries.
    var bindingResults: [Element] = []
    /// Accounts that have keys of these already need none.
    var upgrades: [HashFunction] = [.sha256, .sha512]
    private(set) var upgraded: [SCRAMKeys] = []
    private(set) var uses: [TokenUse] = []
    /// Whether uses of tokens are left to the test to answer.
    var leavesUses = false
    private(set) var unansweredUses: [(ServerSession, TokenUse)] = []

    init() throws { accounts = try .withJuliet() }

    func handle(_ event: ServerEvent, of session: ServerSession, now: Instant) throws {
        switch event {
        case .credentialsNeeded(.hashedTokens(let username, let mechanism), _):
            guard accounts.contains(username), let id = session.userAgent?.id, let slots = tokens[id] else {
                return try session.answer([StoredToken](), now: now)
            }
            try session.answer(slots.tokens(for: mechanism, at: time), now: now)
        case .credentialsNeeded(let question, _): try session.answer(accounts.answer(to: question), now: now)
        case .tokenRequested(let request):
            let expiry = DateTime(secondsSinceEpoch: time.secondsSinceEpoch + tokenLifetime)
            tokens[request.clientID, default: TokenSlots()].add(request, expiry: expiry)
            try session.issueToken(expiry: expiry, now: now)
        case .tokenUsed(let use) where leavesUses: unansweredUses.append((session, use))
        case .tokenUsed(let use):
            uses.append(use)
            try session.answerTokenUse(isAccepted: tokens[use.clientID]?.record(use) ?? false, now: now)
        case .upgradesOffered(let hashes, let account):
            let missing = hashes.filter { accounts.keys(of: account.local ?? "", hash: $0) == nil }
            try session.answerUpgrades(missing.filter(upgrades.contains), now: now)
        case .keysUpgraded(let keys, let account):
            upgraded.append(keys)
            accounts.add(keys, of: account.local ?? "")
        case .resourceRequested(let resource):
            try session.bind(resource: resource, results: bindingResults, now: now)
        case .resumptionRequested(let id):
            if try session.resume(detached[id], now: now) { detached[id] = nil }
        case .ended(let ending):
            if let stream = ending.resumption { detached[stream.id] = stream }
        default: break
        }
    }
}

extension AccountTable {
    /// Adds keys to those that an account has.
    mutating func add(_ keys: SCRAMKeys, of username: String) {
        let others = HashFunction.allCases.filter { $0 != keys.hash }.compactMap { self.keys(of: username, hash: $0) }
        setKeys(others + [keys], of: username)
    }
}
