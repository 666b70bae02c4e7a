import XMLStream
import XMPPPrimitives

/// A WebSocket connection, read as XMPP if it is that (RFC 7395).
final class WebSocketChannel: ChannelReader {
    private struct Side {
        let frames: WebSocketSide
        let records: RecordWriter
        let stream: XMPPSide
    }

    private let client: Side
    private let server: Side
    /// nil until a message shows it.
    private var isXMPP: Bool?
    /// What was found before a message shows it.
    private var untold: [(event: WebSocketSide.Event, side: Side)] = []

    /// How much is remembered until then.
    private static let untoldLimit = 32

    init(_ channel: Channel, _ agreement: WebSocketAgreement) {
        isXMPP = agreement.isXMPP
        let layers = channel.layers + [.webSocket]
        func side(_ direction: Direction) -> Side {
            let records = RecordWriter(channel, direction, layers: layers)
            return Side(
                frames: WebSocketSide(direction, agreement, channel.context.openContent), records: records,
                stream: XMPPSide(direction, of: channel, layers: layers, framing: .webSocket, isWhole: true))
        }
        client = side(.clientToServer)
        server = side(.serverToClient)
    }

    func receive(_ event: Channel.SourceEvent) {
        guard isXMPP != false else { return }
        let side = event.direction == .clientToServer ? client : server
        for found in side.frames.receive(event) { report(found, side) }
    }

    func close(_ end: XMPPChannel.End) {
        for side in [client, server] {
            for found in side.frames.finish() { report(found, side) }
        }
        guard isXMPP == true else { return }
        for side in [client, server] {
            guard let message = side.frames.openMessage else { continue }
            let fate = end.isCutOff ? "goes on beyond the capture" : "is cut off by the \(end.reason)"
            side.records.write(
                .error("The WebSocket message that begins here \(message.problem ?? fate)."), message.origin)
        }
    }

    private func report(_ event: WebSocketSide.Event, _ side: Side) {
        if case .message(let runs, let isText) = event {
            if isXMPP == nil { decide(runs) }
            guard isXMPP == true else { return }
            if !isText, let origin = runs.first?.origin {
                side.records.write(.error("This message is binary, and not text. (RFC 7395 §3.2)"), origin)
            }
            return side.stream.receive(message: runs)
        }
        guard isXMPP == true else {
            if isXMPP == nil, untold.count < Self.untoldLimit { untold.append((event, side)) }
            return
        }
        switch event {
        case .message: break
        case .error(let reason, let origin): side.records.write(.error(reason), origin)
        case .note(let text, let origin): side.records.write(.note(text), origin)
        case .gap(let byteCount, let origin, let sentence):
            side.records.write(.gap(byteCount: byteCount), origin, sentence.map { [$0] } ?? [])
        }
    }

    private func decide(_ runs: [SourceRun]) {
        var head: [UInt8] = []
        for run in runs where head.count < 4096 { head += run.bytes.prefix(4096) }
        isXMPP = Self.isXMPP(head[...])
        let found = untold
        untold = []
        for (event, side) in found { report(event, side) }
    }

    private static let namespaces: [StaticString] = [
        "jabber:client", "http://etherx.jabber.org/streams", "urn:ietf:params:xml:ns:xmpp-", "urn:xmpp:",
    ]

    /// Whether the first tag of a message, which has to declare its namespace, is one of XMPP.
    static func isXMPP(_ head: ArraySlice<UInt8>) -> Bool {
        let text = head.drop(while: \.isXMLSpace)
        guard text.first == UInt8(ascii: "<") else { return false }
        let tag = Array(text.prefix { $0 != UInt8(ascii: ">") })
        return namespaces.contains { tag.find($0) != nil }
    }
}
