import XMLStream

/// Everything a parser reports about an input, written so that transcripts can be compared and read.
struct Transcript: Equatable, CustomStringConvertible {
    var lines: [String] = []
    /// After how many input bytes each line was there.
    var arrivals: [Int] = []
    var error: XMLStreamError?
    var errorArrival: Int?

    var description: String {
        (zip(lines, arrivals).map { "\($1): \($0)" } + [error.map { "\(errorArrival ?? -1): \($0)" } ?? ""])
            .joined(separator: "\n")
    }

    /// Parses `input`, cut at `cuts`, and notes what comes out after each piece.
    init(
        _ input: [UInt8],
        cuts: [Int] = [],
        framing: XMLStreamParser.Framing = .stream,
        limits: XMLStreamLimits = .default
    ) {
        var parser = XMLStreamParser(framing: framing, limits: limits)
        var start = 0
        for end in cuts + [input.count] where error == nil {
            parser.receive(Array(input[start..<end]))
            start = end
            drain(&parser, end)
        }
    }

    static func byteByByte(
        _ input: [UInt8],
        framing: XMLStreamParser.Framing = .stream,
        limits: XMLStreamLimits = .default
    ) -> Transcript {
        Transcript(input, cuts: Array(1..<max(1, input.count)), framing: framing, limits: limits)
    }

    private mutating func drain(_ parser: inout XMLStreamParser, _ received: Int) {
        do {
            while let event = try parser.next() {
                lines.append("\(parser.eventRange) \(Self.describe(event))")
                arrivals.append(received)
            }
        } catch {
            self.error = error
            errorArrival = received
        }
    }

    static func describe(_ event: XMLStreamEvent) -> String {
        switch event {
        case .streamOpen(let opening):
            "open \(opening.element) \(opening.contentNamespace?.rawValue ?? "-") \(opening.prefixes)"
        case .element(let element): "element \(element.language ?? "-") \(element)"
        case .streamClose(let element): "close \(element?.description ?? "")"
        case .skipped(let count): "skipped \(count)"
        case .endOfInput(let end): "end \(end)"
        }
    }

    /// What is the same for every way to cut the input.
    var withoutArrivals: String { (lines + [error?.description ?? ""]).joined(separator: "\n") }
}
