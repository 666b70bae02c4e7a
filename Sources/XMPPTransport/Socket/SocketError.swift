#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What the system says that went wrong with a socket.
struct SocketError: Error, Hashable, CustomStringConvertible {
    let number: Int32

    /// The error of the last system call of this thread.
    static var last: SocketError { SocketError(number: errno) }

    /// Whether the call is to be made again when the socket is ready.
    var isTemporary: Bool { number == EAGAIN || number == EWOULDBLOCK }

    /// Whether only the one connection is lost that was to be accepted (accept(2)).
    var concernsOneConnection: Bool { [ECONNABORTED, EINTR, EPROTO].contains(number) }

    /// The system's words for it.
    var description: String {
        var buffer = [CChar](repeating: 0, count: 128)
        guard strerror_r(number, &buffer, buffer.count) == 0 else { return "error \(number)" }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
