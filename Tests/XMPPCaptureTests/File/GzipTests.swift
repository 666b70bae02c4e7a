import CZlib
import Testing

@testable import XMPPCapture

@Suite struct GzipTests {
    private let file = CaptureFiles.pcap(records: [CaptureFiles.record([1, 2, 3]), CaptureFiles.record([4])])

    /// One gzip member.
    private func gzip(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var input = Array(bytes)
        var output = [UInt8](repeating: 0, count: input.count + 1000)
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        #expect(deflateInit2_(&stream, 9, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK)
        let count = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                #expect(deflate(&stream, Z_FINISH) == Z_STREAM_END)
                return output.count - Int(stream.avail_out)
            }
        }
        deflateEnd(&stream)
        return Array(output.prefix(count))
    }

    @Test(arguments: [1, 5, 10_000])
    func membersFollowEachOther(chunk: Int) {
        let members = gzip(file.prefix(30)) + gzip(file.dropFirst(30).prefix(11)) + gzip(file.dropFirst(41))
        let (records, error) = CaptureFiles.read(members, chunk: chunk)
        #expect(error == nil)
        #expect(records.packets.map(\.bytes) == [[1, 2, 3], [4]])
        #expect(records.notes.isEmpty)
    }

    @Test func muchComesOutOfLittle() {
        let empty = CaptureFiles.record([UInt8](repeating: 0, count: 100_000))
        let big = CaptureFiles.pcap(records: Array(repeating: empty, count: 30))
        #expect(CaptureFiles.read(gzip(big)).records.packets.count == 30)
    }

    @Test func cutDataIsSaid() {
        let (records, error) = CaptureFiles.read(Array(gzip(file).dropLast(4)))
        #expect(error == nil)
        #expect(records.packets.count == 2)
        #expect(records.notes == ["the gzip data is cut at the end of the input"])
    }

    /// Where nothing comes out, there is nothing to be used.
    @Test(arguments: [2, 3, 9, 10, 11, 12, 20]) func dataCutInItsHeaderIsAnError(count: Int) {
        let (records, error) = CaptureFiles.read(Array(gzip(file).prefix(count)))
        #expect(records.packets.isEmpty && records.notes.isEmpty)
        #expect(error?.description == "byte 0: the gzip data is cut at the end of the input, before any packet")
    }

    @Test(arguments: [4, 12, 23]) func fileCutInItsHeaderIsAnError(count: Int) {
        let (records, error) = CaptureFiles.read(Array(file.prefix(count)))
        #expect(records.packets.isEmpty && records.notes.isEmpty)
        #expect(error?.description == "byte 0: the file header is cut at the end of the file")
    }

    @Test func damageIsAnErrorAfterWhatWasWhole() {
        var damaged = gzip(file)
        damaged[damaged.count - 6] ^= 1
        let (records, error) = CaptureFiles.read(damaged)
        #expect(records.packets.count == 2)
        #expect(error?.code == .badCompression)
    }

    @Test func whatFollowsIsSaidUnlessItIsPadding() {
        #expect(CaptureFiles.read(gzip(file) + [0, 0, 0]).records.notes.isEmpty)
        let records = CaptureFiles.read(gzip(file) + [1, 2, 3]).records
        #expect(records.packets.count == 2)
        #expect(records.notes == ["what follows the compressed data is not gzip and is ignored"])
    }

    @Test func otherContentIsRefused() {
        #expect(CaptureFiles.read(gzip("<message/>".utf8)).error?.code == .notACapture)
        #expect(CaptureFiles.read(gzip(Array(repeating: 7, count: 100))).error?.code == .notACapture)
        #expect(CaptureFiles.read(gzip(gzip(file))).error?.code == .notACapture)
    }
}
