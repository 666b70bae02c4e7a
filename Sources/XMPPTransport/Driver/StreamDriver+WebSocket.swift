import XMPPSession
import XMPPWebSocket

extension WebSocketLimits {
    /// Limits that let a message be somewhat longer than a stanza: the stream is to speak of a stanza that is too long.
    init(forStanzasOf bytes: Int) {
        self.init(messageBytes: bytes + 4096)
    }
}

/// A WebSocket connection on a link, and what waits until it is open.
struct WebSocketLayer {
    var connection: WebSocketConnection
    private var waiting: [[UInt8]] = []

    init(_ connection: WebSocketConnection) {
        self.connection = connection
    }

    mutating func send(_ message: [UInt8]) {
        guard connection.isOpen else {
            waiting.append(message)
            return
        }
        // XML is UTF-8, and the connection is open.
        try? connection.send(text: message)
    }

    mutating func sendWaiting() {
        let messages = waiting
        waiting = []
        for message in messages { send(message) }
    }
}

// MARK: - WebSocket between the stream and TLS (RFC 7395)

extension StreamDriver {
    func handle(_ output: WebSocketOutput) {
        switch output {
        case .write(let bytes): transmit(bytes)
        case .opened: link?.webSocket?.sendWaiting()
        case .text(let message): receive(fromStream: message)
        case .pong: session.recordSignOfLife(now: now)
        case .closed(.violation(let violation)): session.transportClosed(.violated("\(violation)"), now: now)
        case .closed(let ending): session.transportClosed(.closed("\(ending)"), now: now)
        case .request(let request): handle(request)
        // It was not accepted.
        case .binary: break
        }
    }

    /// Says goodbye on the connection, too; the answer is not waited for, since the streams have both been closed.
    func closeWebSocket() {
        if case .timedOut? = session.ending?.cause { link?.webSocket?.connection.requestTimedOut() }
        try? link?.webSocket?.connection.close()
        while let output = link?.webSocket?.connection.nextOutput() {
            if case .write(let bytes) = output { transmit(bytes) }
        }
        link?.webSocket = nil
    }
}
