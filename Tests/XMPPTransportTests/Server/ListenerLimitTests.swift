import TestServers
import Testing
import XMPPSession
import XMPPStanzas
import XMPPTLS

@testable import XMPPTransport

/// What a listener does with more connections than it may have, and a server with a client that takes its time.
@Suite(.timeLimit(.minutes(5)))
struct ListenerLimitTests {
    private static func listener(_ configure: (inout ListenerConfiguration) -> Void = { _ in }) throws -> Listener {
        try ListenerTests.listener {
            $0.maximumConnections = 2
            configure(&$0)
        }
    }

    /// Connects until the listener takes a connection in, which it does once it has heard of the end of another.
    private static func accepted(_ listener: Listener) async throws -> Bool {
        for _ in 0..<500 {
            let client = try Client(listener)
            try await client.send(ListenerTests.header)
            let features: Void? = try? await client.read(until: "<stream:features")
            await client.close()
            if features != nil { return true }
            try await Task.sleep(for: .milliseconds(10))
        }
        return false
    }

    @Test func oneTooManyIsToldSo() async throws {
        let listener = try Self.listener()
        let (first, one) = try await ListenerTests.established(listener)
        let (second, other) = try await ListenerTests.established(listener)
        for _ in 0..<3 {
            let client = try Client(listener)
            try await client.send(ListenerTests.header)
            try await client.read(until: "from='localhost'")
            try await client.read(
                until: "<stream:error><resource-constraint xmlns='urn:ietf:params:xml:ns:xmpp-streams'/>")
            try await client.read(until: "</stream:error></stream:stream>")
            try await client.readToEnd()
            await client.close()
        }
        // Those that are there are not disturbed, and the place of one that goes is another's.
        let jid = try #require(await other.boundJID)
        try await other.send(Message(to: jid) { Body("still here") })
        try await second.read(until: "still here")
        one.cancel()
        try await first.readToEnd()
        #expect(try await Self.accepted(listener))
        await first.close()
        await second.close()
    }

    @Test func placesOfConnectionsThatNobodyTakesAreTakenToo() async throws {
        let listener = try Self.listener()
        let waiting = [try Client(listener), try Client(listener)]
        let client = try Client(listener)
        try await client.read(until: "<resource-constraint")
        try await client.readToEnd()
        listener.close()
        for client in waiting + [client] { await client.close() }
    }

    @Test func overWebSocketItIsToldByHTTP() async throws {
        let listener = try Self.listener {
            $0.maximumConnections = 1
            $0.webSocketPath = "/xmpp"
        }
        let first = try Client(listener)
        let second = try Client(listener)
        try await second.send(ListenerTests.request("/xmpp"))
        try await second.read(until: "HTTP/1.1 503 ")
        try await second.readToEnd()
        try await first.send(ListenerTests.request("/xmpp"))
        let connection = try #require(await listener.makeAsyncIterator().next())
        try await first.read(until: "HTTP/1.1 101 ")
        connection.cancel()
        await first.close()
        await second.close()
    }

    @Test func whereTLSComesFirstItIsClosed() async throws {
        let identity = try TLSIdentity.selfSigned(for: ["localhost"])
        let listener = try Self.listener {
            $0.maximumConnections = 1
            $0.session.tls = .direct
            $0.tls = TLSConfiguration(identities: [identity])
        }
        let first = try Client(listener)
        let second = try Client(listener)
        try await second.readToEnd()
        await first.close()
        await second.close()
    }

    /// A request for WebSocket that does not come in time is answered, as HTTP has it.
    @Test(arguments: ["", "GET /xmpp HTTP/1.1\r\nHost: localhost\r\n"])
    func lateRequestIsAnswered(_ part: String) async throws {
        let listener = try Self.listener {
            $0.webSocketPath = "/xmpp"
            $0.session.timeouts.step = .milliseconds(300)
        }
        let client = try Client(listener)
        let connection = try #require(await listener.makeAsyncIterator().next())
        if !part.isEmpty { try await client.send(part) }
        try await client.read(until: "HTTP/1.1 408 Request Timeout\r\n")
        try await client.readToEnd()
        await client.close()
        let last = try await connection.first { if case .ended = $0 { true } else { false } }
        guard case .ended(let ending)? = last, case .timedOut? = ending.cause as Ending.Cause? else {
            Issue.record("\(String(describing: last))")
            return
        }
    }
}
