/// TLS sessions that were given up for want of keys, to tell when the capture brings these after all.
///
/// A capture is read once, from its beginning to its end: what a session said is not kept until its keys come, which can
/// be long after it is over.
struct LateKeys: Sendable {
    /// How many sessions are remembered; the oldest give way.
    private static let limit = 4096

    private var streams: [ClientRandom: Int] = [:]
    private var order: [ClientRandom] = []

    /// Remembers the session of a connection.
    mutating func miss(_ random: ClientRandom, of stream: Int) {
        guard streams.updateValue(stream, forKey: random) == nil else { return }
        order.append(random)
        guard order.count >= Self.limit else { return }
        for old in order.prefix(Self.limit / 4) { streams[old] = nil }
        order.removeFirst(Self.limit / 4)
    }

    /// The connections whose sessions a key log has secrets for, each once.
    mutating func connections(in keyLog: DecryptionSecrets) -> [Int] {
        guard !streams.isEmpty, keyLog.format == .tlsKeyLog else { return [] }
        var found: [Int] = []
        for line in keyLog.bytes.split(separator: 0x0A) {
            guard case .secret(let secret) = KeyLogLine.read(line), case .session(let random, _) = secret.name,
                let stream = streams.removeValue(forKey: random)
            else { continue }
            found.append(stream)
        }
        return found
    }
}
