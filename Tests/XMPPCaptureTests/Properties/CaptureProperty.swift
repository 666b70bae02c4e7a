import XMLStream
import XMPPCapture

/// Whatever is in a capture or log, reading it ends, and however it is cut, the same records come out, which
/// everything that works on records can take.
///
/// The first byte of a case chooses limits and the size of pieces.
public enum CaptureProperty {
    /// What does not hold for a case, or nil.
    public static func fault(of testCase: [UInt8]) -> String? {
        guard let selector = testCase.first else { return nil }
        let input = Array(testCase.dropFirst())
        let limits = selector & 8 == 0 ? CaptureLimits() : narrowLimits
        let whole = Reading(of: input, inPiecesOf: max(input.count, 1), limits)
        let pieces = Reading(of: input, inPiecesOf: pieceSizes[Int(selector & 7)], limits)
        if whole.error != pieces.error { return "whole: \(whole.errorText)\nin pieces: \(pieces.errorText)" }
        for (index, (one, other)) in zip(whole.records, pieces.records).enumerated() where one != other {
            return "record \(index), whole: \(one)\nin pieces: \(other)"
        }
        guard whole.records.count == pieces.records.count else {
            return "whole: \(whole.records.count) records, in pieces: \(pieces.records.count)"
        }
        return useFault(of: whole)
    }

    private static let pieceSizes = [1, 2, 3, 7, 64, 1000, 1460, 4096]

    /// Limits that small inputs reach.
    private static let narrowLimits: CaptureLimits = {
        var limits = CaptureLimits()
        limits.recordBytes = 4096
        limits.blockBytes = 8192
        limits.interfaces = 2
        limits.fragmentBytes = 4096
        limits.heldBytesPerDirection = 2048
        limits.heldBytes = 4096
        limits.streams = 2
        limits.recentBytes = 512
        limits.openContentBytes = 192 << 10
        limits.tlsSecrets = 3
        limits.heldTLSBytesPerDirection = 2048
        limits.heldTLSBytes = 4096
        limits.tlsMessageBytes = 512
        return limits
    }()

    private struct Reading {
        var records: [TrafficRecord] = []
        var connections: [ConnectionTraffic] = []
        var error: CaptureError?

        init(of input: [UInt8], inPiecesOf size: Int, _ limits: CaptureLimits) {
            var decoder = TrafficDecoder(lastChange: Timestamp(seconds: 1_796_000_000, digits: 0), limits: limits)
            for start in stride(from: 0, to: input.count, by: size) where error == nil {
                decoder.receive(Array(input[start..<min(start + size, input.count)]))
                drain(&decoder)
            }
            guard error == nil else { return }
            decoder.finish()
            drain(&decoder)
        }

        private mutating func drain(_ decoder: inout TrafficDecoder) {
            do {
                while let record = try decoder.next() { records.append(record) }
            } catch {
                self.error = error
            }
            while let connection = decoder.nextClosedConnection() { connections.append(connection) }
        }

        var errorText: String { error?.description ?? "no error" }
    }

    private static func useFault(of reading: Reading) -> String? {
        let mask = SecretMask()
        var redactor = Redactor(key: Array("the same for every run".utf8))
        var audit = TrafficAudit()
        var statistics = TrafficStatistics()
        for record in reading.records {
            if zip(record.packets, record.packets.dropFirst()).contains(where: >=) { return "packets of \(record)" }
            _ = audit.receive(record)
            statistics.receive(record)
            if let fault = writingFault(mask.masked(record)) ?? writingFault(redactor.redacted(record)) { return fault }
        }
        for connection in reading.connections { statistics.receive(connection) }
        _ = audit.finish()
        _ = statistics.finishInput()
        return nil
    }

    /// An element that cannot be written, or not be read again.
    private static func writingFault(_ record: TrafficRecord) -> String? {
        guard let element = record.element else { return nil }
        var written: [UInt8] = []
        do {
            try XMLWriter(in: .anywhere, invalidCharacters: .replace).write(element, to: &written)
            var parser = XMLStreamParser(framing: .fragments, limits: .recorded)
            parser.receive(written)
            guard try parser.next() != nil else { return "\(element) is not read again" }
            return nil
        } catch {
            return "\(element): \(error)"
        }
    }
}
