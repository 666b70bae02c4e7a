#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A key log in the NSS format, to which lines are added.
final class KeyLogFile: Sendable {
    private let path: String
    private let descriptor: Int32

    /// Opens a file, or creates one that nobody else can read.
    init(_ path: String) throws(Failure) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .input(name: path, systemMessage(errno)) }
    }

    deinit {
        close(descriptor)
    }

    func append(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        let count = bytes.withUnsafeBytes { buffer in
            buffer.baseAddress.map { write(descriptor, $0, buffer.count) } ?? 0
        }
        if count != bytes.count { Diagnostics.report("\(path): \(systemMessage(errno))") }
    }
}
