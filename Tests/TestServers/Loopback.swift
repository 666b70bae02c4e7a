import Foundation
import Synchronization

/// Sockets of this machine alone.
public enum Loopback {
    private static let handedOut = Mutex<Set<UInt16>>([])

    /// A port of TCP and UDP that nobody listens on, never the same twice. It is none of those that systems give to outgoing
    /// connections, so that none of these can take it before it is used.
    public static func freePort() throws -> UInt16 {
        for _ in 0..<1000 {
            let port = UInt16.random(in: 10_000..<32_000)
            guard handedOut.withLock({ $0.insert(port).inserted }) else { continue }
            if canBind(port, streamSocket), canBind(port, datagramSocket) { return port }
        }
        throw ServerFailure("no port is free")
    }

    #if canImport(Darwin)
        private static let streamSocket = SOCK_STREAM
        private static let datagramSocket = SOCK_DGRAM
    #else
        private static let streamSocket = Int32(SOCK_STREAM.rawValue)
        private static let datagramSocket = Int32(SOCK_DGRAM.rawValue)
    #endif

    /// Whether somebody accepts connections there.
    public static func isListening(on port: UInt16) -> Bool {
        guard let descriptor = try? connected(to: port) else { return false }
        close(descriptor)
        return true
    }

    /// A new socket, connected to a port of TCP; the caller's to close.
    public static func connected(to port: UInt16) throws -> Int32 {
        let descriptor = newSocket(streamSocket)
        guard withAddress(port, { connect(descriptor, $0, $1) }) == 0 else {
            close(descriptor)
            throw ServerFailure("nobody listens on port \(port)")
        }
        return descriptor
    }

    /// A new socket that accepts connections on a port of its own; the caller's to close.
    public static func listening() throws -> (descriptor: Int32, port: UInt16) {
        let port = try freePort()
        let descriptor = newSocket(streamSocket)
        guard withAddress(port, { bind(descriptor, $0, $1) }) == 0, listen(descriptor, 16) == 0 else {
            close(descriptor)
            throw ServerFailure("cannot listen on port \(port)")
        }
        return (descriptor, port)
    }

    /// Sends all bytes; returns whether that succeeded.
    @discardableResult
    public static func send(_ bytes: some Collection<UInt8>, on descriptor: Int32) -> Bool {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            #if canImport(Darwin)
                let flags: Int32 = 0
            #else
                let flags = Int32(MSG_NOSIGNAL)
            #endif
            let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, flags) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Waits for bytes; none at the end.
    public static func receive(from descriptor: Int32) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return Array(buffer.prefix(max(0, count)))
    }

    private static func newSocket(_ kind: Int32) -> Int32 {
        let descriptor = socket(AF_INET, kind, 0)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        var on: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, size)
        #if canImport(Darwin)
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, size)
        #endif
        return descriptor
    }

    private static func canBind(_ port: UInt16, _ kind: Int32) -> Bool {
        let descriptor = newSocket(kind)
        defer { close(descriptor) }
        return withAddress(port) { bind(descriptor, $0, $1) } == 0
    }

    private static func withAddress<Result>(
        _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
