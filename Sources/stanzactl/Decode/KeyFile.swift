import XMPPCapture

/// A file with secrets for TLS: a key log, or a capture that has them in it.
struct KeyFile: ~Copyable {
    private var file: InputFile

    init(_ path: String) throws(Failure) {
        file = try InputFile(path)
    }

    /// Adds what is in it to `secrets`; returns how many there were.
    consuming func read(into secrets: inout TLSSecrets) throws(Failure) -> Int {
        var head: [UInt8] = []
        while head.count < CaptureFormat.prefixLength {
            let bytes = try file.read()
            if bytes.isEmpty { break }
            head += bytes
        }
        if CaptureFormat.detect(head) != nil { return try readCapture(startingWith: head, into: &secrets) }
        var count = 0
        try file.forEachLines(startingWith: head) { count += secrets.add(keyLog: $0).secrets }
        return count
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
