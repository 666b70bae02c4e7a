import XMPPCapture

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A file, or standard input, that is read from beginning to end.
struct InputFile: ~Copyable {
    /// What messages call it.
    let name: String
    private let descriptor: Int32

    /// How much is read at once, in bytes.
    private static let chunk = 256 << 10

    /// Opens a file; `-` is standard input.
    init(_ path: String) throws(Failure) {
        if path == "-" {
            (name, descriptor) = ("standard input", STDIN_FILENO)
            return
        }
        name = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .input(name: path, systemMessage(errno)) }
    }

    deinit {
        if descriptor > STDIN_FILENO { close(descriptor) }
    }

    /// Whether there is something to read, or the end, without waiting for it.
    var isReady: Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 0) != 0
    }

    /// When a file was last changed; nil if it is no regular file.
    var lastChange: Timestamp? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        #if canImport(Darwin)
            let seconds = status.st_mtimespec.tv_sec
        #else
            let seconds = status.st_mtim.tv_sec
        #endif
        return Timestamp(seconds: Int64(seconds), digits: 0)
    }

    /// What a regular file is known by; nil if it is none.
    var identity: FileIdentity? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? FileIdentity(status) : nil
    }

    /// The length in bytes; nil if it is no regular file.
    var length: Int64? { identity.map { Int64($0.size) } }

    /// Waits for the next bytes; none at the end of the file.
    mutating func read() throws(Failure) -> [UInt8] {
        var code: Int32 = 0
        repeat {
            code = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: Self.chunk) { buffer, count in
                let result = readBytes(descriptor, buffer.baseAddress, Self.chunk)
                if result < 0 { code = errno }
                count = max(0, result)
            }
            if code == 0 { return bytes }
        } while code == EINTR
        throw .input(name: name, systemMessage(code))
    }

    /// The most bytes of a file that is read as a whole, and of a line.
    private static let longest = 1 << 20

    /// All bytes of a file, which may be 1 MiB at the most.
    static func contents(of path: String) throws(Failure) -> [UInt8] {
        var file = try InputFile(path)
        var contents: [UInt8] = []
        while true {
            let bytes = try file.read()
            if bytes.isEmpty { return contents }
            contents += bytes
            if contents.count > longest { throw .input(name: file.name, "is larger than 1 MiB") }
        }
    }

    /// Calls `body` with the lines of a file, many at a time; none may be longer than 1 MiB. `pending` is what was read
    /// of it before.
    consuming func forEachLines(startingWith pending: [UInt8], _ body: ([UInt8]) -> Void) throws(Failure) {
        var pending = pending
        while true {
            if let end = pending.lastIndex(of: UInt8(ascii: "\n")) {
                body(Array(pending[...end]))
                pending.removeSubrange(...end)
            }
            if pending.count > Self.longest { throw .input(name: name, "has a line of more than 1 MiB") }
            let bytes = try read()
            if bytes.isEmpty { return body(pending) }
            pending += bytes
        }
    }

    /// Whether standard input is a terminal, at which somebody would have to type.
    static var standardInputIsTerminal: Bool { isatty(STDIN_FILENO) == 1 }
}

/// read(2), which within `InputFile` its own method hides.
private func readBytes(_ descriptor: Int32, _ target: UnsafeMutablePointer<UInt8>?, _ count: Int) -> Int {
    read(descriptor, target, count)
}
