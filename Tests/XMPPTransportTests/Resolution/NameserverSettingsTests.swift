import Testing

@testable import XMPPTransport

struct NameserverSettingsTests {
    @Test func resolvConf() {
        let settings = NameserverSettings(
            resolverConfiguration: """
                # a comment
                search example.org
                nameserver 192.0.2.1
                nameserver\t2001:db8::1
                nameserver not-an-address
                nameserver 192.0.2.2
                nameserver 192.0.2.3
                options ndots:1 timeout:3 attempts:1 rotate
                """)
        #expect(settings.servers.map(\.description) == ["192.0.2.1:53", "[2001:db8::1]:53", "192.0.2.2:53"])
        #expect(settings.timeout == .seconds(3))
        #expect(settings.attempts == 1)
    }

    @Test func nothingMeansThisMachine() {
        let settings = NameserverSettings(resolverConfiguration: "options timeout:999 attempts:0 timeout:x")
        #expect(settings.servers.map(\.description) == ["127.0.0.1:53"])
        #expect(settings.timeout == .seconds(30))
        #expect(settings.attempts == 1)
    }
}
