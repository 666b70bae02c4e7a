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

    /// A gap.
    private struct Missing {
        var byteCount: Int64
        var kind: GapKind
        var origin: SourceRun.Origin
    }

    /// One direction, and whether it has gone over to another layer.
    private final class Half {
        let side: XMPPSide
        var isSeen = false
        var isInside = false
        /// What is missing, while what follows has to show to which layer it belonged.
        var missing: Missing?

        init(_ side: XMPPSide) { self.side = side }
    }

    /// It owns this reader, and so outlives it.
    private unowned let channel: Channel
    private let client: Half
    private let server: Half
    /// What was asked for last and not refused.
    private var asked: TrafficRecord.Layer?
    /// What takes over after the stream gave way to another layer.
    private var inner: (layer: TrafficRecord.Layer, reader: any ChannelReader)?

    init(_ channel: Channel, isWhole: Bool) {
        self.channel = channel
        client = Half(XMPPSide(.clientToServer, of: channel, layers: channel.layers, isWhole: isWhole))
        server = Half(XMPPSide(.serverToClient, of: channel, layers: channel.layers, isWhole: isWhole))
    }

    private func half(_ direction: Direction) -> Half { direction == .clientToServer ? client : server }

    func receive(_ event: Channel.SourceEvent) {
        let half = half(event.direction)
        if let inner, half.isInside { return inner.reader.receive(event) }
        half.isSeen = true
        switch event {
        case .run(let run): receive(run, half)
        case .gap(_, let byteCount, let kind, let origin):
            let before = half.missing
            half.missing = Missing(
                byteCount: (before?.byteCount ?? 0) &+ byteCount, kind: before?.kind.union(kind) ?? kind, origin: origin
            )
            if expected == nil { reportMissing(half) }
        }
    }

    func close(_ end: End) {
        for half in [client, server] where !half.isInside {
            reportMissing(half)
            half.side.close(end)
        }
        inner?.reader.close(end)
    }

    private func receive(_ run: SourceRun, _ half: Half) {
        if let layer = layer(beginningWith: run, half) {
            if ProtocolProbe.isBeginning(of: layer, run.bytes) { reportMissing(half) }
            enter(layer, from: run.direction)
        } else if inner == nil || ProtocolProbe.isText(run.bytes) {
            reportMissing(half)
            return negotiate(half.side.receive(run))
        }
        cross(run.direction)
        inner?.reader.receive(.run(run))
    }

    /// Says what is missing of the stream itself.
    private func reportMissing(_ half: Half) {
        guard let missing = half.missing else { return }
        half.missing = nil
        half.side.gap(missing.byteCount, missing.kind, missing.origin)
    }

    // MARK: Other layers

    private var expected: TrafficRecord.Layer? { inner?.layer ?? asked }

    /// The layer whose bytes stand where the stream could go on: the consent to it is not in the capture, or comes later.
    private func layer(beginningWith run: SourceRun, _ half: Half) -> TrafficRecord.Layer? {
        guard expected != nil || run.bytes.first == TLSContentType.handshake.rawValue else { return nil }
        guard half.missing != nil || half.side.isBetweenElements else { return nil }
        let head = half.missing == nil ? half.side.headOfHeld + run.bytes.prefix(16) : Array(run.bytes.prefix(16))
        if expected == .zlib, ProtocolProbe.isBeginning(of: .zlib, head[...]) {
            // Who asked is read before the consent only if that is in no packet at all.
            return half.side.isWaiting && self.half(run.direction.opposite).isSeen ? nil : .zlib
        }
        if inner?.layer ?? .tls == .tls, ProtocolProbe.isBeginning(of: .tls, head[...]) { return .tls }
        guard expected == .tls, case .header(let header) = TLSRecordHeader.read(head[...]) else { return nil }
        return header.length > 0 ? .tls : nil
    }

    /// STARTTLS (RFC 6120 §5) and compression (XEP-0138): the asking side says nothing more until it is answered,
    /// and what it sends from then on, like what the other side sends behind its consent, is not XML.
    private func negotiate(_ signals: [XMPPSide.Signal]) {
        for signal in signals {
            switch signal {
            case .asked(_, let direction) where inner != nil: cross(direction)
            case .asked(let layer, _): asked = layer
            case .refused(let direction):
                asked = nil
                negotiate(half(direction.opposite).side.resume())
            case .agreed(let layer, let direction):
                enter(layer, from: direction)
                cross(direction)
                return
            }
        }
    }

    /// Has a layer begin, because of what came from one direction: for the other too if that waits for the consent.
    private func enter(_ layer: TrafficRecord.Layer, from direction: Direction) {
        if inner == nil {
            let reader: any ChannelReader = layer == .zlib ? ZlibChannel(channel) : TLSChannel(channel)
            inner = (layer, reader)
        }
        if half(direction.opposite).side.isWaiting { cross(direction.opposite) }
    }

    /// Has a direction belong to the layer within from behind its last element on.
    private func cross(_ direction: Direction) {
        let half = half(direction)
        guard let inner, !half.isInside else { return }
        half.isInside = true
        for run in half.side.takeRest() { inner.reader.receive(.run(run)) }
        guard let missing = half.missing else { return }
        half.missing = nil
        inner.reader.receive(.gap(direction, byteCount: missing.byteCount, missing.kind, missing.origin))
    }
}

extension Direction {
    var opposite: Direction { self == .clientToServer ? .serverToClient : .clientToServer }
}
