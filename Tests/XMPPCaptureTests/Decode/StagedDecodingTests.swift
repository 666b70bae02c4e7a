import Foundation
import Testing

@testable import XMPPCapture

/// A decoder in stages, as threads of their own take them, beside the one that does all itself.
@Suite("Decoding in stages")
struct StagedDecodingTests {
    struct Outcome: Equatable {
        var records: [TrafficRecord] = []
        var failure: CaptureError?
        var notes: [String] = []
    }

    private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardized

    private static func bytes(_ path: String) throws -> [UInt8] {
        try Array(Data(contentsOf: root.appending(path: path)))
    }

    /// Captures of the repository, the text of a log, and what is neither.
    static let files: [String] = {
        let fixtures = "Tests/XMPPCaptureTests/Fixtures"
        let folders = ["Corpus/captures", "\(fixtures)/layers", "\(fixtures)/logs"]
        let kinds = ["pcap", "pcapng", "gz", "log"]
        return folders.flatMap { folder in
            let names = try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)
            return (names ?? []).filter { name in
                kinds.contains { name.hasSuffix(".\($0)") } && !name.hasSuffix(".keys.log")
            }.sorted().map { "\(folder)/\($0)" }
        }
    }()

    private static func secrets(of file: String) throws -> TLSSecrets {
        var secrets = TLSSecrets()
        let stem = file.split(separator: ".").first.map(String.init) ?? file
        if let keys = try? bytes(stem + ".keys.log") { secrets.add(keyLog: keys) }
        return secrets
    }

    private static func inOne(_ bytes: [UInt8], _ secrets: TLSSecrets, chunk: Int) -> Outcome {
        var outcome = Outcome()
        var decoder = TrafficDecoder(secrets: secrets)
        do throws(CaptureError) {
            for start in stride(from: 0, to: bytes.count, by: chunk) {
                decoder.receive(Array(bytes[start..<min(start + chunk, bytes.count)]))
                while let record = try decoder.next() { outcome.records.append(record) }
            }
            decoder.finish()
            while let record = try decoder.next() { outcome.records.append(record) }
        } catch {
            outcome.failure = error
        }
        outcome.notes = decoder.fileNotes
        return outcome
    }

    private static func inStages(_ bytes: [UInt8], _ secrets: TLSSecrets, chunk: Int) -> Outcome {
        var outcome = Outcome()
        var intake = TrafficIntake()
        var decoder = TrafficDecoder(secrets: secrets)
        var completion = RecordCompletion(secrets: secrets)
        func complete() {
            while let batch = decoder.nextBatch() {
                completion.receive(batch)
                while let records = completion.next() { outcome.records += records }
            }
        }
        func takeParts() throws(CaptureError) {
            while let part = try intake.next() {
                decoder.receive(part)
                complete()
            }
        }
        do throws(CaptureError) {
            for start in stride(from: 0, to: bytes.count, by: chunk) {
                intake.receive(Array(bytes[start..<min(start + chunk, bytes.count)]))
                try takeParts()
            }
            intake.finish()
            try takeParts()
            decoder.finish()
            complete()
        } catch {
            outcome.failure = error
        }
        outcome.notes = decoder.fileNotes
        return outcome
    }

    @Test("The records are the same, in the same order", arguments: files)
    func sameRecords(file: String) throws {
        let bytes = try Self.bytes(file)
        let secrets = try Self.secrets(of: file)
        for chunk in [1 << 20, 1009] {
            let expected = Self.inOne(bytes, secrets, chunk: chunk)
            #expect(Self.inStages(bytes, secrets, chunk: chunk) == expected)
            #expect(!expected.records.isEmpty || file.contains("not-xmpp"))
        }
    }

    @Test("What is cut, damaged or no capture comes to the same end", arguments: [0, 3, 20, 700, 5000, 9999])
    func sameFailures(length: Int) throws {
        var bytes = Array(try Self.bytes("Corpus/captures/prosody-scram-im.pcapng").prefix(length))
        #expect(Self.inStages(bytes, TLSSecrets(), chunk: 64) == Self.inOne(bytes, TLSSecrets(), chunk: 64))
        for index in bytes.indices.dropFirst(length / 2).prefix(16) { bytes[index] = 0xFF }
        #expect(Self.inStages(bytes, TLSSecrets(), chunk: 64) == Self.inOne(bytes, TLSSecrets(), chunk: 64))
    }

    @Test("A batch tells how many bytes wait before each of its events, and behind the last")
    func waitingBytes() {
        let events = (1...3).map { StreamEvent.comment(packet: $0, "") }
        var batch = StreamEventBatch(waitingBytes: 7)
        batch.note(waitingBytes: 7, from: 0)
        batch.events = events
        batch.note(waitingBytes: 9, from: 1)
        batch.note(waitingBytes: 0, from: 3)
        var levels: [Int] = []
        var taken: [StreamEvent] = []
        while let event = batch.next() {
            taken.append(event)
            levels.append(batch.waitingBytes)
        }
        #expect(taken == events)
        #expect(levels == [7, 9, 9])
        #expect(batch.waitingBytes == 0)
    }
}
