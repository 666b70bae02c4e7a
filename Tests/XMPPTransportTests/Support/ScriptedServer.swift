import Foundation
import Synchronization

/// A server on this machine that does what the test says, each connection in a thread of its own.
final class ScriptedServer: Sendable {
    typealias Script = @Sendable (Peer) throws -> Void

    let port: UInt16
    private let listener: Int32
    private let scripts: Mutex<[Script]>
    private let failures = Mutex<[String]>([])
    private let finished = DispatchGroup()
    private let accepted = Mutex(0)

    /// Serves one connection with each script in turn, and all further ones with the last.
    init(_ scripts: Script...) throws {
        listener = try Loopback.listen(backlog: 16)
        port = Loopback.port(of: listener)
        self.scripts = Mutex(scripts)
        let thread = Thread { [self] in acceptAll() }
        finished.enter()
        thread.start()
    }

    /// How many connections there were.
    var connectionCount: Int { accepted.withLock { $0 } }

    /// Takes no more connections, waits until those are done that there were, and returns what went wrong on them.
    func stop() -> [String] {
        shutdown(listener, Int32(SHUT_RDWR))
        finished.wait()
        return failures.withLock { $0 }
    }

    private func acceptAll() {
        defer { finished.leave() }
        while true {
            let descriptor = accept(listener, nil, nil)
            guard descriptor >= 0 else { break }
            accepted.withLock { $0 += 1 }
            let script = scripts.withLock { scripts in scripts.count > 1 ? scripts.removeFirst() : scripts.first }
            finished.enter()
            let thread = Thread { [self] in
                defer { finished.leave() }
                let peer = Peer(descriptor)
                do {
                    try script?(peer)
                } catch {
                    failures.withLock { $0.append("\(error)") }
                }
                peer.close()
            }
            thread.start()
        }
        close(listener)
    }
}

/// Sockets on 127.0.0.1.
enum Loopback {
    struct Failure: Error { let reason: String }

    static func listen(backlog: Int32, port: UInt16 = 0) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var reuse: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &reuse, 4)
        guard withAddress(port, { bind(descriptor, $0, $1) }) == 0, Foundation.listen(descriptor, backlog) == 0 else {
            throw Failure(reason: "cannot listen: \(errno)")
        }
        return descriptor
    }

    /// A port that refuses connections, because nobody listens there.
    static func refusingPort() throws -> UInt16 {
        let descriptor = try listen(backlog: 1)
        defer { close(descriptor) }
        return port(of: descriptor)
    }

    static func port(of descriptor: Int32) -> UInt16 {
        var bound = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &bound) { pointer in
            _ = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
        }
        return UInt16(bigEndian: bound.sin_port)
    }

    static func withAddress<Result>(
        _ port: UInt16,
        _ body: (UnsafePointer<sockaddr>, socklen_t) throws -> Result
    ) rethrows -> Result {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        return try withUnsafePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                try body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
