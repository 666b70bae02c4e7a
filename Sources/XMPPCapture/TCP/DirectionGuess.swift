/// Which of two ends accepted a connection whose opening was not captured.
enum DirectionGuess {
    /// Ports of XMPP and HTTP servers: c2s, direct TLS, s2s, BOSH and WebSocket, components, and web servers.
    private static let serverPorts: Set<UInt16> = [
        5222, 5223, 5269, 5270, 5275, 5280, 5281, 5443, 5347, 5348, 80, 443, 7070, 7443, 8080, 8443,
    ]

    /// Whether `first`, who sent the first packet that was captured, is taken for the client.
    static func isClient(_ first: Endpoint, towards second: Endpoint) -> Bool {
        let isKnown = (serverPorts.contains(first.port), serverPorts.contains(second.port))
        if isKnown.0 != isKnown.1 { return isKnown.1 }
        return first.port >= second.port
    }
}
