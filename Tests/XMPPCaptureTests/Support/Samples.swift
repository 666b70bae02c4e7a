import Foundation

@testable import XMPPCapture

/// A capture of the corpus with its truth.
struct Sample: Sendable, CustomStringConvertible {
    /// One unit of XMPP as the server's process read or wrote it.
    struct Unit: Decodable, Sendable {
        struct Captured: Decodable, Sendable {
            let isWhole: Bool

            init(from decoder: any Decoder) throws {
                // Either false or "part"; a unit that is all there does not say so.
                isWhole = (try? decoder.singleValueContainer().decode(Bool.self)) ?? false
            }
        }

        let stream: Int
        let dir: String
        let xml: String
        let captured: Captured?
        let incomplete: Bool?

        var isCaptured: Bool { captured?.isWhole ?? true }
    }

    let name: String
    /// Whether every byte of the streams is in the file.
    let isComplete: Bool

    static let all = [
        Sample(name: "prosody-scram-im.pcapng", isComplete: true),
        Sample(name: "prosody-roster-reordered.pcap", isComplete: true),
        Sample(name: "tiny-segments-loopback.pcap", isComplete: true),
        Sample(name: "qxmpp-snaplen-nanoseconds.pcap.gz", isComplete: false),
        Sample(name: "slixmpp-midstream-start.pcap", isComplete: false),
    ]

    private static let folder = URL(filePath: #filePath).appending(path: "../../../../Corpus/captures").standardized

    var description: String { name }

    func bytes() throws -> [UInt8] {
        try Array(Data(contentsOf: Self.folder.appending(path: name)))
    }

    func truth() throws -> [Unit] {
        let stem = name.prefix(while: { $0 != "." })
        let text = try String(contentsOf: Self.folder.appending(path: "\(stem).truth.jsonl"), encoding: .utf8)
        return try text.split(separator: "\n").map { try JSONDecoder().decode(Unit.self, from: Data($0.utf8)) }
    }
}

/// What a whole capture gives when it is pushed in pieces of `chunk` bytes, and the error it ends with.
func events(
    of file: [UInt8],
    chunk: Int = .max,
    limits: CaptureLimits = CaptureLimits()
) -> (events: [StreamEvent], error: CaptureError?) {
    var streams = CaptureStreams(limits: limits)
    var events: [StreamEvent] = []
    do {
        var rest = file[...]
        while !rest.isEmpty {
            streams.receive(Array(rest.prefix(chunk)))
            rest = rest.dropFirst(chunk)
            while let event = try streams.next() { events.append(event) }
        }
        streams.finish()
        while let event = try streams.next() { events.append(event) }
    } catch {
        return (events, error)
    }
    return (events, nil)
}
