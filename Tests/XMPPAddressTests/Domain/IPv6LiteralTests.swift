import Testing

@testable import XMPPAddress

@Suite struct IPv6LiteralTests {
    @Test(arguments: [
        ("::", true), ("::1", true), ("1::", true), ("1:2:3:4:5:6:7:8", true), ("1:2:3:4:5:6:7::", true),
        ("::2:3:4:5:6:7:8", true), ("1:2:3::8", true), ("::1.2.3.4", true), ("1:2:3:4:5:6:1.2.3.4", true),
        ("ffff::255.255.255.255", true), ("", false), (":", false), (":::", false), ("1::2::3", false),
        ("1:2:3:4:5:6:7", false), ("1:2:3:4:5:6:7:8:9", false), ("1:2:3:4::5:6:7:8", false), ("12345::", false),
        ("g::", false), ("1.2.3.4", false), ("1.2.3.4::", false), ("::1.2.3", false), ("::1.2.3.256", false),
        ("::01.2.3.4", false), (":1:2:3:4:5:6:7", false), ("1:2:3:4:5:6:7:", false), ("1:2:3:4:5:6:7:1.2.3.4", false),
    ])
    func addresses(text: String, isAddress: Bool) {
        #expect(IPv6Literal.isAddress(Array(text.utf8)[...]) == isAddress)
    }

    @Test(arguments: ["[", "[]", "[::1", "[::1]x", "[[::1]]", "[::1%25lo]", "[v1.a]", "[ ::1]"])
    func literalsThatAreNone(domain: String) throws {
        let error = try #require(throws: JIDError.self) { try JID(domain) }
        #expect(error.rule == .notAnIPv6Address)
    }
}
