/// What a client asks for in its request for WebSocket (RFC 6455 §4.1).
struct WebSocketOffer: Sendable {
    /// Whether the subprotocol of RFC 7395 is among those offered.
    let includesXMPP: Bool
    /// Whether permessage-deflate is among the extensions offered (RFC 7692 §7).
    let includesDeflate: Bool

    init?(_ head: HTTPHead) {
        guard case .request = head.start, head.isWebSocketUpgrade else { return nil }
        includesXMPP = head.tokens("sec-websocket-protocol").contains("xmpp")
        includesDeflate = head.tokens("sec-websocket-extensions").contains { $0.hasPrefix("permessage-deflate") }
    }
}

/// What a WebSocket connection is to carry, as far as the capture shows it.
struct WebSocketAgreement: Sendable {
    /// Whether that is XMPP; nil if its messages have to show it.
    let isXMPP: Bool?
    /// Whether messages may be compressed (RFC 7692).
    let allowsDeflate: Bool
    /// The directions in which each message is compressed on its own (RFC 7692 §7.1.1).
    let isolatedDirections: Set<Direction>
    /// Whether both directions are there from their first frame on.
    let isWhole: Bool

    /// What an answer with status 101 settles, or, if the capture does not have it, what the offer lets expect.
    init(_ offer: WebSocketOffer?, response: HTTPHead?) {
        isWhole = response != nil
        guard let response else {
            isXMPP = nil
            allowsDeflate = offer?.includesDeflate ?? true
            isolatedDirections = []
            return
        }
        // Some servers answer without a subprotocol and speak it all the same.
        let chosen = response.tokens("sec-websocket-protocol").first
        isXMPP = chosen.map { $0 == "xmpp" }
        let deflate = response.tokens("sec-websocket-extensions").first { $0.hasPrefix("permessage-deflate") }
        allowsDeflate = deflate != nil
        let parameters = (deflate ?? "").split(separator: ";").map { $0.filter { $0 != " " } }
        var isolated: Set<Direction> = []
        if parameters.contains("client_no_context_takeover") { isolated.insert(.clientToServer) }
        if parameters.contains("server_no_context_takeover") { isolated.insert(.serverToClient) }
        isolatedDirections = isolated
    }
}
