/// How fast streams become elements, by processor time.
enum ParseSuite {
    static let figures: [Figure] = [unknownNames] + Workload.kinds.map(elements) + chunkSizes.map(chunked)

    private static let chunkSizes = [1, 16, 256, 1024, 65_536]
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
        let seconds = try Clock.medians(rounds: settings.rounds) {
            let count = try parseElements(chunks)
            if count != workload.stanzaCount {
                throw Trouble.failed("\(count) elements instead of \(workload.stanzaCount)")
            }
        } baseline: {
            try parseBaseline(chunks)
        }
        let megabytes = Double(workload.bytes.count) / 1e6
        return Measurement(value: megabytes / seconds.ours, baselineValue: megabytes / seconds.baseline)
    }
}
