import Synchronization
public import Testing

/// Which server, where a test is to be made with each.
public enum ServerKind: String, Sendable, CaseIterable, CustomTestStringConvertible {
    case prosody, ejabberd

    /// Those to be tested with: that are installed, or all if none may be missing.
    public static let expected = allCases.filter(\.program.isExpected)

    /// What has to be installed for it.
    public var program: InstalledProgram {
        switch self {
        case .prosody: .prosody
        case .ejabberd: .ejabberd
        }
    }

    /// The server that all tests share; it is started for the first of them.
    public func shared() throws -> any TestServer {
        try Self.started.withLock { started in
            if let server = started[self] { return server }
            let server = try new()
            started[self] = server
            return server
        }
    }

    /// A server for one test alone.
    public func new() throws -> any TestServer {
        switch self {
        case .prosody: try ProsodyServer()
        case .ejabberd: try EjabberdServer()
        }
    }

    /// What the shared server has written down, if it was started.
    var log: String? { Self.started.withLock { $0[self]?.log } }

    private static let started = Mutex<[ServerKind: any TestServer]>([:])

    public var testDescription: String { rawValue }
}
