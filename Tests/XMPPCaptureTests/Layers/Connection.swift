import CZlib
import XMLStream

@testable import XMPPCapture

/// A connection whose bytes a test gives, packet by packet, with what is read from them.
final class Connection {
    private let context: ChannelContext
    private let channel: Channel
    private(set) var packet = 0

    init(
        isWhole: Bool = true, stream: Int = 0, layers: [TrafficRecord.Layer] = [],
        context: ChannelContext = ChannelContext()
    ) {
        self.context = context
        channel = Channel(stream: stream, layers: layers, isWhole: isWhole, context: context)
    }

    /// Sends bytes, as packets of `length`.
    func send(_ direction: Direction, _ bytes: [UInt8], by length: Int = .max) {
        var rest = bytes[...]
        while !rest.isEmpty {
            packet += 1
            let origin = SourceRun.Origin(
                packets: PacketList(packet), time: Timestamp(seconds: Int64(packet), digits: 0))
            channel.receive(.run(SourceRun(direction: direction, bytes: rest.prefix(length), origin: origin)))
            rest = rest.dropFirst(length)
        }
    }

    func client(_ text: String, by length: Int = .max) { send(.clientToServer, Array(text.utf8), by: length) }
    func client(_ bytes: [UInt8], by length: Int = .max) { send(.clientToServer, bytes, by: length) }
    func server(_ text: String, by length: Int = .max) { send(.serverToClient, Array(text.utf8), by: length) }
    func server(_ bytes: [UInt8], by length: Int = .max) { send(.serverToClient, bytes, by: length) }

    /// Bytes that the capture does not have.
    func lose(_ direction: Direction, _ byteCount: Int64, _ kind: GapKind = .missing) {
        packet += 1
        let origin = SourceRun.Origin(packets: PacketList(packet), time: nil)
        channel.receive(.gap(direction, byteCount: byteCount, kind, origin))
    }

    /// Ends the connection, or only the capture.
    func close(isCutOff: Bool = false) {
        channel.close(XMPPChannel.End(reason: "end of the connection", isCutOff: isCutOff, origin: .none))
    }

    /// The records since the last call.
    func records() -> [TrafficRecord] {
        var records: [TrafficRecord] = []
        while let record = context.sink.next() { records.append(record) }
        return records
    }

    /// The records since the last call, each in few words: `c2s 3-4 ws message m1`.
    func log() -> [String] { records().map(\.words) }
}

extension TrafficRecord {
    var words: String {
        let range = packets.count > 1 ? "\(packets[0])-\(packets[packets.count - 1])" : packets.first.map(String.init)
        let layers = layers.map(\.rawValue).joined(separator: "+")
        let place = [direction?.rawValue, range, layers].compactMap { $0 }.filter { !$0.isEmpty }
        return (place + [saying] + diagnostics.map { "! \($0)" }).joined(separator: " ")
    }

    private var saying: String {
        switch content {
        case .streamOpen: "open"
        case .streamClose: "close"
        case .stanza(let element), .nonza(let element), .bosh(let element):
            [element.localName, element.attribute(.id) ?? element.attribute(Name("rid"))].compactMap { $0 }
                .joined(separator: " ")
        case .gap(let byteCount): "gap \(byteCount)"
        case .error(let message): "error: \(message)"
        case .note(let message): "note: \(message)"
        }
    }
}

/// Deflates as the other end of a connection would.
final class Deflater {
    private var stream = z_stream()

    init(_ wrapper: Inflater.Wrapper) {
        let size = Int32(MemoryLayout<z_stream>.size)
        deflateInit2_(&stream, 9, Z_DEFLATED, wrapper.rawValue, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
    }

    deinit { deflateEnd(&stream) }

    func deflate(_ text: String, flush: Int32 = Z_SYNC_FLUSH) -> [UInt8] { deflate(Array(text.utf8), flush: flush) }

    func deflate(_ bytes: [UInt8], flush: Int32 = Z_SYNC_FLUSH) -> [UInt8] {
        var input = bytes
        var output = [UInt8](repeating: 0, count: input.count + 1000)
        let count = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                CZlib.deflate(&stream, flush)
                return output.count - Int(stream.avail_out)
            }
        }
        return Array(output.prefix(count))
    }
}
