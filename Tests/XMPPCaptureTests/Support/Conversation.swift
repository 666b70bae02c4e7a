@testable import XMPPCapture

/// A TCP conversation as a capture shows it, packet by packet, with what the reassembler makes of it.
struct Conversation {
    /// One packet's outcome, in few words: `c2s 0 abc`, `gap s2c 7+100`, `open 0`, `closed 0 finished`, `note …`.
    private(set) var log: [String] = []
    private(set) var events: [StreamEvent] = []
    private var reassembler: TCPReassembler
    private var packet = 0
    /// The capture's time, in seconds.
    var time: Int64 = 0

    init(limits: CaptureLimits = CaptureLimits()) {
        reassembler = TCPReassembler(limits: limits)
    }

    /// A packet from the client; sequence and acknowledgment are the numbers on the wire.
    mutating func client(
        _ flags: TCPSegment.Flags = .ack,
        _ sequence: UInt32,
        _ acknowledgment: UInt32 = 0,
        _ text: String = "",
        missing: Int = 0,
        port: UInt16 = 40_000,
        to server: UInt16 = 5222
    ) {
        let ends = (Self.end(Packets.client, port), Self.end(Packets.server, server))
        send(ends.0, ends.1, flags, sequence, acknowledgment, text, missing)
    }

    /// A packet from the server.
    mutating func server(
        _ flags: TCPSegment.Flags = .ack,
        _ sequence: UInt32,
        _ acknowledgment: UInt32 = 0,
        _ text: String = "",
        missing: Int = 0,
        port: UInt16 = 40_000
    ) {
        let ends = (Self.end(Packets.server, 5222), Self.end(Packets.client, port))
        send(ends.0, ends.1, flags, sequence, acknowledgment, text, missing)
    }

    /// The handshake: afterwards the client sends from 1001 and the server from 5001, unless told otherwise.
    mutating func open(client: UInt32 = 1000, server: UInt32 = 5000, port: UInt16 = 40_000) {
        self.client(.syn, client, port: port)
        self.server([.syn, .ack], server, client &+ 1, port: port)
        self.client(.ack, client &+ 1, server &+ 1, port: port)
    }

    /// Ends the capture; gives the log without openings.
    mutating func finish() -> [String] {
        var new: [StreamEvent] = []
        reassembler.finish(into: &new)
        record(new)
        return log.filter { !$0.hasPrefix("open") }
    }

    private static func end(_ address: IPAddress, _ port: UInt16) -> Endpoint { Endpoint(address: address, port: port) }

    private mutating func send(
        _ source: Endpoint,
        _ destination: Endpoint,
        _ flags: TCPSegment.Flags,
        _ sequence: UInt32,
        _ acknowledgment: UInt32,
        _ text: String,
        _ missing: Int
    ) {
        packet += 1
        let segment = TCPSegment(
            packet: packet,
            time: Timestamp(seconds: time, digits: 6),
            source: source,
            destination: destination,
            sequence: sequence,
            acknowledgment: acknowledgment,
            flags: flags,
            payload: Array(text.utf8)[...],
            missing: missing
        )
        var new: [StreamEvent] = []
        reassembler.receive(segment, into: &new)
        record(new)
    }

    private mutating func record(_ new: [StreamEvent]) {
        events += new
        for event in new {
            switch event {
            case .opened(let opening):
                log.append("open \(opening.stream) \(opening.client)\(opening.directionIsGuessed ? " guessed" : "")")
            case .data(let data):
                let text = String(decoding: data.bytes, as: UTF8.self)
                log.append("\(data.direction.rawValue) \(data.packet) \(text)")
            case .gap(let gap): log.append("gap \(gap.direction.rawValue) \(gap.offset)+\(gap.byteCount) \(gap.packet)")
            case .closed(let closing): log.append("closed \(closing.stream) \(closing.reason)")
            case .note(let note): log.append("note \(note.packet ?? 0) \(note.message)")
            case .secrets, .comment: break
            }
        }
    }
}
