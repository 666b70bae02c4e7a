import CBench

/// How often memory is allocated or reallocated for a stanza that is parsed, looked at, and dropped.
enum AllocationSuite {
    static let figures =
        Workload.kinds.map { figure($0, "elements", ElementReader.init) }
        + Workload.kinds.map { figure($0, "typed", TypedReader.init) }
        + Workload.kinds.map { figure($0, "typed-full", FullReader.init) }

    private static func figure<Reader: StreamReader & ~Copyable>(
        _ kind: String,
        _ result: String,
        _ makeReader: @escaping @Sendable () -> Reader
    ) -> Figure {
        Figure(
            name: "allocations.\(kind).\(result)",
            unit: "/stanza",
            baseline: "expat with namespaces and empty handlers"
        ) { _ in
            guard heap_counts_allocations() else {
                throw Trouble.unavailable("allocations can be counted with glibc only")
            }
            Vocabulary.makeKnown()
            let workload = try Workload(kind)
            let chunks = workload.chunks()
            let ours = try allocations {
                var reader = makeReader()
                try reader.read(chunks, expecting: workload.stanzaCount)
            }
            let baseline = try allocations { try BaselineParser().feed(chunks[...]) }
            let stanzas = Double(workload.stanzaCount)
            return Measurement(value: Double(ours) / stanzas, baselineValue: Double(baseline) / stanzas)
        }
    }

    /// Allocations of the second of two runs, when what is made once is there.
    private static func allocations(_ body: () throws -> Void) rethrows -> UInt64 {
        try body()
        let before = heap_allocation_count()
        try body()
        return heap_allocation_count() - before
    }
}
