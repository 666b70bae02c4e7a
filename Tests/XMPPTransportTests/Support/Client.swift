import TestServers

@testable import XMPPTransport

/// A client's socket, on a queue of its own: it waits without holding up other tasks.
actor Client {
    private nonisolated let executor = QueueExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private let peer: Peer

    init(_ listener: Listener) throws {
        peer = Peer(try Loopback.connected(to: listener.address.port))
    }

    func send(_ text: String) throws { try peer.send(text) }
    func send(_ bytes: [UInt8]) throws { try peer.sendUnencrypted(bytes) }
    func read(until text: String) throws { try peer.read(until: text) }
    func readToEnd() throws { try peer.readToEnd() }
    func close() { peer.close() }
}
