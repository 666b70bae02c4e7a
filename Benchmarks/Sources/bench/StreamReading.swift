import CBench
import XMLStream

/// Reads a stream as a program does that looks at one element at a time; returns how many there were.
@inline(never)
func parseElements(_ chunks: [[UInt8]], limits: XMLStreamLimits = .default) throws -> Int {
    var parser = XMLStreamParser(limits: limits)
    var count = 0
    for chunk in chunks {
        parser.receive(chunk)
        while let event = try parser.next() {
            if case .element = event { count += 1 }
        }
    }
    return count
}

/// What `parseElements` is compared with: the same chunks given to expat, with handlers that do nothing.
@inline(never)
func parseBaseline(_ chunks: [[UInt8]]) throws {
    let parser = try BaselineParser()
    for chunk in chunks { try parser.feed(chunk) }
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

    @inline(__always)
    func feed(_ bytes: [UInt8]) throws {
        if !baseline_parser_feed(parser, bytes, bytes.count) { throw Trouble.failed("expat refuses the workload") }
    }
}
