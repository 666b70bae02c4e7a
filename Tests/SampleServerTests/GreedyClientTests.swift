import SampleServer
import TestServers
import Testing
import XMPPAddress
import XMPPExtensions
import XMPPSession
import XMPPStanzas
import XMPPTransport

/// Clients that would have the server keep more for them than it may.
@Suite(.timeLimit(.minutes(5)))
struct GreedyClientTests {
    /// What a client does not take in waits for it, up to a bound; who sends more is told so, and others are not held up.
    @Test func whatIsTooMuchForAClientIsRefused() async throws {
        let stage = try Stage()
        let romeo = try ClientConnection(stage.configuration("romeo", resource: "garden", by: .webSocket))
        let to = try await romeo.established()
        try await romeo.send(Presence())
        let juliet = try await stage.juliet(by: .webSocket)
        // Nobody takes romeo's events any more, so that soon nothing is read of what comes for him.
        let text = String(repeating: "x", count: 200_000)
        for number in 0..<60 {
            try await juliet.connection.send(Message(to: to, type: .chat, id: "\(number)") { Body(text) })
        }
        let refused = try await juliet.wait { $0.message?.type == .error ? $0.message : nil }
        #expect(refused[0].error?.condition == .resourceConstraint && refused[0].from == to)
        let ping = try await juliet.connection.request(get: Ping(), to: JID(Stage.domain))
        #expect(ping.type == .result)
        await juliet.close()
        romeo.cancel()
    }

    /// An account has so many clients and no more.
    @Test func clientsOfAnAccountAreBounded() async throws {
        let stage = try Stage()
        var clients: [ClientConnection] = []
        for number in 0..<SampleServer.maximumResources {
            let client = try ClientConnection(stage.configuration(resource: "client \(number)", by: .webSocket))
            _ = try await client.established()
            clients.append(client)
        }
        let other = try OwnClient(stage.configuration(resource: "one more", by: .webSocket))
        let ending = try await other.wait { $0.ending }[0]
        guard case .bindingRefused(let error) = ending.cause, error.condition == .resourceConstraint else {
            Issue.record("\(ending)")
            return
        }
        for client in clients { client.cancel() }
    }
}
