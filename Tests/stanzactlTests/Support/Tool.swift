import Foundation

/// The program as it was built, run as users run it.
enum Tool {
    /// What one run left behind.
    struct Run {
        var output: String
        var errors: String
        var code: Int32

        var lines: [String] { output.split(separator: "\n").map(String.init) }

        /// The lines of the output, each as a JSON object.
        func objects() throws -> [[String: Any]] {
            try lines.map { line in
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
            }
        }
    }

    static var url: URL {
        let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
        let directory = tests?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
        return directory.appendingPathComponent("stanzactl")
    }

    static func process(_ arguments: [String], environment: [String: String] = [:]) -> Process {
        let process = Process()
        process.executableURL = url
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        return process
    }

    /// Runs it to its end with `input` as a file on standard input.
    static func run(
        _ arguments: String..., input: String = "", environment: [String: String] = [:]
    ) throws -> Run {
        try run(arguments: arguments, input: input, environment: environment)
    }

    /// Runs it to its end with `input` as a file on standard input.
    static func run(
        arguments: [String], input: String = "", environment: [String: String] = [:]
    ) throws -> Run {
        let file = try TemporaryFile(Data(input.utf8))
        let process = process(arguments, environment: environment)
        let (output, errors) = (Pipe(), Pipe())
        process.standardInput = try FileHandle(forReadingFrom: file.url)
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        let messages = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Run(
            output: String(decoding: text, as: UTF8.self),
            errors: String(decoding: messages, as: UTF8.self),
            code: process.terminationReason == .exit ? process.terminationStatus : -1
        )
    }

    static func capture(_ name: String) -> String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../Corpus/captures/\(name)").standardized.path
    }

    static func fixture(_ name: String) -> String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../Fixtures/\(name)").standardized.path
    }
}

/// A file that is gone when nobody uses it any more.
final class TemporaryFile {
    let url: URL

    init(_ content: Data) throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("stanzactl-\(UUID().uuidString)")
        try content.write(to: url)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}
