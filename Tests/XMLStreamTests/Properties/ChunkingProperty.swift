import XMLStream

/// However an input is cut, the same things are reported of it, each with the piece that contains the first byte
/// that makes it certain.
///
/// The first byte of a case chooses framing and limits, the second how many cuts there are, the next ones where.
public enum ChunkingProperty {
    /// What does not hold for a case, or nil.
    public static func fault(of testCase: [UInt8]) -> String? {
        guard testCase.count > 2 else { return nil }
        let selector = testCase[0]
        let cutCount = min(Int(testCase[1] & 7), testCase.count - 2)
        let input = testCase.dropFirst(2 + cutCount)
        let cuts = testCase[2..<2 + cutCount].map { Int($0) * (input.count + 1) / 256 }.sorted()
        let limits = limits(Int(selector >> 2 & 7))
        switch selector & 3 {
        case 0: return fault(of: input, cuts, .stream, limits)
        case 1: return messageFault(of: input, cuts, limits)
        case 2: return fault(of: input, cuts, .fragments, limits)
        default: return fault(of: input, cuts, .fragments, limits, resynchronizing: true)
        }
    }

    private static func limits(_ number: Int) -> XMLStreamLimits {
        switch number {
        case 1: XMLStreamLimits(stanzaBytes: 24)
        case 2: XMLStreamLimits(depth: 2)
        case 3: XMLStreamLimits(attributes: 2, children: 2)
        case 4: XMLStreamLimits(nameBytes: 4)
        case 5: XMLStreamLimits(tokenBytes: 16)
        case 6: XMLStreamLimits(stanzaBytes: 96, depth: 3, attributes: 3, children: 3, nameBytes: 8, tokenBytes: 48)
        default: .default
        }
    }

    private static func fault(
        of input: ArraySlice<UInt8>,
        _ cuts: [Int],
        _ framing: XMLStreamParser.Framing,
        _ limits: XMLStreamLimits,
        resynchronizing: Bool = false
    ) -> String? {
        func trace(_ cuts: some Collection<Int>) -> Trace {
            Trace(input, cuts: cuts, framing: framing, limits: limits, resynchronizing: resynchronizing)
        }
        let slow = trace(1..<max(1, input.count))
        if let fault = lateEvent(in: slow) { return fault }
        let twoPieces = input.count <= 48 ? 1..<max(1, input.count) : 1..<1
        for cuts in [[], cuts] + twoPieces.map({ [$0] }) {
            let other = trace(cuts)
            guard other.steps == slow.steps else {
                return "cut at \(cuts): \(other.steps)\nbyte by byte: \(slow.steps)"
            }
            for (arrival, earliest) in zip(other.arrivals, slow.arrivals) {
                let due = cuts.first { $0 >= earliest } ?? input.count
                guard arrival == due else { return "cut at \(cuts): came after \(arrival) bytes, not \(due)" }
            }
        }
        return nil
    }

    /// An event that did not come with the last byte of its range.
    private static func lateEvent(in trace: Trace) -> String? {
        for (step, arrival) in zip(trace.steps, trace.arrivals) {
            guard case .event(let event, _) = step.report else { continue }
            if case .skipped = event { continue }
            guard step.range.upperBound == arrival else { return "after \(arrival) bytes: \(step)" }
        }
        return nil
    }

    /// Each message is settled on its own, whether or not the next one is there already.
    private static func messageFault(of input: ArraySlice<UInt8>, _ cuts: [Int], _ limits: XMLStreamLimits) -> String? {
        let oneByOne = Trace(input, cuts: cuts, framing: .webSocket, limits: limits)
        let together = Trace(input, cuts: cuts, framing: .webSocket, limits: limits, drainsAtEnd: true)
        return oneByOne.steps == together.steps ? nil : "together: \(together.steps)\none by one: \(oneByOne.steps)"
    }
}
