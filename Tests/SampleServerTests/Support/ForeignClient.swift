import Foundation
import Synchronization
import TestServers

/// A foreign program that is running.
final class ForeignClient: Sendable {
    private struct State: @unchecked Sendable {
        let process: Process
        let input: FileHandle
    }

    /// What it has said, and how much of that was waited for.
    private struct Lines {
        var all: [String] = []
        var isComplete = false
    }

    private let state: State
    private let lines = Mutex(Lines())

    init(_ command: [String], account: String, password: String, port: UInt16, carrier: ForeignProgram.Carrier) throws {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: command[0])
        process.arguments =
            command.dropFirst()
            + [
                account, password, "127.0.0.1", "\(port)", carrier.rawValue,
                try TestAuthority.shared.get().certificate.path,
            ]
        process.standardInput = input
        process.standardOutput = output
        process.standardError = output
        // A child that inherits it would keep this one from ever reading its end.
        _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        state = State(process: process, input: input.fileHandleForWriting)
        try process.run()
        let handle = output.fileHandleForReading
        Thread.detachNewThread { [weak self] in
            var rest = Data()
            while case let data = handle.availableData, !data.isEmpty {
                rest += data
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    let line = String(decoding: rest[..<end], as: UTF8.self)
                    rest = Data(rest[(end + 1)...])
                    self?.lines.withLock { $0.all.append(line) }
                }
            }
            self?.lines.withLock { $0.isComplete = true }
        }
    }

    deinit {
        // It takes the end of its input for a wish to end.
        try? state.input.close()
        if state.process.isRunning { state.process.terminate() }
    }

    /// Everything that it has said.
    var transcript: [String] { lines.withLock { $0.all } }

    /// What it has said of this kind, without the first word.
    func said(_ verb: String) -> [String] {
        transcript.filter { $0 == verb || $0.hasPrefix("\(verb) ") }.map { String($0.dropFirst(verb.count + 1)) }
    }

    /// Whether it has ended.
    var isOver: Bool { lines.withLock { $0.isComplete } }

    func tell(_ line: String) throws {
        guard state.process.isRunning else { throw ServerFailure("it has ended: \(transcript.suffix(20))") }
        try state.input.write(contentsOf: Data("\(line)\n".utf8))
    }

    /// Waits until it has said so many lines of a kind that are as they should be; returns all of that kind.
    @discardableResult
    func wait(
        for verb: String, count: Int = 1, where isWanted: (String) -> Bool = { _ in true }
    ) async throws -> [String] {
        let deadline = ContinuousClock.now + .seconds(40)
        while true {
            let isComplete = isOver
            let wanted = said(verb).filter(isWanted)
            if wanted.count >= count { return wanted }
            guard !isComplete, ContinuousClock.now < deadline else {
                throw ServerFailure("waited in vain for “\(verb)”: \(transcript.suffix(30))")
            }
            try await Task.sleep(for: .milliseconds(10))
        }
    }
}
