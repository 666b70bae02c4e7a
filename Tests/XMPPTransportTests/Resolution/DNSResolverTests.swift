import Foundation
import TestServers
import Testing

@testable import XMPPTransport

/// Questions to a real nameserver, and to ones that do not play fair.
@Suite(.timeLimit(.minutes(5)))
struct DNSResolverTests {
    private static func settings(_ ports: [UInt16]) -> NameserverSettings {
        let servers = ports.compactMap { SocketAddress("127.0.0.1", port: $0) }
        return NameserverSettings(servers: servers, timeout: .seconds(600), attempts: 1)
    }

    /// Asks servers that have all the time they need, but for those whose time is up at once.
    private static func client(_ ports: UInt16..., silent: Set<UInt16> = []) -> DNSClient {
        DNSClient(settings: settings(ports)) { time, server in
            if !silent.contains(server.port) { try await Task.sleep(for: time) }
        }
    }

    private static func resolver(_ server: DNSServer) -> DNSResolver { DNSResolver(settings([server.port])) }

    // MARK: - dnsmasq

    @Test(.needs(.dnsmasq)) func servicesOfARealServer() async throws {
        let server = try DNSServer(records: [
            "--srv-host=_xmpp-client._tcp.good.test,a.good.test,5222,10,5",
            "--srv-host=_xmpp-client._tcp.good.test,b.good.test,5269,20,0",
            "--srv-host=_xmpp-client._tcp.none.test",
        ])
        let resolver = Self.resolver(server)
        let records = try await resolver.services("_xmpp-client._tcp.good.test")
        #expect(
            Set(records) == [
                ServiceRecord(priority: 10, weight: 5, port: 5222, target: "a.good.test"),
                ServiceRecord(priority: 20, weight: 0, port: 5269, target: "b.good.test"),
            ])
        #expect(try await resolver.services("_xmpp-client._tcp.unknown.test") == [])
        #expect(try await resolver.services("_xmpp-client._tcp.none.test").map(\.target) == [""])
    }

    /// Sixty records do not fit in 512 bytes.
    @Test(.needs(.dnsmasq)) func longAnswerComesByTCP() async throws {
        let server = try DNSServer(
            records: (0..<60).map { "--srv-host=_xmpp-client._tcp.good.test,host-number-\($0).good.test,\(5000 + $0)" })
        let records = try await Self.resolver(server).services("_xmpp-client._tcp.good.test")
        #expect(Set(records.map(\.port)).count == 60)
    }

    @Test(.needs(.dnsmasq)) func addressesOfARealServer() async throws {
        let server = try DNSServer(records: [
            "--host-record=a.good.test,192.0.2.1,2001:db8::1", "--host-record=b.good.test,192.0.2.2",
            "--cname=c.good.test,a.good.test",
        ])
        let resolver = Self.resolver(server)
        #expect(try await resolver.addresses(of: "a.good.test").map(\.host) == ["2001:db8::1", "192.0.2.1"])
        #expect(try await resolver.addresses(of: "b.good.test").map(\.host) == ["192.0.2.2"])
        #expect(try await resolver.addresses(of: "c.good.test").map(\.host) == ["2001:db8::1", "192.0.2.1"])
        #expect(try await resolver.addresses(of: "192.0.2.7").map(\.host) == ["192.0.2.7"])
        await #expect(throws: ResolutionError("it has no addresses")) {
            try await resolver.addresses(of: "unknown.test")
        }
    }

    // MARK: - Unfair ones

    @Test func forgedAnswersAreNotBelieved() async throws {
        let server = try DatagramServer { query in
            let forged = Answer.service(to: query, port: 666)
            var otherID = forged
            otherID[0] ^= 1
            var otherName = forged
            otherName[14] ^= 1
            let cut = Array(forged.dropLast(2))
            return [otherID, otherName, cut, query, [], Answer.service(to: query, port: 5222)]
        }
        let records = try await Self.client(server.port).services("_xmpp-client._tcp.good.test")
        #expect(records.map(\.port) == [5222])
        withExtendedLifetime(server) {}
    }

    @Test func silentOrUnableServersAreOvertakenByTheNext() async throws {
        let silent = try DatagramServer { _ in [] }
        let unable = try DatagramServer { [Answer.failure(to: $0)] }
        let able = try DatagramServer { [Answer.service(to: $0, port: 1)] }
        let refusing = try Loopback.freePort()
        let client = Self.client(refusing, silent.port, unable.port, able.port, silent: [refusing, silent.port])
        #expect(try await client.services("_xmpp-client._tcp.good.test").map(\.port) == [1])
        withExtendedLifetime((silent, unable, able)) {}
    }

    @Test func allThatWasTriedIsTold() async throws {
        let silent = try DatagramServer { _ in [] }
        let unable = try DatagramServer { [Answer.failure(to: $0)] }
        let client = Self.client(silent.port, unable.port, silent: [silent.port])
        let expected = ResolutionError(
            "nameserver 127.0.0.1:\(silent.port): no answer in time, nameserver 127.0.0.1:\(unable.port): "
                + "it failed to find out")
        await #expect(throws: expected) { try await client.services("good.test") }
        withExtendedLifetime((silent, unable)) {}
    }

    @Test func cancelledQuestionLeavesNothingOpen() async throws {
        let silent = try DatagramServer { _ in [] }
        let before = Descriptors.sockets(to: silent.port)
        let client = Self.client(silent.port)
        let task = Task { try await client.services("good.test") }
        while Descriptors.sockets(to: silent.port).subtracting(before).isEmpty {
            try await Task.sleep(for: .milliseconds(10))
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await Descriptors.areBack(to: before, at: silent.port))
        withExtendedLifetime(silent) {}
    }

    // MARK: - The system's

    @Test func systemKnowsThisMachine() async throws {
        let addresses = try await SystemResolver().addresses(of: "localhost")
        #expect(addresses.contains { $0.host == "127.0.0.1" || $0.host == "::1" })
        #expect(try await SystemResolver().addresses(of: "::1").map(\.host) == ["::1"])
    }
}

/// Answers to queries, made by hand.
private enum Answer {
    static func service(to query: [UInt8], port: UInt16) -> [UInt8] {
        var bytes = query
        bytes[2] |= 0x80
        bytes[7] = 1
        let target: [UInt8] = [1, 97, 0]
        let content: [UInt8] = [0, 0, 0, 0, UInt8(port >> 8), UInt8(port & 0xFF)] + target
        return bytes + [0xC0, 12, 0, 33, 0, 1, 0, 0, 0, 60, 0, UInt8(content.count)] + content
    }

    /// SERVFAIL.
    static func failure(to query: [UInt8]) -> [UInt8] {
        var bytes = query
        bytes[2] |= 0x80
        bytes[3] |= 2
        return bytes
    }
}
