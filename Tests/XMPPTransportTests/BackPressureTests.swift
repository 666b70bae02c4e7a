import Synchronization
import Testing
import XMPPAddress
import XMPPExtensions
import XMPPSession
import XMPPStanzas

@testable import XMPPTransport

/// One side that is slower than the other.
@Suite(.timeLimit(.minutes(5)))
struct BackPressureTests {
    @Test func slowConsumerHoldsTheServerUpAndLosesNothing() async throws {
        let count = 10_000
        let body = String(repeating: "x", count: 900)
        let server = try ScriptedServer { peer in
            try peer.logIn()
            for number in 0..<count { try peer.send(Say.message("\(number) \(body)")) }
            try peer.sayGoodbye()
            try peer.readToEnd()
        }
        let received = Mutex(0)
        let configuration = try ConnectionConfiguration.anonymous(port: server.port) { configuration in
            configuration.buffers = BufferPolicy(incomingBytes: 1 << 17, incomingEvents: 100)
            configuration.observer = { activity in
                if case .event(let event) = activity, event.body != nil { received.withLock { $0 += 1 } }
            }
        }
        let connection = try ClientConnection(configuration)
        var seen = 0
        var largestLag = 0
        while seen < count, let event = try await connection.makeAsyncIterator().next() {
            guard let text = event.body else { continue }
            #expect(text.hasPrefix("\(seen) "))
            seen += 1
            if seen % 1000 == 1 { try await Task.sleep(for: .milliseconds(50)) }
            largestLag = max(largestLag, received.withLock { $0 } - seen)
        }
        #expect(seen == count)
        // A hundred events, and what was read before that was noticed: 16 KB.
        #expect(largestLag <= 120)
        await connection.close()
        #expect(await server.stop() == [])
    }

    @Test func bytesOfEventsCountToo() async throws {
        let large = String(repeating: "x", count: 50_000)
        let server = try ScriptedServer { peer in
            try peer.logIn()
            for _ in 0..<50 { try peer.send(Say.message(large)) }
            try peer.sayGoodbye()
        }
        let received = Mutex(0)
        let configuration = try ConnectionConfiguration.anonymous(port: server.port) { configuration in
            configuration.buffers = BufferPolicy(incomingBytes: 200_000)
            configuration.observer = { activity in
                if case .event(let event) = activity, event.body != nil { received.withLock { $0 += 1 } }
            }
        }
        let connection = try ClientConnection(configuration)
        _ = try await connection.established()
        while received.withLock({ $0 }) < 4 { try await Task.sleep(for: .milliseconds(10)) }
        try await Task.sleep(for: .milliseconds(300))
        #expect(received.withLock { $0 } == 4)
        var seen = 0
        while seen < 50, let event = try await connection.makeAsyncIterator().next() {
            if event.body != nil { seen += 1 }
        }
        await connection.close()
        #expect(await server.stop() == [])
    }

    @Test func stalledServerHoldsTheSenderUp() async throws {
        let mayRead = Mutex(false)
        let server = try ScriptedServer { peer in
            peer.setBuffer(4096)
            try peer.logIn()
            try peer.wait { mayRead.withLock { $0 } }
            peer.setBuffer(1 << 20)
            try peer.sayGoodbye()
            // Each has its body's text and some 100 bytes more.
            try peer.require(peer.transcript.utf8.count > 2000 * 5000, "messages are missing")
            try peer.readToEnd()
        }
        let configuration = try ConnectionConfiguration.anonymous(port: server.port) { configuration in
            configuration.buffers = BufferPolicy(outgoingBytes: 1 << 16)
        }
        let connection = try ClientConnection(configuration)
        _ = try await connection.established()
        let sent = Mutex(0)
        let text = String(repeating: "x", count: 5000)
        let sending = Task {
            let to = try JID("romeo@localhost")
            for _ in 0..<2000 {
                try await connection.send(Message(to: to, type: .chat) { Body(text) })
                sent.withLock { $0 += 1 }
            }
        }
        // It goes on until all buffers are full, the system's among them, and then no further.
        var before = -1
        while case let now = sent.withLock({ $0 }), now != before {
            before = now
            try await Task.sleep(for: .milliseconds(500))
        }
        #expect(before < 2000)
        #expect(await connection.driver.outgoingCount < 1 << 17)
        mayRead.withLock { $0 = true }
        try await sending.value
        await connection.close()
        #expect(await server.stop() == [])
    }

    @Test func serverThatTakesNothingInIsGivenUp() async throws {
        let server = try ScriptedServer { peer in
            peer.setBuffer(4096)
            try peer.logIn()
            try peer.waitForEnd()
        }
        let configuration = try ConnectionConfiguration.anonymous(port: server.port) { configuration in
            configuration.buffers = BufferPolicy(outgoingBytes: 1 << 16, stallTimeout: .milliseconds(500))
        }
        let connection = try ClientConnection(configuration)
        _ = try await connection.established()
        let text = String(repeating: "x", count: 5000)
        await #expect(throws: LocalError.self) {
            while true {
                try await connection.send(Message(to: JID("romeo@localhost"), type: .chat) { Body(text) })
            }
        }
        guard case .transportClosed("the peer takes nothing in")? = await connection.drain().ending?.cause else {
            Issue.record("it ended otherwise")
            return
        }
        #expect(await server.stop() == [])
    }

    /// A response comes behind the events that nobody takes while it is waited for.
    @Test func requestIsAnsweredWhileEventsWait() async throws {
        let server = try ScriptedServer { peer in
            try peer.logIn()
            let id = try peer.readRequest()
            try peer.send(String(repeating: Say.message("meanwhile"), count: 300))
            try peer.send("<iq type='result' id='\(id)' from='localhost'/>")
            try peer.sayGoodbye()
        }
        let configuration = try ConnectionConfiguration.anonymous(port: server.port) { configuration in
            configuration.buffers = BufferPolicy(incomingEvents: 50)
        }
        let connection = try ClientConnection(configuration)
        _ = try await connection.established()
        let response = try await connection.request(get: Ping(), to: JID("localhost"))
        #expect(response.type == .result)
        var count = 0
        while count < 300, let event = try await connection.makeAsyncIterator().next() {
            if event.body != nil { count += 1 }
        }
        await connection.close()
        #expect(await server.stop() == [])
    }

    /// A consumer that takes its time is no dead peer.
    @Test func serverIsAliveWhileItsBytesLieUnread() async throws {
        let server = try ScriptedServer { peer in
            try peer.logIn()
            for _ in 0..<5000 { try peer.send(Say.message("more")) }
            try peer.sayGoodbye()
        }
        let configuration = try ConnectionConfiguration.anonymous(port: server.port) { configuration in
            configuration.buffers = BufferPolicy(incomingEvents: 10)
            configuration.session.keepalive = KeepalivePolicy(
                probeInterval: .milliseconds(300), probeTimeout: .milliseconds(300))
        }
        let connection = try ClientConnection(configuration)
        _ = try await connection.established()
        try await Task.sleep(for: .milliseconds(1500))
        var count = 0
        while count < 5000, let event = try await connection.makeAsyncIterator().next() {
            if event.body != nil { count += 1 }
        }
        #expect(count == 5000)
        await connection.close()
        #expect(await server.stop() == [])
    }

    /// With stream management, who sends faster than the server acknowledges waits.
    @Test func senderWaitsForAcknowledgements() async throws {
        let server = try ScriptedServer { peer in
            try peer.logIn(offering: Say.bind + Say.management)
            try peer.read(until: "<enable")
            try peer.read(until: ">")
            try peer.send("<enabled xmlns='urn:xmpp:sm:3'/>")
            for number in 1...30 {
                try peer.read(until: "</message>")
                if number % 10 == 0 { try peer.send("<a xmlns='urn:xmpp:sm:3' h='\(number)'/>") }
            }
            try peer.sayGoodbye()
        }
        let configuration = try ConnectionConfiguration.anonymous(port: server.port) { configuration in
            configuration.session.streamManagement = StreamManagementPolicy(
                stanzasPerRequest: 100, maximumUnacknowledged: 10)
        }
        let connection = try ClientConnection(configuration)
        _ = try await connection.established()
        let sending = Task {
            for number in 0..<30 {
                try await connection.send(Message(to: JID("romeo@localhost"), type: .chat) { Body("\(number)") })
            }
        }
        try await sending.value
        await connection.close()
        #expect(await server.stop() == [])
    }
}

extension ConnectionDriver {
    /// How many bytes wait to be sent.
    fileprivate var outgoingCount: Int { link?.outgoing.count ?? 0 }
}
