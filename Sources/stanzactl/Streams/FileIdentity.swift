#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What a regular file is known by, whatever its name, and how long it is or was read.
struct FileIdentity: Equatable {
    private let device: dev_t
    private let inode: ino_t
    /// In bytes.
    var size: Int

    /// Takes over what the system says of a file; nil if it is no regular one.
    init?(_ status: stat) {
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        (device, inode, size) = (status.st_dev, status.st_ino, Int(clamping: status.st_size))
    }

    /// What there is under a name; nil if it is no regular file.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Whether this can be what has become of another file to which something was added.
    func continues(_ other: FileIdentity) -> Bool {
        device == other.device && inode == other.inode && size >= other.size
    }
}
