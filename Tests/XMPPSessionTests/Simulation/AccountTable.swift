import XMPPSASL

/// A credential store in memory.
struct AccountTable: CredentialStore {
    private var accounts: [String: [SCRAMKeys]] = [:]

    func keys(of username: String, hash: HashFunction?) -> SCRAMKeys? {
        accounts[username]?.first { hash == nil || $0.hash == hash }
    }

    func usernameOfCertificate(authorizationIdentity: String?) -> String? {
        contains("juliet") ? "juliet" : nil
    }

    func username(ofToken token: Secret, authorizationIdentity: String?) -> String? {
        token.matches(Secret("token")) ? "juliet" : nil
    }

    func contains(_ username: String) -> Bool { accounts[username] != nil }

    mutating func setKeys(_ keys: [SCRAMKeys], of username: String) { accounts[username] = keys }

    mutating func remove(_ username: String) { accounts[username] = nil }

    /// One account, with keys for SCRAM-SHA-256 of as few iterations as a client accepts.
    static func withJuliet() throws -> AccountTable {
        var table = AccountTable()
        var generator = SeededGenerator(5)
        try table.setPassword(
            Secret(Harness.password), of: "juliet", hashes: [.sha256], iterations: 4096, using: &generator)
        return table
    }

    static let decoy = SCRAMDecoy(seed: Secret("the seed of the tests"), iterations: 4096)
}
