import XMPPTransport

/// A client that sends back what it is told; a connection that is lost is established anew.
struct EchoClient {
    let connection: ClientConnection

    /// Looks up the account's server, and logs in under TLS by the strongest mechanism that both sides have.
    init(
        _ address: String, password: String, configure: (inout ConnectionConfiguration) throws -> Void = { _ in }
    ) throws {
        let account = try JID(address)
        let credentials = SASLCredentials(username: account.local ?? "", password: Secret(password))
        let session = ClientConfiguration(account: account, credentials: credentials)
        var configuration = ConnectionConfiguration(session: session)
        configuration.reconnection = ReconnectionPolicy()
        configuration.observer = { activity in
            if case .reconnecting(let delay) = activity { print("trying again in \(delay)") }
        }
        try configure(&configuration)
        connection = try ClientConnection(configuration)
    }

    /// Returns when the connection was closed; throws a `ConnectionError` when there is no hope for one.
    func run() async throws {
        for try await event in connection {
            switch event {
            case .bound: await send(Presence())
            case .stanza(.message(let message)) where message.type == .chat:
                guard let words = message.body else { continue }
                await send(message.reply(id: await connection.makeID()) { Body(words) })
            default: break
            }
        }
    }

    /// Between the end of one stream and the next nothing can be sent, which is no reason to stop.
    private func send(_ stanza: some StanzaProtocol) async {
        do { try await connection.send(stanza) } catch { print("not sent: \(error)") }
    }
}
