/// Something in a capture that is malformed, cut short or given up, said in a sentence: where and what.
///
/// A note never stops the reading; what could be read around it is delivered.
public struct CaptureNote: Sendable, Hashable {
    /// The packet it is about, counted from 1 over the whole file as Wireshark does; nil if it is about the file.
    public let packet: Int?
    /// The TCP stream it is about, numbered as Wireshark's `tcp.stream`; nil if it is about none.
    public let stream: Int?
    /// The time of the packet it is about, if that has one.
    public let time: Timestamp?
    /// What was found, as one sentence without a full stop.
    public let message: String

    /// Creates a note.
    public init(packet: Int? = nil, stream: Int? = nil, time: Timestamp? = nil, _ message: String) {
        self.packet = packet
        self.stream = stream
        self.time = time
        self.message = message
    }
}

extension CaptureNote: CustomStringConvertible {
    /// The place and the message in one line.
    public var description: String {
        var place: [String] = []
        if let packet { place.append("packet \(packet)") }
        if let stream { place.append("stream \(stream)") }
        return place.isEmpty ? message : place.joined(separator: ", ") + ": " + message
    }
}
