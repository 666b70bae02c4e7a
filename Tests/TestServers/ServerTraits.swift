public import Testing

extension Trait where Self == ConditionTrait {
    /// Skips tests where a program that they need is missing, and says so.
    public static func needs(_ program: InstalledProgram) -> Self {
        .enabled(if: program.isExpected, Comment(rawValue: program.skipReason))
    }
}

/// Adds the end of what the servers have written down to what went wrong in a test.
public struct ServerLogTrait: SuiteTrait, TestTrait, TestScoping {
    private static let length = 4000

    public var isRecursive: Bool { false }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let handling = IssueHandlingTrait.compactMapIssues { issue in
            var issue = issue
            for kind in ServerKind.allCases {
                guard let log = kind.log else { continue }
                issue.comments.append("\(kind.rawValue) says: …\(String(log.suffix(Self.length)))")
            }
            return issue
        }
        try await handling.provideScope(for: test, testCase: testCase, performing: function)
    }
}

extension Trait where Self == ServerLogTrait {
    /// Adds the end of what the servers have written down to what went wrong.
    public static var showsServerLogs: Self { Self() }
}
