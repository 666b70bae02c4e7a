import Foundation

/// The program while its input is still open.
final class RunningTool {
    private let process: Process
    private let input = Pipe()
    private let output = Pipe()
    private var read: [UInt8] = []

    init(_ arguments: [String], environment: [String: String] = [:]) throws {
        process = Tool.process(arguments, environment: environment)
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    deinit {
        // It may have inherited that other signals are blocked.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    func send(_ bytes: [UInt8]) throws { try input.fileHandleForWriting.write(contentsOf: bytes) }

    /// Says that no more input comes.
    func finishInput() throws { try input.fileHandleForWriting.close() }

    /// The most memory it has taken so far, in KiB; nil where the system has no `/proc`.
    var peakMemory: Int? {
        let status = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }

    /// Passes over bytes of its output; returns how many there were, fewer if it ends or nothing comes for a minute.
    func skip(_ count: Int) -> Int {
        var skipped = 0
        while skipped < count {
            var request = pollfd(fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&request, 1, 60_000) > 0 else { break }
            let bytes = output.fileHandleForReading.availableData
            if bytes.isEmpty { break }
            skipped += bytes.count
        }
        return skipped
    }

    /// Waits for the next line of its output; what there is of one if it ends, or nothing comes for a minute.
    func readLine() throws -> String {
        while !read.contains(0x0A) {
            var request = pollfd(fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&request, 1, 60_000) > 0 else { break }
            let bytes = output.fileHandleForReading.availableData
            if bytes.isEmpty { break }
            read += bytes
        }
        let line = read.prefix { $0 != 0x0A }
        read.removeFirst(min(read.count, line.count + 1))
        return String(decoding: line, as: UTF8.self)
    }
}
