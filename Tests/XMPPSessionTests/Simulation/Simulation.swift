import XMLStream

@testable import XMPPSession

/// A client and a server in memory, joined by a network that chance rules, under clocks that do not agree.
///
/// Everything follows from the seed: a run can be repeated to the byte.
struct Simulation {
    private var generator: SeededGenerator
    private var network = SimulatedNetwork()
    private(set) var client: SimulatedClient
    private(set) var server: SimulatedServer
    private var time: Int64 = 0
    private var skew: [SimulatedNetwork.Side: Int64] = [:]
    private var connectionCount = 0
    private var isSecuring: Set<Int> = []
    private var hasShaken: [SimulatedNetwork.Side: Set<Int>] = [.client: [], .server: []]
    private var actionDue: Int64? = 0
    private var sentByClient: [String] = []
    private var sentByServer: [String] = []
    private(set) var cuts = 0
    private let wantedCuts: Int
    /// A hash of everything that either side wrote, and when (FNV-1a).
    private(set) var digest: UInt64 = 0xCBF2_9CE4_8422_2325

    init(seed: UInt64, cuts: Int, accounts: AccountTable) throws {
        generator = SeededGenerator(seed)
        wantedCuts = cuts
        client = SimulatedClient(at: 0, using: &generator)
        server = try SimulatedServer(isDirect: client.isDirect, accounts: accounts, using: &generator)
        for side in [SimulatedNetwork.Side.client, .server] {
            skew[side] = .random(in: 0...1_000_000, using: &generator)
        }
    }

    private func now(_ side: SimulatedNetwork.Side) -> Instant {
        Instant(milliseconds: time + (skew[side] ?? 0))
    }

    /// What went wrong; empty if every message arrived once and in order, both ways.
    var complaints: [String] {
        var complaints = client.troubles + server.troubles
        if server.received != sentByClient { complaints.append(Self.difference(server.received, sentByClient)) }
        if client.received != sentByServer { complaints.append(Self.difference(client.received, sentByServer)) }
        if client.hasUnanswered { complaints.append("a request was never answered") }
        return complaints
    }

    private static func difference(_ received: [String], _ sent: [String]) -> String {
        let place = zip(received, sent).enumerated().first { $1.0 != $1.1 }?.offset ?? min(received.count, sent.count)
        return "of \(sent.count) messages \(received.count) arrived; from \(place) on they differ: "
            + "\(received.dropFirst(place).prefix(3)) for \(sent.dropFirst(place).prefix(3))"
    }

    // MARK: Running

    /// Runs until everything has arrived behind the last cut, or that takes too long.
    mutating func run() throws {
        var steps = 0
        while !isDone, steps < 20_000 + wantedCuts * 5_000, client.troubles.isEmpty, server.troubles.isEmpty {
            steps += 1
            try step()
        }
    }

    private var isDone: Bool {
        actionDue == nil && server.received.count >= sentByClient.count && client.received.count >= sentByServer.count
            && !client.hasUnanswered
    }

    /// Does whatever is due next.
    private mutating func step() throws {
        let clientDue = client.session?.deadline.map { $0.milliseconds - (skew[.client] ?? 0) }
        let serverDue = server.sessions.compactMap { id, session in
            session.deadline.map { (time: $0.milliseconds - (skew[.server] ?? 0), id: id) }
        }.min { ($0.time, $0.id) < ($1.time, $1.id) }
        let due = [network.next?.time, client.connectDue, actionDue, clientDue, serverDue?.time].compactMap { $0 }.min()
        guard let due else { return }
        time = max(time, due)
        if let connectDue = client.connectDue, connectDue <= time {
            try connect()
        } else if let next = network.next, next.time <= time {
            if let arrival = network.take() { try deliver(arrival) }
        } else if let actionDue, actionDue <= time {
            try act()
        } else if let clientDue, clientDue <= time {
            client.session?.timeout(now: now(.client))
            try drainClient()
        } else if let serverDue {
            server.sessions[serverDue.id]?.timeout(now: now(.server))
            try drainServer(serverDue.id)
        }
    }

    private mutating func connect() throws {
        connectionCount += 1
        try client.connect(connectionCount, now: now(.client), using: &generator)
        server.accept(connectionCount, now: now(.server), using: &generator)
        try drainServer(connectionCount)
        try drainClient()
    }

    /// Chance has messages sent, connections cut, and clocks jump, as long as cuts are wanted.
    private mutating func act() throws {
        switch Int.random(in: 0..<100, using: &generator) {
        case ..<35:
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                sentByClient.append("c\(sentByClient.count)")
                try client.send(sentByClient.last ?? "", now: now(.client))
            }
        case ..<70:
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                sentByServer.append("s\(sentByServer.count)")
                try server.send(sentByServer.last ?? "", now: now(.server))
            }
        case ..<75: try client.ping(now: now(.client))
        case ..<77:
            let side: SimulatedNetwork.Side = Bool.random(using: &generator) ? .client : .server
            skew[side, default: 0] += .random(in: 0...600_000, using: &generator)
        default:
            // Most cuts fall on streams that are up; some come in the middle of a login.
            let isUp = client.session?.boundJID != nil
            if let connection = client.connection, !network.isCut.contains(connection),
                isUp || Int.random(in: 0..<8, using: &generator) == 0
            {
                network.cut(connection, at: time, using: &generator)
                cuts += 1
            }
        }
        let pause: Int64 = Bool.random(using: &generator) ? 60 : 3_000
        actionDue = cuts < wantedCuts ? time + .random(in: 0...pause, using: &generator) : nil
        try drainClient()
        for id in server.sessions.keys.sorted() { try drainServer(id) }
    }

    // MARK: Carrying

    private mutating func deliver(_ arrival: SimulatedNetwork.Arrival) throws {
        let id = arrival.connection
        switch arrival.side {
        case .client:
            guard client.connection == id, let session = client.session else { return }
            switch arrival.item {
            case .bytes(let bytes): try session.receive(bytes, now: now(.client))
            case .handshake: try shake(.client, id)
            case .closed: session.transportClosed(now: now(.client))
            }
            try drainClient()
        case .server:
            guard let session = server.sessions[id] else { return }
            switch arrival.item {
            case .bytes(let bytes): session.receive(bytes, now: now(.server))
            case .handshake: try shake(.server, id)
            case .closed: session.transportClosed(now: now(.server))
            }
            try drainServer(id)
        }
    }

    /// The other side's part of the handshake has come, which this side has begun before.
    private mutating func shake(_ side: SimulatedNetwork.Side, _ id: Int) throws {
        guard hasShaken[side]?.contains(id) == true else {
            // It came first: it is finished when this side begins.
            isSecuring.insert(side == .client ? id : -id)
            return
        }
        switch side {
        case .client: try client.session?.tlsEstablished(bindings: [], now: now(.client))
        case .server: try server.sessions[id]?.tlsEstablished(bindings: [], now: now(.server))
        }
    }

    private mutating func beginTLS(_ side: SimulatedNetwork.Side, _ id: Int) throws {
        hasShaken[side]?.insert(id)
        network.send(.handshake, to: side == .client ? .server : .client, of: id, at: time, using: &generator)
        if isSecuring.remove(side == .client ? id : -id) != nil { try shake(side, id) }
    }

    private mutating func drainClient() throws {
        while let session = client.session, let id = client.connection {
            switch session.nextOutput() {
            case .write(let bytes):
                record(bytes)
                network.send(.bytes(bytes), to: .server, of: id, at: time, using: &generator)
            case .startTLS: try beginTLS(.client, id)
            case .event(let event):
                try client.handle(event, now: now(.client), using: &generator)
                if case .ended = event { client.schedule(at: time) }
            case .close:
                network.send(.closed, to: .server, of: id, at: time, using: &generator)
                client.forget()
            case .wait: return
            }
        }
    }

    private mutating func drainServer(_ id: Int) throws {
        while let session = server.sessions[id] {
            switch session.nextOutput() {
            case .write(let bytes):
                record(bytes)
                network.send(.bytes(bytes), to: .client, of: id, at: time, using: &generator)
            case .startTLS: try beginTLS(.server, id)
            case .event(let event):
                try server.handle(event, of: id, now: now(.server))
                // It may have ended another session.
                for other in server.sessions.keys.sorted() where other != id && server.sessions[other]?.ending != nil {
                    try drainServer(other)
                }
            case .close:
                network.send(.closed, to: .client, of: id, at: time, using: &generator)
                server.forget(id)
            case .wait: return
            }
        }
    }

    private mutating func record(_ bytes: [UInt8]) {
        for byte in bytes + [UInt8(truncatingIfNeeded: time)] {
            digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3
        }
    }
}
