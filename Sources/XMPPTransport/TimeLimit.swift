/// Runs an operation for a time at most; nil if it was not done by then. The operation is cancelled then, and has to heed
/// that.
func withTimeLimit<Value: Sendable>(
    _ limit: Duration,
    _ operation: @escaping @Sendable () async throws -> Value
) async throws -> Value? {
    try await withTimeLimit {
        try await Task.sleep(for: limit)
    } during: {
        try await operation()
    }
}

/// The same with a limit that is up when something else has returned.
func withTimeLimit<Value: Sendable>(
    _ elapse: @escaping @Sendable () async throws -> Void,
    during operation: @escaping @Sendable () async throws -> Value
) async throws -> Value? {
    try await withThrowingTaskGroup(of: Value?.self) { group in
        defer { group.cancelAll() }
        group.addTask { try await operation() }
        group.addTask {
            try await elapse()
            return nil
        }
        return try await group.next() ?? nil
    }
}
