import XMPPSASL

/// Accounts in memory, each with the keys that SCRAM needs and no password.
struct AccountTable: CredentialStore {
    /// As few as clients accept: tests log in often.
    static let iterations = 4096

    private var accounts: [String: [SCRAMKeys]] = [:]

    func keys(of username: String, hash: HashFunction?) -> SCRAMKeys? {
        accounts[username]?.first { hash == nil || $0.hash == hash }
    }

    func contains(_ username: String) -> Bool { accounts[username] != nil }
    mutating func setKeys(_ keys: [SCRAMKeys], of username: String) { accounts[username] = keys }
    mutating func remove(_ username: String) { accounts[username] = nil }
}
