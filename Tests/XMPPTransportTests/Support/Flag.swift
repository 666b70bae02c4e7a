import Synchronization

/// Something that has happened elsewhere, and is waited for.
final class Flag: Sendable {
    private let isSet = Mutex(false)

    func set() { isSet.withLock { $0 = true } }

    func wait() async throws {
        while !isSet.withLock(\.self) { try await Task.sleep(for: .milliseconds(10)) }
    }
}
