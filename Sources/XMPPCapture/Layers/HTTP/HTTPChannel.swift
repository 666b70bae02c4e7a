/// An HTTP/1.1 connection, of which only what carries XMPP is reported: BOSH and WebSocket.
///
/// Requests wait in a queue for their responses, which come in the same order (RFC 9112 §9.3.2).
final class HTTPChannel: ChannelReader, BytesKeeper {
    /// A request that is not answered.
    private struct Exchange {
        let method: String
        let webSocketOffer: WebSocketOffer?
        var bosh: BOSHRequest?
    }

    /// How many requests may wait: beyond, the responses are not in the capture.
    private static let exchangeLimit = 256
    /// How many bytes may wait for the answer to a request for WebSocket.
    private static let waitingLimit = 1 << 20

    /// It owns this reader, and so outlives it.
    private unowned let channel: Channel
    private let openContent: OpenContent
    private let bosh: BOSHReader
    private let client: HTTPSide
    private let server: HTTPSide
    private var exchanges: [Exchange] = []
    private var requestBody: HTTPBody?
    private var responseBody: HTTPBody?
    private var responseStatus = 0
    private var strayRequest = StrayBytes()
    private var strayResponse = StrayBytes()
    /// What has taken the connection over from HTTP.
    private var successor: (any ChannelReader)?
    /// Whether what waits for an answer is counted.
    private var isCounted = false

    init(_ channel: Channel, isWhole: Bool) {
        self.channel = channel
        openContent = channel.context.openContent
        bosh = BOSHReader(channel)
        client = HTTPSide(.clientToServer, isWhole: isWhole)
        server = HTTPSide(.serverToClient, isWhole: isWhole)
    }

    deinit { openContent.forget(self) }

    func receive(_ event: Channel.SourceEvent) {
        if let successor { return successor.receive(event) }
        side(event.direction).receive(event)
        advance()
        guard successor == nil else { return forgetWaiting() }
        var held = client.heldByteCount + server.heldByteCount
        if awaitsUpgrade, client.waitingByteCount > 0 {
            client.detachLast()
            guard client.waitingByteCount <= Self.waitingLimit else { return giveUp() }
            held += client.waitingByteCount
        }
        guard held > 0 else { return forgetWaiting() }
        isCounted = true
        openContent.note(held, of: self)
    }

    /// Waits no longer for the answer to a request for WebSocket, nor for the end of a head.
    func giveUp() {
        forgetWaiting()
        for side in [client, server] where side.heldByteCount > 0 {
            bosh.report(
                .malformed("What waits for its end is given up, because too much waits at a time"), side.lineOrigin,
                side.direction)
            side.giveUp()
        }
        presumeUpgrade()
    }

    private func forgetWaiting() {
        if isCounted { openContent.forget(self) }
        isCounted = false
    }

    func close(_ end: XMPPChannel.End) {
        if let successor { return successor.close(end) }
        if let run = client.takeCarried() { receiveStrayRequest(run) }
        if let run = server.takeCarried() { receiveStrayResponse(run) }
        reportStray(&strayRequest, .clientToServer)
        reportStray(&strayResponse, .serverToClient)
        presumeUpgrade()
        if let successor { return successor.close(end) }
        if server.isUntilClose { finishResponse(end.origin) }
        bosh.close(end, request: requestBody, response: responseBody)
    }

    private func side(_ direction: Direction) -> HTTPSide { direction == .clientToServer ? client : server }

    private func advance() {
        var isMoving = true
        while isMoving, successor == nil {
            isMoving = false
            if !awaitsUpgrade, let part = client.next() {
                receiveRequest(part)
                isMoving = true
            }
            if successor == nil, let part = server.next() {
                receiveResponse(part)
                isMoving = true
            }
        }
    }

    // MARK: Requests

    private func receiveRequest(_ part: HTTPSide.Part) {
        switch part {
        case .head(let head, let origin): beginRequest(head, origin)
        case .body(let run): requestBody?.append(run)
        case .missing(let byteCount, let origin): lack(byteCount, origin, .clientToServer, requestBody)
        case .end(let origin):
            if let body = requestBody {
                let request = bosh.readRequest(body, origin)
                // It may be forgotten already, because of a gap among the responses.
                if !exchanges.isEmpty { exchanges[exchanges.count - 1].bosh = request }
            }
            requestBody = nil
        case .lost(let loss, let origin):
            reportStray(&strayRequest, .clientToServer)
            lose(requestBody, loss, origin, .clientToServer)
            requestBody = nil
        case .stray(let run): receiveStrayRequest(run)
        }
    }

    /// Reads a request whose head is missing, once its body is whole.
    private func receiveStrayRequest(_ run: SourceRun) {
        strayRequest.append(run, openContent)
        guard let body = strayRequest.body, body.seemsToEnd, body.isReadable else { return }
        _ = strayRequest.take()
        expectAnswer(to: Exchange(method: "POST", webSocketOffer: nil, bosh: bosh.readRequest(body, run.origin)))
    }

    private func expectAnswer(to exchange: Exchange) {
        if exchanges.count >= Self.exchangeLimit { exchanges.removeFirst() }
        exchanges.append(exchange)
    }

    private func receiveStrayResponse(_ run: SourceRun) {
        strayResponse.append(run, openContent)
        guard let body = strayResponse.body, body.seemsToEnd, body.isReadable else { return }
        _ = strayResponse.take()
        let exchange = exchanges.isEmpty ? nil : exchanges.removeFirst()
        bosh.readResponse(body, status: 200, to: exchange?.bosh, run.origin)
    }

    /// Says what was passed over before the next message.
    private func reportStray(_ stray: inout StrayBytes, _ direction: Direction) {
        guard let passed = stray.take() else { return }
        bosh.report(passed, direction)
    }

    /// Says why a message cannot be followed, and that what is there of its body is lost with it.
    private func lose(_ body: HTTPBody?, _ loss: HTTPSide.Loss, _ origin: SourceRun.Origin, _ direction: Direction) {
        if case .gap = loss, let body { bosh.cutOff(body, origin, direction) }
        bosh.report(loss, origin, direction)
    }

    private func beginRequest(_ head: HTTPHead, _ origin: SourceRun.Origin) {
        reportStray(&strayRequest, .clientToServer)
        guard case .request(let method, _) = head.start else {
            client.beginBody(.invalid)
            return
        }
        expectAnswer(to: Exchange(method: method, webSocketOffer: WebSocketOffer(head), bosh: nil))
        let framing = HTTPFraming(request: head)
        client.beginBody(framing)
        if framing == .invalid { return reportInvalidLength(origin, .clientToServer) }
        requestBody = HTTPBody(head, openContent)
    }

    private func reportInvalidLength(_ origin: SourceRun.Origin, _ direction: Direction) {
        bosh.report(.malformed("Where this HTTP message ends cannot be told (RFC 9112 §6.3)"), origin, direction)
    }

    // MARK: Responses

    private func receiveResponse(_ part: HTTPSide.Part) {
        switch part {
        case .head(let head, let origin): beginResponse(head, origin)
        case .body(let run): responseBody?.append(run)
        case .missing(let byteCount, let origin): lack(byteCount, origin, .serverToClient, responseBody)
        case .end(let origin): finishResponse(origin)
        case .lost(let loss, let origin):
            reportStray(&strayResponse, .serverToClient)
            lose(responseBody, loss, origin, .serverToClient)
            responseBody = nil
            // Which of the requests were answered in the bytes that are missing cannot be known.
            let offer = exchanges.last?.webSocketOffer
            exchanges = []
            if let offer { switchToWebSocket(WebSocketAgreement(offer, response: nil), missing: loss, origin) }
        case .stray(let run): receiveStrayResponse(run)
        }
    }

    private func beginResponse(_ head: HTTPHead, _ origin: SourceRun.Origin) {
        reportStray(&strayResponse, .serverToClient)
        guard case .response(let status) = head.start else { return server.beginBody(.invalid) }
        responseStatus = status
        if status == 101 { return switchProtocols(head) }
        let method = exchanges.first?.method
        let framing = HTTPFraming(response: head, status: status, to: method)
        if framing == .tunnel {
            // What a proxy passes on (RFC 9110 §9.3.6) may be anything, TLS or XMPP included.
            return hand(
                to: Channel(stream: channel.stream, layers: channel.layers, isWhole: true, context: channel.context))
        }
        server.beginBody(framing)
        if framing == .invalid {
            if !exchanges.isEmpty { exchanges.removeFirst() }
            return reportInvalidLength(origin, .serverToClient)
        }
        responseBody = HTTPBody(head, openContent)
    }

    private func finishResponse(_ origin: SourceRun.Origin) {
        defer { responseBody = nil }
        guard responseStatus >= 200, let body = responseBody else { return }
        let exchange = exchanges.isEmpty ? nil : exchanges.removeFirst()
        bosh.readResponse(body, status: responseStatus, to: exchange?.bosh, origin)
    }

    private func lack(_ byteCount: Int64, _ origin: SourceRun.Origin, _ direction: Direction, _ body: HTTPBody?) {
        bosh.report(.gap(byteCount, .missing), origin, direction)
        body?.lack(byteCount)
    }

    // MARK: Upgrade

    /// A client that asked for WebSocket says nothing before the answer (RFC 6455 §4.1).
    private var awaitsUpgrade: Bool {
        requestBody == nil && exchanges.last?.webSocketOffer != nil
    }

    /// Goes on with WebSocket where the client did: it says nothing before the answer, so there was one.
    private func presumeUpgrade() {
        guard awaitsUpgrade, client.waitingByteCount > 0 else { return }
        switchToWebSocket(WebSocketAgreement(exchanges.last?.webSocketOffer, response: nil))
    }

    private func switchProtocols(_ head: HTTPHead) {
        guard head.isWebSocketUpgrade else { return hand(to: IgnoredChannel()) }
        switchToWebSocket(WebSocketAgreement(exchanges.last?.webSocketOffer, response: head))
    }

    private func switchToWebSocket(_ agreement: WebSocketAgreement) {
        hand(to: WebSocketChannel(channel, agreement))
    }

    /// Goes on with WebSocket though the server's consent is missing.
    private func switchToWebSocket(
        _ agreement: WebSocketAgreement, missing loss: HTTPSide.Loss, _ origin: SourceRun.Origin
    ) {
        let next = WebSocketChannel(channel, agreement)
        if case .gap(let byteCount, let kind) = loss {
            next.receive(.gap(.serverToClient, byteCount: byteCount, kind, origin))
        }
        hand(to: next)
    }

    private func hand(to next: any ChannelReader) {
        forgetWaiting()
        successor = next
        for event in client.takeRest() + server.takeRest() { next.receive(event) }
    }
}

/// A connection that went over to a protocol that carries no XMPP.
private final class IgnoredChannel: ChannelReader {
    func receive(_ event: Channel.SourceEvent) {}
    func close(_ end: XMPPChannel.End) {}
}

extension Channel.SourceEvent {
    var direction: Direction {
        switch self {
        case .run(let run): run.direction
        case .gap(let direction, _, _, _): direction
        }
    }
}
