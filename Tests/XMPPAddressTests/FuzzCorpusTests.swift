import Foundation
import Testing

/// What JIDFuzz checks, on its seeds and on every input that once broke it.
@Suite struct FuzzCorpusTests {
    private static let files: [URL] = {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Corpus/fuzz/JIDFuzz")
        let files = try? FileManager.default.contentsOfDirectory(
            at: folder.standardized, includingPropertiesForKeys: nil)
        return (files ?? []).sorted { $0.path < $1.path }
    }()

    @Test func corpusIsThere() { #expect(Self.files.count > 40) }

    @Test(arguments: files)
    func whatIsReadIsPrepared(_ file: URL) throws {
        #expect(AddressProperty.fault(of: [UInt8](try Data(contentsOf: file))) == nil)
    }
}
