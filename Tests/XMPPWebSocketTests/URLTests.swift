import Testing
import XMPPWebSocket

@Suite("WebSocket URLs (RFC 6455 §3)")
struct URLTests {
    @Test(
        "Parts and defaults",
        arguments: [
            ("ws://example.com", false, "example.com", 80, "/", "example.com"),
            ("wss://example.com", true, "example.com", 443, "/", "example.com"),
            ("WSS://example.com:443/ws", true, "example.com", 443, "/ws", "example.com"),
            ("ws://example.com:443/", false, "example.com", 443, "/", "example.com:443"),
            ("ws://[::1]:5280/xmpp-websocket?x=1", false, "::1", 5280, "/xmpp-websocket?x=1", "[::1]:5280"),
            ("ws://127.0.0.1?q", false, "127.0.0.1", 80, "/?q", "127.0.0.1"),
            ("ws://example.com:/a", false, "example.com", 80, "/a", "example.com"),
        ] as [(String, Bool, String, UInt16, String, String)])
    func parts(
        _ text: String, _ isSecure: Bool, _ host: String, _ port: UInt16, _ target: String, _ authority: String
    ) throws {
        let url = try WebSocketURL(text)
        #expect(url.isSecure == isSecure)
        #expect(url.host == host)
        #expect(url.port == port)
        #expect(url.target == target)
        #expect(url.authority == authority)
        #expect(try WebSocketURL(url.description) == url)
    }

    @Test(
        "What is wrong is said",
        arguments: [
            ("http://example.com/", .wrongScheme), ("example.com", .wrongScheme), ("", .wrongScheme),
            ("ws://", .invalidHost), ("ws:///path", .invalidHost), ("ws://exa mple/", .invalidHost),
            ("ws://[::1/", .invalidHost), ("ws://[::1]x/", .invalidHost), ("ws://bücher.example/", .invalidHost),
            ("ws://a:0/", .invalidPort), ("ws://a:65536/", .invalidPort), ("ws://a:+80/", .invalidPort),
            ("ws://a:x/", .invalidPort), ("ws://user:pw@a/", .userInformation), ("ws://a/#f", .fragment),
            ("ws://a/b c", .invalidTarget), ("ws://a/b\r\nX: y", .invalidTarget),
        ] as [(String, WebSocketURL.ParsingError)])
    func errors(_ text: String, _ error: WebSocketURL.ParsingError) {
        #expect(throws: error) { try WebSocketURL(text) }
    }
}
