import XMPP

/// How fast streams become elements, or typed stanzas, by processor time.
enum ParseSuite {
    static let figures: [Figure] =
        [unknownNames] + Workload.kinds.map(elements) + chunkSizes.map(chunked) + Workload.kinds.map(typed)
        + Workload.kinds.map(full)

    private static let chunkSizes = [1, 16, 256, 1024, 65_536]
    /// What ours and the baseline parse in turn: a millisecond or two of work.
    private static let sliceSize = 256 << 10
    private static let baseline = "expat with namespaces and empty handlers"

    private static func elements(_ kind: String) -> Figure {
        Figure(name: "parse.\(kind).elements", unit: "MB/s", baseline: baseline) { settings in
            Vocabulary.makeKnown()
            return try measure(Workload(kind, isSmall: settings.isSmall), ElementReader.init, settings)
        }
    }

    /// A program that reads the header and the text of every stanza.
    private static func typed(_ kind: String) -> Figure {
        Figure(name: "parse.\(kind).typed", unit: "MB/s", baseline: baseline) { settings in
            Vocabulary.makeKnown()
            let workload = try Workload(kind, isSmall: settings.isSmall)
            var reader = TypedReader()
            try reader.read(workload.chunks(), expecting: workload.stanzaCount)
            try check(reader.octets, "octets", Expectation(workload).octets)
            return try measure(workload, TypedReader.init, settings)
        }
    }

    /// A program that reads, besides, every payload that there is a type for.
    private static func full(_ kind: String) -> Figure {
        Figure(name: "parse.\(kind).typed-full", unit: "MB/s", baseline: baseline) { settings in
            Vocabulary.makeKnown()
            let workload = try Workload(kind, isSmall: settings.isSmall)
            var reader = FullReader()
            try reader.read(workload.chunks(), expecting: workload.stanzaCount)
            try check(reader.payloadCount, "payloads", Expectation(workload).payloads)
            return try measure(workload, FullReader.init, settings)
        }
    }

    private static func check(_ count: Int, _ what: String, _ expected: Int) throws {
        if count != expected { throw Trouble.failed("\(count) \(what) instead of \(expected)") }
    }

    private static func chunked(_ size: Int) -> Figure {
        Figure(name: "parse.mixed.chunk-\(size)", unit: "MB/s", baseline: baseline) { settings in
            Vocabulary.makeKnown()
            return try measure(Workload("mixed", isSmall: size < 256), chunkSize: size, ElementReader.init, settings)
        }
    }

    /// In a program that knows none of the names; the first figure, because names are known for good.
    private static let unknownNames = Figure(name: "parse.mixed.unknown-names", unit: "MB/s", baseline: baseline) {
        try measure(Workload("mixed"), ElementReader.init, $0)
    }

    private static func measure<Reader: StreamReader & ~Copyable>(
        _ workload: Workload,
        chunkSize: Int = Workload.usualChunk,
        _ makeReader: () -> Reader,
        _ settings: Settings
    ) throws -> Measurement {
        let chunks = workload.chunks(of: chunkSize)
        let slices = chunks.indices.slices(of: max(1, sliceSize / chunkSize))
        var ours = makeReader()
        var baseline = try BaselineParser()
        let seconds = try Clock.medians(rounds: settings.rounds, slices: slices.count) { slice in
            if slice == 0 { ours = makeReader() }
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
