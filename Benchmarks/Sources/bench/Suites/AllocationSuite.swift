import CBench

/// How often memory is allocated or reallocated for a stanza that is parsed, looked at, and dropped.
enum AllocationSuite {
    static let figures = Workload.kinds.map { kind in
        Figure(
            name: "allocations.\(kind).elements",
            unit: "/stanza",
            baseline: "expat with namespaces and empty handlers"
        ) { _ in
            guard heap_counts_allocations() else {
                throw Trouble.unavailable("allocations can be counted with glibc only")
            }
            Vocabulary.makeKnown()
            let workload = try Workload(kind)
            let chunks = workload.chunks()
            _ = try parseElements(chunks)
            let ours = try allocations { _ = try parseElements(chunks) }
            let baseline = try allocations { try parseBaseline(chunks) }
            let stanzas = Double(workload.stanzaCount)
            return Measurement(value: Double(ours) / stanzas, baselineValue: Double(baseline) / stanzas)
        }
    }

    private static func allocations(_ body: () throws -> Void) rethrows -> UInt64 {
        let before = heap_allocation_count()
        try body()
        return heap_allocation_count() - before
    }
}
