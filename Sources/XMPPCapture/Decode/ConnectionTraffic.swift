/// What went over one connection of a capture, from its first packet to its last.
public struct ConnectionTraffic: Sendable, Hashable {
    /// Bytes of the two directions.
    public struct Volume: Sendable, Hashable {
        /// Bytes sent by the side that opened the connection.
        public internal(set) var clientToServer = 0
        /// Bytes sent by the side that accepted the connection.
        public internal(set) var serverToClient = 0

        /// Bytes of both directions.
        public var total: Int { clientToServer + serverToClient }

        mutating func add(_ byteCount: Int, _ direction: Direction) {
            switch direction {
            case .clientToServer: clientToServer += byteCount
            case .serverToClient: serverToClient += byteCount
            }
        }
    }

    /// A layer that changes what it carries.
    public struct LayerVolume: Sendable, Hashable {
        /// Bytes as the layer's peers sent them: records of TLS, compressed data.
        public internal(set) var outside = Volume()
        /// Bytes that came out of it; none of TLS that could not be decrypted.
        public internal(set) var inside = Volume()
    }

    /// The connection, as Wireshark's `tcp.stream`.
    public let stream: Int
    /// Why nothing more comes of it.
    public internal(set) var closing: TCPStreamClosing.Reason?
    /// The payload of its TCP segments, each byte once however often it was sent; gaps are not counted.
    public internal(set) var tcp = Volume()
    /// What TLS protected (RFC 8446), the handshake included; nil without TLS.
    public internal(set) var tls: LayerVolume?
    /// What XEP-0138 compressed; nil without compression.
    public internal(set) var compression: LayerVolume?
}

/// Counts the bytes of open connections, layer by layer.
final class TrafficMeter {
    /// How many closed connections wait to be pulled.
    static let closedLimit = 16_384

    private var open: [Int: ConnectionTraffic] = [:]
    private var closed: [ConnectionTraffic] = []
    private var taken = 0

    /// Counts what comes out of a layer of a connection; without one, out of TCP.
    func count(_ run: SourceRun, in stream: Int, out layer: TrafficRecord.Layer?) {
        change(stream) { traffic in
            switch layer {
            case .tls: traffic.tls?.inside.add(run.bytes.count, run.direction)
            case .zlib: traffic.compression?.inside.add(run.bytes.count, run.direction)
            case nil, .webSocket, .bosh: traffic.tcp.add(run.bytes.count, run.direction)
            }
        }
    }

    /// Counts what goes into a layer of a connection.
    func count(_ run: SourceRun, in stream: Int, into layer: TrafficRecord.Layer) {
        change(stream) { traffic in
            if layer == .tls {
                traffic.tls = traffic.tls ?? ConnectionTraffic.LayerVolume()
                traffic.tls?.outside.add(run.bytes.count, run.direction)
            } else {
                traffic.compression = traffic.compression ?? ConnectionTraffic.LayerVolume()
                traffic.compression?.outside.add(run.bytes.count, run.direction)
            }
        }
    }

    func close(_ closing: TCPStreamClosing) {
        var traffic = open.removeValue(forKey: closing.stream) ?? ConnectionTraffic(stream: closing.stream)
        traffic.closing = closing.reason
        if closed.count - taken >= Self.closedLimit { taken += 1 }
        closed.append(traffic)
        dropTaken()
    }

    func nextClosed() -> ConnectionTraffic? {
        guard taken < closed.count else { return nil }
        defer {
            taken += 1
            dropTaken()
        }
        return closed[taken]
    }

    private func dropTaken() {
        guard taken == closed.count || taken > Self.closedLimit else { return }
        closed.removeFirst(taken)
        taken = 0
    }

    private func change(_ stream: Int, _ body: (inout ConnectionTraffic) -> Void) {
        body(&open[stream, default: ConnectionTraffic(stream: stream)])
    }
}
