import Foundation
import Testing

/// What the fuzz target checks, on its seeds and on every input that once broke it.
@Suite struct CaptureFuzzCorpusTests {
    private static let folder = URL(filePath: #filePath)
        .appending(path: "../../../Corpus/fuzz/CaptureFuzz").standardized

    static let files: [URL] = {
        let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return (files ?? []).sorted { $0.path < $1.path }
    }()

    @Test func corpusIsThere() {
        #expect(Self.files.count > 40)
    }

    @Test(arguments: files)
    func anyPiecesGiveTheSameRecords(_ file: URL) throws {
        let fault = CaptureProperty.fault(of: [UInt8](try Data(contentsOf: file)))
        #expect(fault == nil)
    }
}
