import Foundation
import Synchronization

/// A server of the tests' own, with everything it has in a folder.
///
/// A shell stands between the tests and the server: when they end, however they end, it reads the end of its input, and
/// then kills the server that it started and removes the folder.
final class ServerProcess: Sendable {
    /// Where the server keeps what it has.
    let folder: URL
    private let name: String
    private let arguments: [String]
    private let environment: [String: String]
    private let ports: [UInt16]
    private let guardian = Mutex<Guardian?>(nil)

    private struct Guardian: @unchecked Sendable {
        let process: Process
        let input: Pipe
    }

    /// The first argument is the server, which must not put itself into the background, and will listen on these ports.
    init(
        _ name: String, in folder: URL, ports: [UInt16], arguments: [String], environment: [String: String] = [:]
    ) {
        self.name = name
        self.ports = ports
        self.folder = folder
        self.arguments = arguments
        self.environment = environment
    }

    deinit { end(keepingFolder: false) }

    /// A new folder for a server.
    static func makeFolder(_ name: String) throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "stanzakit-\(name)-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    /// It must not `wait` for the server: it may have inherited a mask that blocks the signal which that needs.
    private static let script = """
        folder=$1 log=$2
        shift 2
        "$@" >>"$log" 2>&1 </dev/null &
        server=$!
        read -r word
        kill -KILL "$server"
        [ "$word" = keep ] || rm -rf "$folder" || { sleep 1; rm -rf "$folder"; }
        """

    /// Starts the server, and waits until it listens.
    func start() throws {
        let process = Process()
        let input = Pipe()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", Self.script, name, folder.path, logPath] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        // A child that inherits it would keep the server alive for as long as it lives itself.
        _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        try process.run()
        guardian.withLock { $0 = Guardian(process: process, input: input) }
        let deadline = ContinuousClock.now + .seconds(120)
        while !ports.allSatisfy(Loopback.isListening) {
            guard process.isRunning, ContinuousClock.now < deadline else {
                throw ServerFailure("\(name) does not listen on \(ports): \(log)")
            }
            usleep(20_000)
        }
    }

    /// Kills the server as a crash would; what is in its folder stays for the next start.
    func kill() { end(keepingFolder: true) }

    private func end(keepingFolder: Bool) {
        guard let guardian = guardian.withLock({ $0.take() }) else { return }
        if keepingFolder { try? guardian.input.fileHandleForWriting.write(contentsOf: Data("keep\n".utf8)) }
        try? guardian.input.fileHandleForWriting.close()
        guardian.process.waitUntilExit()
        for _ in 0..<500 where ports.contains(where: Loopback.isListening) { usleep(20_000) }
    }

    private var logPath: String { folder.appending(path: "log").path }

    /// What the server has written to its outputs and to the file `log` of its folder.
    var log: String { (try? String(contentsOfFile: logPath, encoding: .utf8)) ?? "" }
}
