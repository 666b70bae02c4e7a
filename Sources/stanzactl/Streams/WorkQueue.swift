#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Items on their way from one thread to another, in order, and only so much at a time.
final class WorkQueue<Item: Sendable>: @unchecked Sendable {
    // Unchecked, because the compiler cannot see that all of this is only touched with the lock held.
    private var items: [(item: Item, weight: Int)] = []
    private var weight = 0
    private var isClosed = false
    private var isAtWork = false
    private var spent: [Item] = []
    private let limit: Int
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    /// Creates a queue in which items wait until they weigh `limit` or more together.
    init(limit: Int) {
        self.limit = limit
        pthread_mutex_init(lock, nil)
        pthread_cond_init(change, nil)
    }

    deinit {
        pthread_cond_destroy(change)
        pthread_mutex_destroy(lock)
        change.deallocate()
        lock.deallocate()
    }

    /// Adds an item as soon as there is room; one that is put into a closed queue is lost.
    func put(_ item: Item, weight: Int) {
        let spent = locked {
            while self.weight >= limit, !isClosed { pthread_cond_wait(change, lock) }
            items.append((item, weight))
            self.weight += weight
            defer { self.spent = [] }
            return self.spent
        }
        // With the lock held, whoever takes would wait for this.
        withExtendedLifetime(spent) {}
    }

    /// Hands back what was taken, so that the thread which made it is the one that frees it.
    ///
    /// Memory that one thread allocates and another frees has both wait for the allocator's lock again and again.
    func giveBack(_ items: [Item]) {
        locked { spent += items }
    }

    /// Waits for items, and takes all that are there; none when the queue is closed and empty.
    func take() -> [Item] {
        locked {
            isAtWork = false
            pthread_cond_broadcast(change)
            while items.isEmpty, !isClosed { pthread_cond_wait(change, lock) }
            isAtWork = !items.isEmpty
            defer {
                items.removeAll(keepingCapacity: true)
                weight = 0
            }
            return items.map(\.item)
        }
    }

    /// Works on all items as they come, until the queue is closed.
    func takeEach(_ body: (Item) -> Void) {
        while true {
            let items = take()
            if items.isEmpty { return }
            for item in items { body(item) }
            giveBack(items)
        }
    }

    /// Waits until all that was put in has been taken, and been worked on by who took it.
    func waitUntilDone() {
        locked {
            while isAtWork || !items.isEmpty && !isClosed { pthread_cond_wait(change, lock) }
        }
    }

    /// Says that nothing more is put in, or that nothing more is taken.
    func close() {
        locked { isClosed = true }
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_lock(lock)
        defer {
            pthread_cond_broadcast(change)
            pthread_mutex_unlock(lock)
        }
        return body()
    }
}
