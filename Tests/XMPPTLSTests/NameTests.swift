import Testing

@testable import XMPPTLS

/// RFC 6125 §6.4, RFC 6120 §13.7, on names alone.
struct NameTests {
    @Test(arguments: [
        ("example.org", "example.org", true), ("Example.ORG", "example.org", true),
        ("example.org.", "example.org", true),
        ("*.example.org", "im.example.org", true), ("*.Example.org", "im.example.org", true),
        ("*.example.org", "example.org", false), ("*.example.org", "a.b.example.org", false),
        ("*.example.org", ".example.org", false), ("*.org", "example.org", false), ("*", "example.org", false),
        ("*.", "example.org", false), ("*.*.org", "im.example.org", false), ("i*.example.org", "im.example.org", false),
        ("*m.example.org", "im.example.org", false), ("im.*.org", "im.example.org", false),
        ("*.example.org", "*.example.org", true), ("*.com.", "example.com", false),
        ("*.xn--bcher-kva.example", "im.xn--bcher-kva.example", true),
        ("xn--*.example.org", "xn--a.example.org", false),
        ("", "example.org", false), ("", "", true), ("example.org..", "example.org", false),
    ])
    func dnsNames(presented: String, reference: String, matches: Bool) {
        #expect(DNSName.matches(presented: presented, reference: reference) == matches)
    }

    @Test func serviceDecidesAboutServiceNames() throws {
        var names = CertificateNames()
        names.serviceNames = ["_xmpp-server.example.org", "_XMPP-client.im.example.org"]
        #expect(try names.match(ReferenceIdentity(domain: "example.org", service: .server)))
        #expect(try !names.match(ReferenceIdentity(domain: "example.org", service: .client)))
        #expect(try names.match(ReferenceIdentity(domain: "im.example.org", service: .client)))
        names.serviceNames = ["_xmpp-client.*.example.org"]
        #expect(try !names.match(ReferenceIdentity(domain: "im.example.org")))
    }

    @Test func addressesAreComparedInTheirOwnForm() throws {
        var names = CertificateNames()
        names.xmppAddresses = ["b\u{FC}cher.example"]
        let reference = try ReferenceIdentity(
            domain: "xn--bcher-kva.example",
            addressDomain: "b\u{FC}cher.example"
        )
        #expect(names.match(reference))
        #expect(try !names.match(ReferenceIdentity(domain: "xn--bcher-kva.example")))
        names.xmppAddresses = ["romeo@example.org"]
        #expect(try !names.match(ReferenceIdentity(domain: "example.org")))
        names = CertificateNames()
        names.dnsNames = ["xn--bcher-kva.example"]
        #expect(names.match(reference))
    }

    @Test func commonNameIsTheLastResort() throws {
        let reference = try ReferenceIdentity(domain: "example.org")
        var names = CertificateNames()
        names.commonName = "example.org"
        #expect(names.match(reference))
        names.commonName = "*.org"
        #expect(!names.match(reference))
        names.commonName = "example.org"
        for change in [
            \CertificateNames.dnsNames, \CertificateNames.serviceNames, \CertificateNames.xmppAddresses,
        ] {
            var other = names
            other[keyPath: change] = ["other.example"]
            #expect(!other.match(reference))
        }
        names.ipAddresses = [[192, 0, 2, 1]]
        #expect(!names.match(reference))
    }

    @Test func addressesOfHostsAreNotNames() throws {
        var names = CertificateNames()
        names.dnsNames = ["192.0.2.1"]
        names.commonName = "192.0.2.1"
        #expect(try !names.match(ReferenceIdentity(domain: "192.0.2.1")))
        names.ipAddresses = [[192, 0, 2, 1], [0x20, 1, 0xD, 0xB8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]]
        #expect(try names.match(ReferenceIdentity(domain: "192.0.2.1")))
        #expect(try names.match(ReferenceIdentity(domain: "2001:DB8::1")))
        #expect(try names.match(ReferenceIdentity(domain: "[2001:db8::1]")))
    }
}
