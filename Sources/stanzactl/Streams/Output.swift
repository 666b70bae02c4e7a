#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Standard output, buffered.
struct Output: ~Copyable {
    /// What has not been written yet.
    var bytes: [UInt8] = []

    /// How much is gathered before it is written, in bytes.
    private static let capacity = 64 << 10

    /// Appends text.
    mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Writes what has been gathered if it is much.
    mutating func flushIfFull() throws(Failure) {
        if bytes.count >= Self.capacity { try flush() }
    }

    /// Writes all that has been gathered.
    mutating func flush() throws(Failure) {
        var position = 0
        while position < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                writeSome(UnsafeRawBufferPointer(rebasing: buffer[position...]))
            }
            if count > 0 {
                position += count
            } else if errno != EINTR {
                let code = errno
                bytes = []
                throw code == EPIPE ? .outputClosed : .output(systemMessage(code))
            }
        }
        bytes.removeAll(keepingCapacity: true)
    }

    private func writeSome(_ buffer: UnsafeRawBufferPointer) -> Int {
        buffer.baseAddress.map { writeBytes(STDOUT_FILENO, $0, buffer.count) } ?? 0
    }

    /// Whether a terminal shows it.
    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
}

/// Standard error.
enum Diagnostics {
    /// Writes one line, in which nothing that a peer or a file name brought can control a terminal.
    static func report(_ message: String) {
        let line = Array("stanzactl: \(message.visible)\n".utf8)
        _ = line.withUnsafeBytes { buffer in
            buffer.baseAddress.map { write(STDERR_FILENO, $0, buffer.count) }
        }
    }
}

extension Diagnostics {
    /// Writes a line for each of these sentences about an input.
    static func report(_ notes: [String], about name: String) {
        for note in notes { report("\(name): \(note)") }
    }
}

/// What the system calls an error.
func systemMessage(_ code: Int32) -> String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
}

/// write(2), which within `Output` its own method hides.
private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
