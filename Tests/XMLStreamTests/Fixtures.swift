import Foundation

/// Files beside the tests, read relative to this one, so that nothing depends on where the tests are run.
enum Fixtures {
    static func url(_ name: String) -> URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Fixtures/\(name)")
    }

    /// The objects of a file with one JSON object a line.
    static func lines(_ name: String) throws -> [[String: Any]] {
        let text = try String(contentsOf: url(name), encoding: .utf8)
        return try text.split(separator: "\n").map { line in
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
        }
    }

    static var corpus: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../Corpus").standardized
    }
}
