import XMLStream

/// What a parser reports about an input that comes in pieces, and when.
public struct Trace {
    public struct Step: Equatable {
        public enum Report: Equatable {
            case event(XMLStreamEvent, language: String?)
            case failure(XMLStreamError)
        }

        public var report: Report
        public var range: Range<Int>
    }

    public private(set) var steps: [Step] = []
    /// After how many bytes each step was there.
    public private(set) var arrivals: [Int] = []

    /// Parses `input` cut at `cuts`, which ascend, to its end; after a failure only if `resynchronizing`.
    ///
    /// What the parser has to say is taken out of it after each piece, or only after the last.
    public init(
        _ input: ArraySlice<UInt8>,
        cuts: some Collection<Int>,
        framing: XMLStreamParser.Framing,
        limits: XMLStreamLimits = .default,
        resynchronizing: Bool = false,
        drainsAtEnd: Bool = false
    ) {
        var parser = XMLStreamParser(framing: framing, limits: limits)
        var start = 0
        var hasFailed = false
        for end in Array(cuts) + [input.count] where !hasFailed && (end > start || end == input.count) {
            let end = min(max(start, end), input.count)
            parser.receive(Array(input[(input.startIndex + start)..<(input.startIndex + end)]))
            start = end
            if end == input.count { parser.finish() }
            if drainsAtEnd && end < input.count { continue }
            hasFailed = !drain(&parser, received: end, resynchronizing: resynchronizing)
        }
    }

    /// Returns whether the parser can go on.
    private mutating func drain(_ parser: inout XMLStreamParser, received: Int, resynchronizing: Bool) -> Bool {
        while true {
            do {
                guard let event = try parser.next() else { return true }
                var language: String?
                if case .element(let element) = event { language = element.language }
                steps.append(Step(report: .event(event, language: language), range: parser.eventRange))
                arrivals.append(received)
            } catch {
                steps.append(Step(report: .failure(error), range: error.offset..<error.offset))
                arrivals.append(received)
                guard resynchronizing else { return false }
                parser.resynchronize()
            }
        }
    }
}
