#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A socket that never blocks and never raises SIGPIPE. It is closed when nothing refers to it any more: whoever waits
/// for it keeps it open, so that its number cannot become another's meanwhile.
final class Socket: Sendable {
    enum Kind {
        case stream
        case datagram
    }

    let descriptor: Int32

    private init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Makes a socket of an address's family.
    static func open(_ kind: Kind, for address: SocketAddress) throws(SocketError) -> Socket {
        let descriptor = make(kind, address.family)
        guard descriptor >= 0 else { throw .last }
        let socket = Socket(descriptor: descriptor)
        try socket.configure(kind)
        return socket
    }

    deinit {
        close(descriptor)
    }

    private static func make(_ kind: Kind, _ family: Int32) -> Int32 {
        #if canImport(Darwin)
            socket(family, kind == .stream ? SOCK_STREAM : SOCK_DGRAM, 0)
        #elseif canImport(Musl)
            socket(family, (kind == .stream ? SOCK_STREAM : SOCK_DGRAM) | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)
        #else
            socket(
                family,
                Int32((kind == .stream ? SOCK_STREAM : SOCK_DGRAM).rawValue | SOCK_CLOEXEC.rawValue)
                    | Int32(SOCK_NONBLOCK.rawValue),
                0
            )
        #endif
    }

    private func configure(_ kind: Kind) throws(SocketError) {
        #if canImport(Darwin)
            guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0, fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else {
                throw .last
            }
            try enable(SOL_SOCKET, SO_NOSIGPIPE)
        #endif
        // Stanzas are small and waited for.
        if kind == .stream { try enable(Int32(IPPROTO_TCP), TCP_NODELAY) }
    }

    private func enable(_ level: Int32, _ option: Int32) throws(SocketError) {
        var value: Int32 = 1
        guard setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size)) == 0 else {
            throw .last
        }
    }

    // MARK: - Connecting

    private static func connect(
        _ descriptor: Int32,
        _ address: UnsafePointer<sockaddr>,
        _ length: socklen_t
    ) -> Int32 {
        #if canImport(Glibc)
            Glibc.connect(descriptor, address, length)
        #elseif canImport(Musl)
            Musl.connect(descriptor, address, length)
        #else
            Darwin.connect(descriptor, address, length)
        #endif
    }

    /// Begins to connect; returns whether that is done already.
    func beginConnecting(to address: SocketAddress) throws(SocketError) -> Bool {
        if address.withSystemAddress({ Self.connect(descriptor, $0, $1) }) == 0 { return true }
        // An interrupted call goes on by itself.
        guard errno == EINPROGRESS || errno == EINTR else { throw .last }
        return false
    }

    /// What became of connecting, once the socket is writable.
    func finishConnecting() throws(SocketError) {
        var number: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &number, &size) == 0 else { throw .last }
        guard number == 0 else { throw SocketError(number: number) }
    }

    // MARK: - Accepting

    private static let backlog: Int32 = 128

    /// A socket that accepts connections at an address; with port 0, one that the system chooses.
    static func listen(on address: SocketAddress) throws(SocketError) -> Socket {
        let socket = try open(.stream, for: address)
        // What an earlier process has left in TIME_WAIT is no hindrance.
        try socket.enable(SOL_SOCKET, SO_REUSEADDR)
        guard address.withSystemAddress({ bind(socket.descriptor, $0, $1) }) == 0,
            beginListening(socket.descriptor, backlog) == 0
        else { throw .last }
        return socket
    }

    private static func beginListening(_ descriptor: Int32, _ backlog: Int32) -> Int32 {
        #if canImport(Glibc)
            Glibc.listen(descriptor, backlog)
        #elseif canImport(Musl)
            Musl.listen(descriptor, backlog)
        #else
            Darwin.listen(descriptor, backlog)
        #endif
    }

    /// Accepts a connection; nil if there is none.
    func accept() throws(SocketError) -> (Socket, SocketAddress)? {
        var storage = sockaddr_storage()
        let descriptor = Self.withAddress(&storage) { Self.acceptDescriptor(self.descriptor, $0, $1) }
        guard descriptor >= 0 else {
            let error = SocketError.last
            if error.isTemporary { return nil }
            throw error
        }
        let socket = Socket(descriptor: descriptor)
        // It inherits neither from the listening socket on Linux.
        guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0, fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else {
            throw .last
        }
        try socket.configure(.stream)
        guard let address = Self.read(storage) else { throw SocketError(number: EAFNOSUPPORT) }
        return (socket, address)
    }

    private static func acceptDescriptor(
        _ descriptor: Int32, _ address: UnsafeMutablePointer<sockaddr>, _ length: UnsafeMutablePointer<socklen_t>
    ) -> Int32 {
        #if canImport(Glibc)
            Glibc.accept(descriptor, address, length)
        #elseif canImport(Musl)
            Musl.accept(descriptor, address, length)
        #else
            Darwin.accept(descriptor, address, length)
        #endif
    }

    /// This side's address.
    func localAddress() throws(SocketError) -> SocketAddress {
        var storage = sockaddr_storage()
        guard Self.withAddress(&storage, { getsockname(descriptor, $0, $1) }) == 0 else { throw .last }
        guard let address = Self.read(storage) else { throw SocketError(number: EAFNOSUPPORT) }
        return address
    }

    private static func withAddress(
        _ storage: inout sockaddr_storage,
        _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> Int32 {
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &length) }
        }
    }

    private static func read(_ storage: sockaddr_storage) -> SocketAddress? {
        withUnsafePointer(to: storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { SocketAddress($0) }
        }
    }

    // MARK: - Reading and writing

    /// Reads what there is; nil if there is nothing yet, 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(SocketError) -> Int? {
        while true {
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count >= 0 { return count }
            let error = SocketError.last
            if error.isTemporary { return nil }
            guard error.number == EINTR else { throw error }
        }
    }

    /// Writes as much as there is room for; nil if there is none.
    func write(_ bytes: UnsafeRawBufferPointer) throws(SocketError) -> Int? {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        while true {
            let count = send(descriptor, bytes.baseAddress, bytes.count, flags)
            if count >= 0 { return count }
            let error = SocketError.last
            if error.isTemporary { return nil }
            guard error.number == EINTR else { throw error }
        }
    }

    /// Says that nothing more will be written.
    func endWriting() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Ends both directions at once, for whoever else still holds the socket too.
    func endBoth() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Whether there is something to read, be it the end.
    var isReadable: Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 0) > 0
    }
}
