#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What a key log has got since it was read: programs write the secrets of a session during its handshake, and so while
/// it is being captured.
///
/// To find out that there is nothing costs one stat(2). A file that has become shorter, or another one of the same name,
/// is read from its beginning. What is no regular file is not followed, because it can be read only once.
struct KeyLogGrowth {
    /// How much is read at once, in bytes.
    private static let chunk = 256 << 10
    /// The longest line, in bytes; what is read of a longer one is taken for a line.
    private static let longestLine = 1 << 20

    private let path: String
    /// The file as far as it was read; nil if it was not there yet.
    private var last: FileIdentity?
    /// Where the first line begins that had no end then.
    private var offset: Int

    /// Follows a file of which all lines before `offset` have been taken, and which was read as far as `last` says.
    init(_ path: String, after offset: Int = 0, last: FileIdentity? = nil) {
        (self.path, self.offset, self.last) = (path, offset, last)
    }

    /// The next whole lines, some hundred thousand bytes at a time; none if there are no more by now.
    ///
    /// - Parameter takesAll: whether a last line without an end is taken too, because nothing more is waited for.
    mutating func next(takesAll: Bool) -> [UInt8] {
        guard let found = FileIdentity(path: path), found != last || takesAll else { return [] }
        if let last, !found.continues(last) { offset = 0 }
        var bytes = read(upTo: found.size)
        last = found
        last?.size = offset + bytes.count
        if let end = bytes.lastIndex(of: UInt8(ascii: "\n")) {
            bytes.removeSubrange((end + 1)...)
        } else if bytes.count <= Self.longestLine, !takesAll {
            return []
        }
        offset += bytes.count
        return bytes
    }

    /// What there is of the file from ``offset`` on, up to a piece with the end of a line in it.
    private func read(upTo size: Int) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        while offset + bytes.count < size, bytes.count <= Self.longestLine {
            let start = offset + bytes.count
            let part = [UInt8](unsafeUninitializedCapacity: Self.chunk) { buffer, count in
                count = max(0, pread(descriptor, buffer.baseAddress, min(Self.chunk, size - start), off_t(start)))
            }
            bytes += part
            if part.isEmpty || part.contains(UInt8(ascii: "\n")) { break }
        }
        return bytes
    }
}
