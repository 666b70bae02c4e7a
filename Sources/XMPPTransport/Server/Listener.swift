import XMPPSession
import XMPPTLS

/// Accepts the connections of clients at an address.
///
/// ```swift
/// let listener = try Listener(configuration)
/// for await connection in listener {
///     group.addTask { await serve(connection) }
/// }
/// ```
///
/// It listens when it is made. Connections come in order, each to one task; while none are taken, only so many are
/// accepted (``ListenerConfiguration/waitingConnections``), and the system holds the others. Those beyond
/// ``ListenerConfiguration/maximumConnections`` are refused. The sequence ends when the
/// listener is closed. It is closed when a task is cancelled that waits for a connection, and when nothing refers to it
/// any more; connections that were taken stay.
public final class Listener: Sendable {
    /// Where it listens, with the port that the system has chosen.
    public let address: SocketAddress
    private let driver: ListenerDriver

    /// Begins to listen.
    ///
    /// Throws a ``ListenerError`` for an address that cannot be had, and for settings of TLS that cannot be used.
    public init(_ requested: ListenerConfiguration) throws(ListenerError) {
        let configuration = requested.settled
        let tls: TLSContext?
        do throws(TLSError) {
            tls = try configuration.makeTLSContext()
        } catch {
            throw .tls(error)
        }
        do throws(SocketError) {
            let socket = try Socket.listen(on: configuration.address)
            address = try socket.localAddress()
            driver = ListenerDriver(socket, configuration, tls)
        } catch {
            throw .unavailable(configuration.address, reason: "\(error)")
        }
        driver.enqueue { $0.begin() }
    }

    deinit { close() }

    /// Stops to listen. Connections that were accepted and not taken are closed.
    public func close() {
        driver.enqueue { $0.close() }
    }
}

extension Listener: AsyncSequence {
    /// The connections of a listener.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let listener: Listener

        /// The next connection; nil once the listener is closed, which the cancellation of the task does.
        public func next() async -> ServerConnection? {
            await listener.driver.nextConnection()
        }
    }

    /// An iterator; of several each gets other connections.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(listener: self)
    }
}
