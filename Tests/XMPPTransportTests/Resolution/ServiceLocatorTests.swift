import Testing
import XMPPAddress
import XMPPSASL
import XMPPSession
import XMPPStanzas

@testable import XMPPTransport

/// Where servers are, by what DNS says.
struct ServiceLocatorTests {
    /// A generator whose numbers are the same in every run.
    struct SeededGenerator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state >> 32) | (state << 32)
        }
    }

    private static let plain = "_xmpp-client._tcp.example.org"
    private static let direct = "_xmpps-client._tcp.example.org"

    private static func record(_ target: String, priority: UInt16 = 0, weight: UInt16 = 0) -> ServiceRecord {
        ServiceRecord(priority: priority, weight: weight, port: target.isEmpty ? 0 : 5000 + priority, target: target)
    }

    private static func locate(
        _ services: [String: [ServiceRecord]],
        tls: ClientConfiguration.TLSPolicy = .required,
        domain: String = "example.org",
        server: ConnectionConfiguration.Server = .lookedUp
    ) async throws -> [String] {
        var session = ClientConfiguration(account: try JID(domain), credentials: SASLCredentials())
        session.tls = tls
        var configuration = ConnectionConfiguration(session: session)
        configuration.resolver = StubResolver(services: services)
        configuration.server = server
        return await ServiceLocator(configuration).locate().endpoints.map {
            "\($0)\($0.usesDirectTLS ? " direct" : "")"
        }
    }

    @Test func bothServicesAreOne() async throws {
        let services = [
            Self.plain: [Self.record("a", priority: 10), Self.record("b", priority: 30)],
            Self.direct: [Self.record("c", priority: 20)],
        ]
        #expect(try await Self.locate(services) == ["a:5010", "c:5020 direct", "b:5030"])
        #expect(try await Self.locate(services, tls: .preferred) == ["a:5010", "c:5020 direct", "b:5030"])
        #expect(try await Self.locate(services, tls: .direct) == ["c:5020 direct"])
        #expect(try await Self.locate(services, tls: .none) == ["a:5010", "b:5030"])
    }

    @Test func withoutRecordsItIsTheDomainItself() async throws {
        #expect(try await Self.locate([:]) == ["example.org:5222"])
        #expect(try await Self.locate([:], tls: .direct) == ["example.org:5223 direct"])
    }

    @Test func theRootAsTargetMeansThatThereIsNone() async throws {
        let none = [Self.record("")]
        #expect(try await Self.locate([Self.plain: none]) == [])
        // XEP-0368 §3: no fallback, because SRV records are in use.
        #expect(try await Self.locate([Self.direct: none]) == [])
        #expect(try await Self.locate([Self.direct: none, Self.plain: [Self.record("a")]]) == ["a:5000"])
        #expect(try await Self.locate([Self.plain: none, Self.direct: [Self.record("a")]]) == ["a:5000 direct"])
        // Of no concern to a client that does without TLS.
        #expect(try await Self.locate([Self.direct: none], tls: .none) == ["example.org:5222"])
    }

    @Test func domainsThatAreNotASCIIAreAskedForByTheirALabels() async throws {
        let name = "_xmpp-client._tcp.xn--bcher-kva.example"
        #expect(try await Self.locate([name: [Self.record("a")]], domain: "bücher.example") == ["a:5000"])
        #expect(try await Self.locate([:], domain: "bücher.example") == ["xn--bcher-kva.example:5222"])
    }

    @Test(arguments: [("127.0.0.1", "127.0.0.1:5222"), ("[::1]", "[::1]:5222")])
    func addressesAreNotLookedUp(_ domain: String, _ endpoint: String) async throws {
        #expect(try await Self.locate([:], domain: domain) == [endpoint])
    }

    @Test func namedHostIsNotLookedUp() async throws {
        let services = [Self.plain: [Self.record("a")]]
        let server = ConnectionConfiguration.Server.at(host: "b.example", port: 99)
        #expect(try await Self.locate(services, server: server) == ["b.example:99"])
        let portless = ConnectionConfiguration.Server.at(host: "b.example", port: nil)
        #expect(try await Self.locate(services, tls: .direct, server: portless) == ["b.example:5223 direct"])
    }

    @Test func redirectionWithoutAPortIsLookedUp() async throws {
        let session = ClientConfiguration(account: try JID("elsewhere.example"), credentials: SASLCredentials())
        var configuration = ConnectionConfiguration(session: session)
        configuration.resolver = StubResolver(services: [Self.plain: [Self.record("a")]])
        let without = try #require(HostAndPort("example.org"))
        let location = await ServiceLocator(configuration, redirectedTo: without).locate()
        #expect(location.endpoints.map(\.description) == ["a:5000"])
        let with = try #require(HostAndPort("example.org:7"))
        let other = await ServiceLocator(configuration, redirectedTo: with).locate()
        #expect(other.endpoints.map(\.description) == ["example.org:7"])
    }

    @Test func hostileAnswerIsBounded() async throws {
        let records = (0..<2000).map { Self.record("h\($0)") }
        #expect(try await Self.locate([Self.plain: records]).count == 16)
    }

    // MARK: - Weights

    @Test func weightsDecideHowOften() {
        var generator = SeededGenerator(state: 7)
        var firsts: [String: Int] = [:]
        let records = [("a", 60), ("b", 30), ("c", 10), ("d", 0)].map { target, weight in
            (record: Self.record(target, weight: UInt16(weight)), usesDirectTLS: false)
        }
        for _ in 0..<10_000 {
            let order = ServiceOrder.arrange(records, using: &generator).map(\.record.target)
            #expect(Set(order).count == 4)
            firsts[order.first ?? "", default: 0] += 1
        }
        // RFC 2782: chance is from 0 to the sum, so that the weight of 0 comes first once in 101 times.
        #expect(5740...6140 ~= firsts["a"] ?? 0)
        #expect(2780...3160 ~= firsts["b"] ?? 0)
        #expect(870...1120 ~= firsts["c"] ?? 0)
        #expect(60...140 ~= firsts["d"] ?? 0)
    }

    @Test func prioritiesComeBeforeWeights() {
        var generator = SeededGenerator(state: 1)
        let records = [
            (record: Self.record("late", priority: 2, weight: 65535), usesDirectTLS: false),
            (record: Self.record("early", priority: 1), usesDirectTLS: true),
        ]
        for _ in 0..<100 {
            let order = ServiceOrder.arrange(records, using: &generator)
            #expect(order.map(\.record.target) == ["early", "late"])
            #expect(order.map(\.usesDirectTLS) == [true, false])
        }
    }
}
