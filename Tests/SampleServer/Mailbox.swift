import XMLStream
import XMPPAddress
import XMPPSession
import XMPPStanzas
import XMPPTransport

/// Where stanzas can be delivered.
protocol Receiver: AnyObject, Sendable {
    func deliver(_ element: Element) async -> Reception
}

/// What becomes of a stanza that is delivered.
enum Reception {
    /// It was taken, and will be lost only with a word.
    case accepted
    /// Nobody is there any more.
    case gone
    /// As much waits already as may.
    case full
}

/// What comes for one bound address, across the connections that its stream is resumed on: nothing is lost between them,
/// nothing doubled, and all of it comes in order.
actor Mailbox: Receiver {
    private enum State {
        case live(ServerConnection)
        /// The stream is on its way from one connection to the next.
        case handingOver
        /// The client may come back.
        case away(ResumableStream)
        case left
    }

    /// What the end of a connection means.
    enum End {
        /// Nothing: the stream is elsewhere.
        case goesOn
        /// The client may come back.
        case away
        /// The client is gone, and has not had these stanzas.
        case left([Element])
    }

    /// How many stanzas may wait for a client that is there.
    private static let maximumWaiting = 10_000
    /// How many bytes of memory they may hold together; one stanza may exceed it.
    private static let maximumWaitingBytes = 4 << 20

    nonisolated let jid: JID
    private var state: State
    /// Which connection the stream is on, or was on last.
    private var order: Int
    private var waiting: [Element] = []
    private var waitingBytes = 0
    private var isFlushing = false
    private var flushWaiters: [CheckedContinuation<Void, Never>] = []
    /// The connection whose end was reported last, which is when all is dealt with that came by it.
    private var lastEnded: ServerConnection?
    private var endWaiters: [CheckedContinuation<Void, Never>] = []

    init(_ jid: JID, _ connection: ServerConnection, order: Int) {
        self.jid = jid
        self.order = order
        state = .live(connection)
    }

    /// Within how many seconds the client may come back; nil if it is not away.
    var absence: Int? {
        if case .away(let stream) = state { stream.maximum ?? 0 } else { nil }
    }

    func deliver(_ element: Element) -> Reception {
        switch state {
        case .left: return .gone
        case .away(var stream):
            guard (try? stream.append(element)) != nil else { return .full }
            state = .away(stream)
        case .live, .handingOver:
            guard waiting.count < Self.maximumWaiting, waitingBytes < Self.maximumWaitingBytes else { return .full }
            waiting.append(element)
            waitingBytes += element.heldByteCount
            beginFlushing()
        }
        return .accepted
    }

    private func removeFirstWaiting() {
        waitingBytes -= waiting.removeFirst().heldByteCount
    }

    private func takeWaiting() -> [Element] {
        defer { (waiting, waitingBytes) = ([], 0) }
        return waiting
    }

    /// Sends what waits, in order, and holds up nobody meanwhile.
    private func beginFlushing() {
        guard !isFlushing else { return }
        isFlushing = true
        Task { await flush() }
    }

    private func flush() async {
        defer {
            isFlushing = false
            for waiter in flushWaiters { waiter.resume() }
            flushWaiters = []
        }
        while case .live(let connection) = state, let element = waiting.first {
            do {
                _ = try await connection.send(element)
                removeFirstWaiting()
            } catch LocalError.ended, LocalError.notEstablished {
                // The end is reported, or the stream resumed elsewhere; what waits goes where the stream goes.
                guard case .live(let other) = state, other !== connection else { return }
            } catch {
                removeFirstWaiting()
            }
        }
    }

    private func flushed() async {
        while isFlushing { await withCheckedContinuation { flushWaiters.append($0) } }
    }

    /// Resumes the stream on another connection; returns whether it was taken over there. Only a later one is it taken
    /// over by: what comes late by one that the client has given up must not have its stream back.
    func resume(on connection: ServerConnection, order: Int) async throws -> Bool {
        guard order > self.order else { return try await connection.resume(nil) }
        let stream: ResumableStream?
        switch state {
        case .live(let former):
            state = .handingOver
            stream = await former.detach()
            // What came by the former connection is routed first, or stanzas would overtake each other.
            while lastEnded !== former { await withCheckedContinuation { endWaiters.append($0) } }
            await flushed()
        case .away(let away):
            state = .handingOver
            stream = away
        case .handingOver, .left: return try await connection.resume(nil)
        }
        do {
            let isResumed = try await connection.resume(stream)
            if isResumed { self.order = order }
            settle(isResumed ? .live(connection) : stream.map { .away($0) } ?? .left)
            beginFlushing()
            return isResumed
        } catch {
            settle(stream.map { .away($0) } ?? .left)
            throw error
        }
    }

    private func settle(_ next: State) {
        state = next
        guard case .away(var stream) = next else { return }
        // What has been accepted is kept, as much as it may be.
        let policy = StreamManagementPolicy(maximumUnacknowledged: .max, maximumUnacknowledgedBytes: .max)
        for element in takeWaiting() { _ = try? stream.append(element, within: policy) }
        state = .away(stream)
    }

    /// A connection has ended.
    func end(_ connection: ServerConnection, _ ending: Ending) async -> End {
        lastEnded = connection
        for waiter in endWaiters { waiter.resume() }
        endWaiters = []
        // What is on its way is either among what the end leaves, or comes back.
        await flushed()
        guard case .live(let live) = state, live === connection else { return .goesOn }
        if let stream = ending.resumption {
            settle(.away(stream))
            return .away
        }
        return .left(leave(ending.unacknowledged.map(\.element)))
    }

    /// The client has not come back in time; returns what it has not had, nil if it has come back after all.
    func expire() -> [Element]? {
        guard case .away(let stream) = state, stream.hasExpired(at: ConnectionClock.now) else { return nil }
        return leave(stream.unacknowledged.map(\.element))
    }

    /// Another client takes the address; returns what this one has not had.
    func displace() async -> [Element] {
        switch state {
        case .live(let connection):
            state = .handingOver
            let stream = await connection.detach()
            await flushed()
            return leave(stream?.unacknowledged.map(\.element) ?? [])
        case .away(let stream): return leave(stream.unacknowledged.map(\.element))
        case .handingOver, .left: return leave([])
        }
    }

    /// The account is no more.
    func evict() {
        if case .live(let connection) = state { Task { await connection.close(StreamError(.notAuthorized)) } }
        _ = leave([])
    }

    private func leave(_ unacknowledged: [Element]) -> [Element] {
        state = .left
        return unacknowledged + takeWaiting()
    }
}
