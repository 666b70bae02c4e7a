import Synchronization
import Testing

@testable import stanzactl

@Suite("Work from one thread to another")
struct WorkQueueTests {
    @Test("All items arrive, in order, though there is room for few")
    func order() throws {
        let queue = WorkQueue<Int>(limit: 3)
        let taken = Taken()
        let thread = try #require(WorkerThread { taken.takeAll(from: queue) })
        for number in 0..<10_000 { queue.put(number, weight: 1) }
        queue.close()
        thread.join()
        #expect(taken.numbers == Array(0..<10_000))
    }

    @Test("Waiting ends when all that was put in has been worked on")
    func waiting() throws {
        let queue = WorkQueue<Int>(limit: 100)
        let taken = Taken()
        let thread = try #require(WorkerThread { taken.takeAll(from: queue) })
        for round in 1...50 {
            for number in 0..<10 { queue.put(number, weight: 1) }
            queue.waitUntilDone()
            #expect(taken.numbers.count == round * 10)
        }
        queue.close()
        thread.join()
    }

    @Test("Who puts into a queue that is closed does not wait")
    func closed() {
        let queue = WorkQueue<Int>(limit: 1)
        queue.close()
        for number in 0..<10 { queue.put(number, weight: 1) }
        queue.waitUntilDone()
        #expect(queue.take().count <= 10)
    }

    private final class Taken: Sendable {
        private let all = Mutex<[Int]>([])

        var numbers: [Int] { all.withLock { $0 } }

        func takeAll(from queue: WorkQueue<Int>) {
            queue.takeEach { item in all.withLock { $0.append(item) } }
        }
    }
}
