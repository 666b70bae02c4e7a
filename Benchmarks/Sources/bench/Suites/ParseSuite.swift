/// How fast streams become elements, by processor time.
enum ParseSuite {
    static let figures: [Figure] = [unknownNames] + Workload.kinds.map(elements) + chunkSizes.map(chunked)

    private static let chunkSizes = [1, 16, 256, 1024, 65_536]
    /// What ours and the baseline parse in turn: a millisecond or two of work.
    private static let sliceSize = 256 << 10
    private static let baseline = "expat with namespaces and empty handlers"

    private static func elements(_ kind: String) -> Figure {
        Figure(name: "parse.\(kind).elements", unit: "MB/s", baseline: baseline) { settings in
            Vocabulary.makeKnown()
            return try measure(Workload(kind), chunkSize: Workload.usualChunk, settings)
        }
    }

    private static func chunked(_ size: Int) -> Figure {
        Figure(name: "parse.mixed.chunk-\(size)", unit: "MB/s", baseline: baseline) { settings in
            Vocabulary.makeKnown()
            return try measure(Workload("mixed", isSmall: size < 256), chunkSize: size, settings)
        }
    }

    /// In a program that knows none of the names; the first figure, because names are known for good.
    private static let unknownNames = Figure(name: "parse.mixed.unknown-names", unit: "MB/s", baseline: baseline) {
        try measure(Workload("mixed"), chunkSize: Workload.usualChunk, $0)
    }

    private static func measure(_ workload: Workload, chunkSize: Int, _ settings: Settings) throws -> Measurement {
        let chunks = workload.chunks(of: chunkSize)
        let slices = chunks.indices.slices(of: max(1, sliceSize / chunkSize))
        var ours = ElementReader()
        var baseline = try BaselineParser()
        let seconds = try Clock.medians(rounds: settings.rounds, slices: slices.count) { slice in
            if slice == 0 { ours = ElementReader() }
            try ours.read(chunks[slices[slice]])
        } baseline: { slice in
            if slice == 0 { baseline = try BaselineParser() }
            try baseline.feed(chunks[slices[slice]])
        }
        if ours.count != workload.stanzaCount {
            throw Trouble.failed("\(ours.count) elements instead of \(workload.stanzaCount)")
        }
        let megabytes = Double(workload.bytes.count) / 1e6
        return Measurement(value: megabytes / seconds.ours, baselineValue: megabytes / seconds.baseline)
    }
}
