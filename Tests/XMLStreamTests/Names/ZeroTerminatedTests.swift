import Foundation
import Testing

@testable import XMLStream

@Suite struct ZeroTerminatedTests {
    /// Calls `body` with a text whose zero byte is `distance` bytes before the end of a page.
    private static func withText(
        _ text: [UInt8], before distance: Int, _ body: (UnsafePointer<UInt8>) -> Void
    ) {
        let size = 4 * 4096
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 4096)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 0xAA, count: size)
        let start = memory.assumingMemoryBound(to: UInt8.self) + (2 * 4096 - distance - 1 - text.count)
        for (index, byte) in (text + [0]).enumerated() { start[index] = byte }
        body(start)
    }

    @Test("A text is copied whole wherever it is on its page", arguments: [0, 1, 7, 8, 9, 30, 5000])
    func copies(count: Int) {
        let text = (0..<count).map { UInt8(truncatingIfNeeded: 1 + $0 % 255) }
        for distance in 0...20 {
            Self.withText(text, before: distance) { start in
                var copy = [UInt8](repeating: 0x55, count: count + ZeroTerminated.overrun + 1)
                let length = copy.withUnsafeMutableBufferPointer { buffer in
                    buffer.baseAddress.map { ZeroTerminated.copy(start, to: $0) }
                }
                #expect(length == count)
                #expect(copy.starts(with: text))
            }
        }
    }

    @Test("A name is measured and hashed the same wherever it is on its page", arguments: [1, 7, 8, 9, 30])
    func names(count: Int) {
        let text = (0..<count).map { UInt8(ascii: "a") + UInt8($0 % 26) }
        for distance in 0...20 {
            Self.withText(text, before: distance) { start in
                let name = RawName.zeroTerminated(start)
                #expect(name.count == count)
                #expect(name.hash == ByteHash.hash(start, count))
                #expect(name.head == ByteHash.head(start, count))
                #expect(!name.hasColon)
            }
        }
    }
}
