import XMLStream

/// The two directions of an XMPP stream.
final class XMPPChannel: ChannelReader {
    /// How a connection ended.
    struct End: Sendable {
        /// What ended it, for people.
        let reason: String
        /// Whether the capture ended rather than the connection.
        let isCutOff: Bool
        let origin: SourceRun.Origin
    }

    /// It owns this reader, and so outlives it.
    private unowned let channel: Channel
    private let client: XMPPSide
    private let server: XMPPSide
    /// What has taken over after the stream gave way to another layer.
    private var inner: (any ChannelReader)?

    init(_ channel: Channel, isWhole: Bool) {
        self.channel = channel
        client = XMPPSide(.clientToServer, of: channel, layers: channel.layers, isWhole: isWhole)
        server = XMPPSide(.serverToClient, of: channel, layers: channel.layers, isWhole: isWhole)
    }

    private func side(_ direction: Direction) -> XMPPSide {
        direction == .clientToServer ? client : server
    }

    func receive(_ event: Channel.SourceEvent) {
        if let inner { return inner.receive(event) }
        switch event {
        case .run(let run):
            negotiate(side(run.direction).receive(run))
        case .gap(let direction, let byteCount, let origin):
            side(direction).gap(byteCount, origin)
        }
    }

    func close(_ end: End) {
        inner?.close(end)
        guard inner == nil else { return }
        client.close(end)
        server.close(end)
    }

    // MARK: Other layers

    /// STARTTLS (RFC 6120 §5) and compression (XEP-0138): the asking side says nothing more until it is answered,
    /// and what it sends from then on, like what the other side sends behind its consent, is not XML.
    private func negotiate(_ signals: [XMPPSide.Signal]) {
        for signal in signals {
            switch signal {
            case .asked: break
            case .refused(let direction):
                negotiate(side(direction.opposite).resume())
            case .agreed(let layer, let direction):
                begin(layer, after: direction)
                return
            }
        }
    }

    private func begin(_ layer: TrafficRecord.Layer, after direction: Direction) {
        let next: any ChannelReader =
            switch layer {
            case .zlib: ZlibChannel(channel)
            case .tls, .webSocket, .bosh: TLSChannel(channel)
            }
        let behind = [side(direction.opposite), side(direction)].flatMap { $0.takeRest() }
        inner = next
        for run in behind { next.receive(.run(run)) }
    }
}

extension Direction {
    var opposite: Direction { self == .clientToServer ? .serverToClient : .clientToServer }
}
