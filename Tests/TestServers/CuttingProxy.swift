import Foundation
import Synchronization

/// Stands between a client and a server of this machine, and cuts their connection where it is told to.
public final class CuttingProxy: Sendable {
    /// Which way bytes go.
    public enum Direction: Sendable, CaseIterable {
        case fromClient, fromServer
    }

    /// Where clients connect to.
    public let port: UInt16
    private let descriptor: Int32
    private let state = State()

    private final class State: Sendable {
        struct Values {
            /// How many bytes may still pass before the connection is cut; nil for all.
            var budgets: [Direction: Int] = [:]
            var relays: [Relay] = []
        }
        let values = Mutex(Values())

        func cut() {
            let relays = values.withLock { values in
                values.budgets = [:]
                return values.relays
            }
            for relay in relays { relay.shutDown() }
        }

        /// How many of these bytes may pass, and whether the connection is to be cut behind them.
        func pass(_ count: Int, _ direction: Direction) -> (count: Int, isLast: Bool) {
            values.withLock { values in
                guard let budget = values.budgets[direction] else { return (count, false) }
                values.budgets[direction] = max(0, budget - count)
                return (min(count, budget), count >= budget)
            }
        }
    }

    /// One connection with its two sockets, closed when nobody uses them any more.
    private final class Relay: Sendable {
        let client: Int32
        let server: Int32

        init(client: Int32, server: Int32) {
            self.client = client
            self.server = server
        }

        deinit {
            close(client)
            close(server)
        }

        func shutDown() {
            shutdown(client, Int32(SHUT_RDWR))
            shutdown(server, Int32(SHUT_RDWR))
        }
    }

    /// Begins to accept connections, each of which leads to a port of this machine; `observer` is told what passes.
    public init(
        to target: UInt16, observer: @escaping @Sendable (Direction, [UInt8]) -> Void = { _, _ in }
    ) throws {
        (descriptor, port) = try Loopback.listening()
        Thread.detachNewThread { [descriptor, state] in
            while case let client = accept(descriptor, nil, nil), client >= 0 {
                guard let server = try? Loopback.connected(to: target) else {
                    close(client)
                    continue
                }
                let relay = Relay(client: client, server: server)
                state.values.withLock { $0.relays.append(relay) }
                for direction in Direction.allCases {
                    Thread.detachNewThread { Self.pump(relay, direction, state, observer) }
                }
            }
            close(descriptor)
        }
    }

    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
        state.cut()
    }

    /// Cuts the connection when so many bytes more have passed in a direction; none of those behind them arrives.
    public func cut(after count: Int, _ direction: Direction) {
        state.values.withLock { $0.budgets[direction] = count }
    }

    /// Cuts all connections now.
    public func cut() { state.cut() }

    private static func pump(
        _ relay: Relay, _ direction: Direction, _ state: State, _ observer: (Direction, [UInt8]) -> Void
    ) {
        let (from, to) =
            direction == .fromClient ? (relay.client, relay.server) : (relay.server, relay.client)
        while case let bytes = Loopback.receive(from: from), !bytes.isEmpty {
            let (count, isLast) = state.pass(bytes.count, direction)
            let passed = Array(bytes.prefix(count))
            observer(direction, passed)
            guard Loopback.send(passed, on: to), !isLast else { break }
        }
        relay.shutDown()
    }
}
