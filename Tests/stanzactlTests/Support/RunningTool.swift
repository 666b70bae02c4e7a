import Foundation

/// The program while its input is still open.
final class RunningTool {
    private let process: Process
    private let input = Pipe()
    private let output = Pipe()
    private var read: [UInt8] = []

    init(_ arguments: [String]) throws {
        process = Tool.process(arguments)
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
    }

    func send(_ bytes: [UInt8]) throws { try input.fileHandleForWriting.write(contentsOf: bytes) }

    /// Waits for the next line of its output; what there is of one if it ends.
    func readLine() throws -> String {
        while !read.contains(0x0A) {
            let bytes = output.fileHandleForReading.availableData
            if bytes.isEmpty { break }
            read += bytes
        }
        let line = read.prefix { $0 != 0x0A }
        read.removeFirst(min(read.count, line.count + 1))
        return String(decoding: line, as: UTF8.self)
    }
}
