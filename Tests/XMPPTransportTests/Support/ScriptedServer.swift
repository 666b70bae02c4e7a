import Foundation
import Synchronization
import TestServers

/// A server on this machine that does what the test says, each connection in a thread of its own.
final class ScriptedServer: Sendable {
    typealias Script = @Sendable (Peer) throws -> Void

    let port: UInt16
    private let listener: Int32
    private let scripts: Mutex<[Script]>
    private let failures = Mutex<[String]>([])
    private let running = DispatchGroup()
    private let accepted = Mutex(0)

    /// Serves one connection with each script in turn, and all further ones with the last.
    init(_ scripts: Script...) throws {
        (listener, port) = try Loopback.listening()
        self.scripts = Mutex(scripts)
        run { [self] in acceptAll() }
    }

    /// How many connections there were.
    var connectionCount: Int { accepted.withLock { $0 } }

    /// Takes no more connections, waits until those are done that there were, and returns what went wrong on them.
    func stop() async -> [String] {
        shutdown(listener, Int32(SHUT_RDWR))
        // Tasks have no more threads than there are processors: to block one can block all.
        await withCheckedContinuation { continuation in running.notify(queue: .global()) { continuation.resume() } }
        return failures.withLock { $0 }
    }

    private func run(_ body: @escaping @Sendable () -> Void) {
        running.enter()
        Thread.detachNewThread { [running] in
            body()
            running.leave()
        }
    }

    private func acceptAll() {
        while case let descriptor = accept(listener, nil, nil), descriptor >= 0 {
            accepted.withLock { $0 += 1 }
            let script = scripts.withLock { scripts in scripts.count > 1 ? scripts.removeFirst() : scripts.first }
            run { [self] in
                let peer = Peer(descriptor)
                do {
                    try script?(peer)
                } catch {
                    failures.withLock { $0.append("\(error)") }
                }
                peer.close()
            }
        }
        close(listener)
    }
}
