import Testing

@testable import XMPPCapture

@Suite struct IPAddressTests {
    @Test(
        arguments: [
            (IPAddress(ipv4: 0x7f00_0001), "127.0.0.1"), (IPAddress(ipv4: 0xffff_ffff), "255.255.255.255"),
            (IPAddress(ipv6High: 0, low: 0), "::"), (IPAddress(ipv6High: 0, low: 1), "::1"),
            (IPAddress(ipv6High: 0x2001_0db8_0000_0000, low: 0x0001_0000_0000_0001), "2001:db8::1:0:0:1"),
            (IPAddress(ipv6High: 0x2001_0db8_0000_0001, low: 0x0001_0001_0001_0001), "2001:db8:0:1:1:1:1:1"),
            (IPAddress(ipv6High: 0xfe80_0000_0000_0000, low: 0), "fe80::"),
            (IPAddress(ipv6High: 0, low: 0x0000_ffff_c000_0201), "::ffff:192.0.2.1"),
        ]
    )
    func isWrittenCanonically(address: IPAddress, text: String) {
        #expect(address.description == text)
    }

    @Test func endpointsShowTheirPort() {
        #expect(Endpoint(address: IPAddress(ipv4: 0xc000_0201), port: 5222).description == "192.0.2.1:5222")
        #expect(Endpoint(address: IPAddress(ipv6High: 0, low: 1), port: 5269).description == "[::1]:5269")
    }

    @Test func anIPv4AddressIsNotTheIPv6AddressOfTheSameBits() {
        #expect(IPAddress(ipv4: 1) != IPAddress(ipv6High: 0, low: 1))
    }
}
