import Foundation

@testable import XMPPCapture

/// A recorded session of `Fixtures/tls`.
struct TLSFixture: Sendable, CustomStringConvertible {
    let name: String

    init(_ name: String) {
        self.name = name
    }

    var description: String { name }

    private static let folder = URL(filePath: #filePath).appending(path: "../../Fixtures/tls").standardized

    static func bytes(of file: String) throws -> [UInt8] {
        try Array(Data(contentsOf: folder.appending(path: file)))
    }

    func keyLog() throws -> [UInt8] { try Self.bytes(of: "\(name).keys") }

    /// The events of the capture's streams.
    func streamEvents() throws -> [StreamEvent] {
        events(of: try Self.bytes(of: "\(name).pcap")).events
    }

    /// The sessions, decrypted with the key log unless there are other secrets.
    func transcript(secrets: TLSSecrets? = nil, limits: CaptureLimits = CaptureLimits()) throws -> TLSTranscript {
        try TLSTranscript(of: try streamEvents(), secrets: secrets ?? loggedSecrets(), limits: limits)
    }

    func loggedSecrets() throws -> TLSSecrets {
        var secrets = TLSSecrets()
        secrets.add(keyLog: try keyLog())
        return secrets
    }

    /// What the client says in most of them.
    static let lines = [
        "<iq type='get' id='a1'/>\n", "<message to='bob'><body>hello there</body></message>\n", "<presence/>\n",
    ]
    /// The messages of which some were lost.
    static let messages = (0..<8).map { "<message id='\($0)'><body>number \($0)</body></message>\n" }

    /// What a server with `-rev` answers.
    static func reversed(_ lines: [String]) -> String {
        lines.map { String($0.dropLast().reversed()) + "\n" }.joined()
    }
}

extension TLSTranscript {
    init(of events: [StreamEvent], secrets: TLSSecrets, limits: CaptureLimits = CaptureLimits()) {
        self.init(secrets: secrets, limits: limits)
        for event in events { receive(event) }
    }
}

extension [StreamEvent] {
    /// The same bytes in pieces of at most `count`.
    func cut(to count: Int) -> [StreamEvent] {
        flatMap { event -> [StreamEvent] in
            guard case .data(let data) = event else { return [event] }
            return stride(from: 0, to: data.bytes.count, by: count).map { start in
                .data(data.part(from: start, bytes: data.bytes.part(from: start, length: count)))
            }
        }
    }

    /// The same without the data that satisfies a condition, which becomes gaps.
    func losing(_ isLost: (StreamData) -> Bool) -> [StreamEvent] {
        map { event in
            guard case .data(let data) = event, isLost(data) else { return event }
            return .gap(data.missing)
        }
    }
}

extension StreamData {
    func part(from start: Int, bytes: ArraySlice<UInt8>) -> StreamData {
        StreamData(
            stream: stream,
            direction: direction,
            offset: offset + Int64(start),
            packet: packet,
            time: time,
            bytes: bytes
        )
    }

    var missing: StreamGap {
        StreamGap(
            stream: stream,
            direction: direction,
            offset: offset,
            byteCount: Int64(bytes.count),
            packet: packet,
            time: time
        )
    }
}
