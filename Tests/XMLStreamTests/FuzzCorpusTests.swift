import Foundation
import Testing

/// What the fuzz targets check, on their seeds and on every input that once broke it.
@Suite struct FuzzCorpusTests {
    static func files(_ target: String) -> [URL] {
        let folder = Fixtures.corpus.appendingPathComponent("fuzz/\(target)")
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return files.sorted { $0.path < $1.path }
    }

    @Test func corporaAreThere() {
        #expect(Self.files("ChunkingFuzz").count > 50)
        #expect(Self.files("RoundTripFuzz").count > 30)
    }

    @Test(arguments: files("ChunkingFuzz"))
    func anyChunkingReportsTheSame(_ file: URL) throws {
        let fault = ChunkingProperty.fault(of: [UInt8](try Data(contentsOf: file)))
        #expect(fault == nil)
    }

    @Test(arguments: files("RoundTripFuzz"))
    func whatIsWrittenIsReadAsTheSame(_ file: URL) throws {
        let fault = RoundTripProperty.fault(of: [UInt8](try Data(contentsOf: file)))
        #expect(fault == nil)
    }
}
