import Testing
import XMPPAddress
import XMPPSession
import XMPPStanzas

@testable import XMPPTransport

/// From the connection to the close, with a server that keeps to the rules.
@Suite(.timeLimit(.minutes(1)))
struct LoginTests {
    @Test func eventsStanzasAndCloseOnOneConnection() async throws {
        let server = try ScriptedServer { peer in
            try peer.logIn()
            try peer.read(until: "<body>hello</body></message>")
            try peer.send(Say.message("good night"))
            try peer.sayGoodbye()
            try peer.readToEnd()
        }
        let connection = try ClientConnection(.anonymous(port: server.port))
        #expect(try await connection.established().full == Say.address)
        try await connection.send(Message(to: JID("romeo@localhost"), type: .chat) { Body("hello") })
        let message = try await connection.first { $0.body != nil }
        #expect(message?.body == "good night")
        #expect(await connection.endpoint?.address.port == server.port)
        await connection.close()
        let (ending, error) = await connection.drain()
        guard case .closed(peerAgreed: true)? = ending?.cause else {
            Issue.record("\(String(describing: ending))")
            return
        }
        #expect(error == nil)
        #expect(server.stop() == [])
    }
}
