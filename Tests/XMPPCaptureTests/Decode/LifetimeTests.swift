import Foundation
import Testing

@testable import XMPPCapture

/// Decoders that are let go of in the middle take everything with them.
@Suite("Life of what is decoded")
struct LifetimeTests {
    private struct Weak {
        weak var channel: Channel?
        weak var content: OpenContent?
    }

    private static let files =
        [
            ("Corpus/captures/prosody-scram-im.pcapng", nil),
            ("Corpus/captures/prosody-wss-https-bosh.pcap", "Corpus/captures/prosody-wss-https-bosh.keys.log"),
            (
                "Corpus/captures/libstrophe-starttls13-chacha20.pcapng",
                "Corpus/captures/libstrophe-starttls13-chacha20.keys.log"
            ),
            ("Tests/XMPPCaptureTests/Fixtures/layers/ejabberd-plain-zlib-gloox.pcapng", nil),
            ("Tests/XMPPCaptureTests/Fixtures/layers/ws-prosody-fragments.pcap", nil),
            ("Tests/XMPPCaptureTests/Fixtures/layers/prosody-bosh-http.pcapng", nil),
        ] as [(String, String?)]

    private static func bytes(_ path: String) throws -> [UInt8] {
        let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
        return try Array(Data(contentsOf: root.appending(path: path)))
    }

    @Test("No channel outlives its decoder, whatever is read in it", arguments: files)
    func released(file: String, keys: String?) throws {
        let bytes = try Self.bytes(file)
        for share in 1...8 {
            var observed: [Weak] = []
            do {
                var secrets = TLSSecrets()
                if let keys { secrets.add(keyLog: try Self.bytes(keys)) }
                var decoder = CaptureDecoder(secrets: secrets)
                decoder.receive(Array(bytes.prefix(bytes.count * share / 9)))
                while try decoder.next() != nil {}
                observed = decoder.channels.values.map { Weak(channel: $0, content: $0.context.openContent) }
                if share == 8 { #expect(!observed.isEmpty || decoder.nextClosedConnection() != nil) }
            }
            #expect(observed.allSatisfy { $0.channel == nil && $0.content == nil }, "after \(share) of 9")
        }
    }
}
