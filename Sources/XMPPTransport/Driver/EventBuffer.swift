/// The events that the application has not taken yet, with the bytes of the stream that they came from.
struct EventBuffer<Event> {
    private var events: [(event: Event, cost: Int)] = []
    private var head = 0
    private(set) var cost = 0
    /// Bytes that came in and that no event was seen for yet.
    private var unassigned = 0

    var count: Int { events.count - head }

    /// Says that bytes came in; the next event accounts for them.
    mutating func charge(_ bytes: Int) {
        unassigned += bytes
    }

    /// Forgets bytes of which nothing remains in memory.
    mutating func settle() {
        unassigned = 0
    }

    mutating func append(_ event: Event) {
        events.append((event, unassigned))
        cost += unassigned
        unassigned = 0
    }

    mutating func popFirst() -> Event? {
        guard head < events.count else { return nil }
        let (event, cost) = events[head]
        head += 1
        self.cost -= cost
        if head == events.count {
            events = []
            head = 0
        } else if head >= 64, head * 2 >= events.count {
            events.removeFirst(head)
            head = 0
        }
        return event
    }
}
