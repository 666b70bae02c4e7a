import Dispatch
import XMPPSession
import XMPPTLS

/// Accepts connections on a queue of its own, as long as somebody takes them.
actor ListenerDriver {
    /// How long it waits when the system has no descriptor or memory for a connection.
    private static let restTime = DispatchTimeInterval.milliseconds(100)

    nonisolated let executor = QueueExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let configuration: ListenerConfiguration
    private let context: ServerContext
    private let tls: TLSContext?
    private var socket: Socket?
    private var source: SocketSource?
    private var isResting = false
    private var connections: [ServerConnection] = []
    /// How many connections are open, be they taken or not.
    private var openCount = 0
    private var refusals: ConnectionRefusals
    private var waiters = WaitList<ServerConnection?>()
    private var lastID: UInt64 = 0

    init(_ socket: Socket, _ configuration: ListenerConfiguration, _ tls: TLSContext?) {
        self.socket = socket
        self.configuration = configuration
        self.tls = tls
        context = ServerContext(configuration.session)
        refusals = ConnectionRefusals(configuration)
    }

    /// Runs on the queue as soon as it can, from anywhere.
    nonisolated func enqueue(_ body: @escaping @Sendable (isolated ListenerDriver) -> Void) {
        executor.queue.async { self.assumeIsolated(body) }
    }

    func begin() {
        guard let socket else { return }
        source = SocketSource(.reading, of: socket, on: executor.queue) { [weak self] in
            self?.assumeIsolated { $0.accept() }
        }
        updateAccepting()
    }

    private var mayAccept: Bool { !isResting && connections.count < max(1, configuration.waitingConnections) }

    private func updateAccepting() {
        if mayAccept { source?.resume() } else { source?.pause() }
    }

    private func accept() {
        while mayAccept, let socket {
            do throws(SocketError) {
                guard let (client, address) = try socket.accept() else { break }
                guard openCount < max(1, configuration.maximumConnections) else {
                    refuse(client)
                    continue
                }
                let driver = ServerDriver(client, from: address, place: makePlace(), configuration, context, tls)
                deliver(ServerConnection(driver))
            } catch {
                if !error.concernsOneConnection { rest() }
            }
        }
        updateAccepting()
    }

    private func makePlace() -> ConnectionPlace {
        openCount += 1
        return ConnectionPlace { [weak self] in self?.enqueue { $0.openCount -= 1 } }
    }

    private func refuse(_ client: Socket) {
        refusals.refuse(client)
        // Weakly, so that it is closed at once when it is one of too many.
        executor.queue.asyncAfter(deadline: .now() + ConnectionRefusals.lingerTime) { [weak self, weak client] in
            guard let client else { return }
            self?.assumeIsolated { $0.refusals.drop(client) }
        }
    }

    private func rest() {
        isResting = true
        executor.queue.asyncAfter(deadline: .now() + Self.restTime) { [weak self] in
            self?.assumeIsolated { driver in
                driver.isResting = false
                driver.updateAccepting()
            }
        }
    }

    private func deliver(_ connection: ServerConnection) {
        if let waiter = waiters.popFirst() {
            waiter.resume(returning: connection)
        } else {
            connections.append(connection)
        }
    }

    func nextConnection() async -> ServerConnection? {
        if Task.isCancelled { close() }
        if !connections.isEmpty {
            defer { updateAccepting() }
            return connections.removeFirst()
        }
        guard socket != nil else { return nil }
        lastID += 1
        let id = lastID
        return try? await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiters.add($0, id: id) }
        } onCancel: {
            enqueue { driver in
                driver.waiters.remove(id)?.resume(returning: nil)
                driver.close()
            }
        }
    }

    func close() {
        source = nil
        socket?.endBoth()
        socket = nil
        connections = []
        refusals.dropAll()
        waiters.resumeAll(with: .success(nil))
    }
}
