import CBench
import XMLStream

/// Reads a stream to the end, a few chunks at a time.
protocol StreamReader: ~Copyable {
    init()
    /// How many elements there have been.
    var count: Int { get }
    mutating func read(_ chunks: ArraySlice<[UInt8]>) throws
}

extension StreamReader where Self: ~Copyable {
    /// Reads chunks, which bring so many elements.
    mutating func read(_ chunks: [[UInt8]], expecting expected: Int) throws {
        let before = count
        try read(chunks[...])
        if count - before != expected { throw Trouble.failed("\(count - before) elements instead of \(expected)") }
    }
}

/// Reads a stream as a program does that looks at one element at a time.
struct ElementReader: StreamReader, ~Copyable {
    private var parser: XMLStreamParser
    private(set) var count = 0

    init() { self.init(limits: .default) }

    init(limits: XMLStreamLimits) {
        parser = XMLStreamParser(limits: limits)
    }

    @inline(never)
    mutating func read(_ chunks: ArraySlice<[UInt8]>) throws {
        for chunk in chunks {
            parser.receive(chunk)
            while let event = try parser.next() {
                if case .element = event { count += 1 }
            }
        }
    }
}

/// Expat with namespace processing and handlers that do nothing.
final class BaselineParser {
    private let parser: OpaquePointer

    init() throws {
        guard let parser = baseline_parser_create() else { throw Trouble.failed("no memory for expat") }
        self.parser = parser
    }

    deinit {
        baseline_parser_free(parser)
    }

    @inline(never)
    func feed(_ chunks: ArraySlice<[UInt8]>) throws {
        for chunk in chunks { try feed(chunk) }
    }

    @inline(__always)
    func feed(_ bytes: [UInt8]) throws {
        if !baseline_parser_feed(parser, bytes, bytes.count) { throw Trouble.failed("expat refuses the workload") }
    }
}
