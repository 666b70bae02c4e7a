import XMPPCapture

/// A file with secrets for TLS: a key log, or a capture that has them in it.
struct KeyFile: ~Copyable {
    /// What reading one gave.
    struct Reading {
        var secrets = 0
        /// How many bytes the lines have that ended.
        var wholeLines = 0
        /// A key log that can grow, as far as it was read; nil for anything else.
        var last: FileIdentity?
    }

    private var file: InputFile

    init(_ path: String) throws(Failure) {
        file = try InputFile(path)
    }

    /// Adds what is in it to `secrets`.
    consuming func read(into secrets: inout TLSSecrets) throws(Failure) -> Reading {
        var head: [UInt8] = []
        while head.count < CaptureFormat.prefixLength {
            let bytes = try file.read()
            if bytes.isEmpty { break }
            head += bytes
        }
        var reading = Reading()
        if CaptureFormat.detect(head) != nil {
            reading.secrets = try readCapture(startingWith: head, into: &secrets)
            return reading
        }
        reading.last = file.identity
        reading.last?.size = 0
        try file.forEachLines(startingWith: head) { lines in
            reading.secrets += secrets.add(keyLog: lines).secrets
            reading.last?.size += lines.count
            if lines.last == UInt8(ascii: "\n") { reading.wholeLines += lines.count }
        }
        return reading
    }

    private consuming func readCapture(
        startingWith head: [UInt8], into secrets: inout TLSSecrets
    ) throws(Failure) -> Int {
        var streams = CaptureStreams()
        var bytes = head
        var count = 0
        while !bytes.isEmpty {
            streams.receive(bytes)
            do {
                while let event = try streams.next() {
                    if case .secrets(let found) = event { count += secrets.add(found)?.secrets ?? 0 }
                }
            } catch {
                // Whoever reads the capture itself is told what is wrong with it.
                return count
            }
            bytes = try file.read()
        }
        return count
    }
}
