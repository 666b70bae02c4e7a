@testable import XMPPSession

/// Connections on which bytes arrive late, in pieces, and up to a cut.
struct SimulatedNetwork {
    enum Item {
        case bytes([UInt8])
        /// One side's part of a TLS handshake, which stands for TLS here.
        case handshake
        /// The end of the connection, as the side learns of it.
        case closed
    }

    enum Side: Hashable { case client, server }

    struct Arrival {
        let time: Int64
        let order: Int
        let connection: Int
        let side: Side
        let item: Item
    }

    /// What is under way, the next one last.
    private var arrivals: [Arrival] = []
    private var order = 0
    private(set) var isCut: Set<Int> = []
    /// When the last thing arrives that is under way to a side, because nothing overtakes on a connection.
    private var last: [Lane: Int64] = [:]
    private struct Lane: Hashable {
        let connection: Int
        let side: Side
    }

    var next: Arrival? { arrivals.last }

    mutating func take() -> Arrival? { arrivals.popLast() }

    /// Sends something to a side, whole or in pieces.
    mutating func send(
        _ item: Item,
        to side: Side,
        of connection: Int,
        at time: Int64,
        using generator: inout SeededGenerator
    ) {
        guard !isCut.contains(connection) else { return }
        guard case .bytes(let bytes) = item, bytes.count > 1, Bool.random(using: &generator) else {
            schedule(item, side, connection, at: time, &generator)
            return
        }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Int.random(in: 1...max(1, rest.count), using: &generator)
            schedule(.bytes(Array(rest.prefix(count))), side, connection, at: time, &generator)
            rest = rest.dropFirst(count)
        }
    }

    private mutating func schedule(
        _ item: Item,
        _ side: Side,
        _ connection: Int,
        at time: Int64,
        _ generator: inout SeededGenerator
    ) {
        let lane = Lane(connection: connection, side: side)
        let isSlow = Int.random(in: 0..<50, using: &generator) == 0
        let delay = Int64.random(in: 0...(isSlow ? 20_000 : 80), using: &generator)
        let arrival = max(time + delay, last[lane] ?? 0)
        last[lane] = arrival
        insert(item, side, connection, at: arrival)
    }

    private mutating func insert(_ item: Item, _ side: Side, _ connection: Int, at time: Int64) {
        order += 1
        let arrival = Arrival(time: time, order: order, connection: connection, side: side, item: item)
        // From the end, which is the earliest: what is new comes behind all that is due no later.
        let place = arrivals.lastIndex { $0.time > time }.map { $0 + 1 } ?? 0
        arrivals.insert(arrival, at: place)
    }

    /// Cuts a connection: in each direction something of what is under way still arrives, perhaps nothing, and each side
    /// learns of it soon, late, or never.
    mutating func cut(_ connection: Int, at time: Int64, using generator: inout SeededGenerator) {
        isCut.insert(connection)
        for side in [Side.client, .server] {
            let underWay = arrivals.indices.filter {
                arrivals[$0].connection == connection && arrivals[$0].side == side
            }.reversed()
            let survivors = Int.random(in: 0...underWay.count, using: &generator)
            let lost = Set(underWay.dropFirst(survivors))
            let end = underWay.prefix(survivors).last.map { arrivals[$0].time } ?? time
            arrivals = arrivals.indices.filter { !lost.contains($0) }.map { arrivals[$0] }
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: insert(.closed, side, connection, at: max(time, end))
            case 1, 2:
                insert(.closed, side, connection, at: max(time, end) + .random(in: 0...40_000, using: &generator))
            default: break
            }
        }
    }
}
