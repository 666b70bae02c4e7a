import CBench
import XMLStream

/// An element cut into what a writer copies and what it escapes, for the baseline to put together again.
final class Pieces {
    /// The unescaped bytes of all pieces.
    private let bytes: UnsafeMutablePointer<UInt8>
    private(set) var byteCount = 0
    private var pieces: [baseline_piece] = []
    /// The length of what is written.
    let writtenByteCount: Int

    private enum Place { case markup, value, text }

    /// Cuts up `element` as `XMLWriter` writes it on a client's stream.
    init(_ element: Element) throws {
        var written: [UInt8] = []
        try XMLWriter(in: .client).write(element, to: &written)
        writtenByteCount = written.count
        bytes = .allocate(capacity: written.count)
        var start = 0
        var place = Place.markup
        for (position, byte) in written.enumerated() {
            switch (place, byte) {
            case (.markup, UInt8(ascii: "'")), (.markup, UInt8(ascii: ">")):
                append(written[start...position], BASELINE_MARKUP)
                start = position + 1
                place = byte == UInt8(ascii: ">") ? .text : .value
            case (.value, UInt8(ascii: "'")), (.text, UInt8(ascii: "<")):
                append(unescaped(written[start..<position]), place == .text ? BASELINE_TEXT : BASELINE_ATTRIBUTE_VALUE)
                start = position
                place = .markup
            default: break
            }
        }
    }

    deinit {
        bytes.deallocate()
    }

    /// Has the baseline write everything to `output`, and returns how many bytes that were.
    @inline(__always)
    func write(to output: UnsafeMutablePointer<UInt8>) -> Int { baseline_write(pieces, pieces.count, output) }

    private func append(_ piece: some Collection<UInt8>, _ kind: Int) {
        if piece.isEmpty { return }
        let start = bytes + byteCount
        for byte in piece {
            bytes[byteCount] = byte
            byteCount += 1
        }
        if kind == BASELINE_MARKUP, let last = pieces.last, last.kind == CInt(BASELINE_MARKUP) {
            pieces[pieces.count - 1].count += piece.count
        } else {
            pieces.append(baseline_piece(bytes: start, count: piece.count, kind: CInt(kind)))
        }
    }

    private func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var rest = text
        while let byte = rest.first {
            let reference = Self.references.first { rest.starts(with: $0.text.utf8) }
            result.append(reference?.byte ?? byte)
            rest.removeFirst(reference?.text.utf8.count ?? 1)
        }
        return result
    }

    private static let references: [(text: String, byte: UInt8)] = [
        ("&amp;", UInt8(ascii: "&")), ("&lt;", UInt8(ascii: "<")), ("&gt;", UInt8(ascii: ">")),
        ("&apos;", UInt8(ascii: "'")),
    ]
}
