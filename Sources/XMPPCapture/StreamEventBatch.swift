/// Events of the TCP streams of a capture, in their order, that were found together.
struct StreamEventBatch: Sendable {
    /// Those that were found, the ones taken by ``next()`` included.
    var events: [StreamEvent] = []
    /// How many bytes wait for other packets, from which event on.
    private var levels: [(start: Int, bytes: Int)] = []
    private var position = 0
    private var nextLevel = 0
    /// How many bytes the streams keep of what waits for other packets, as far as the events have been taken.
    private(set) var waitingBytes: Int

    /// A batch of nothing yet, before whose events so many bytes wait.
    init(waitingBytes: Int = 0, capacity: Int = 0) {
        self.waitingBytes = waitingBytes
        events.reserveCapacity(capacity)
    }

    /// Whether there is nothing in it, not even a change of ``waitingBytes``.
    var isEmpty: Bool { events.isEmpty && levels.isEmpty }

    /// Notes how many bytes wait from an event on, which may still have to come.
    mutating func note(waitingBytes: Int, from start: Int) {
        guard levels.last?.bytes ?? self.waitingBytes != waitingBytes else { return }
        levels.append((start, waitingBytes))
    }

    /// The next event that was not taken; nil if there is none.
    mutating func next() -> StreamEvent? {
        while nextLevel < levels.count, levels[nextLevel].start <= position {
            waitingBytes = levels[nextLevel].bytes
            nextLevel += 1
        }
        guard position < events.count else { return nil }
        position += 1
        return events[position - 1]
    }

    /// Begins anew, when all has been taken.
    mutating func removeAll() {
        events.removeAll(keepingCapacity: true)
        levels.removeAll(keepingCapacity: true)
        (position, nextLevel) = (0, 0)
    }
}
