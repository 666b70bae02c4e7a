/// The order in which SRV records are used (RFC 2782).
enum ServiceOrder {
    /// Records of a lower priority come first; among equals chance decides, by their weights. Records of several services
    /// are mixed (XEP-0368 §3).
    static func arrange<Tag>(
        _ records: [(record: ServiceRecord, usesDirectTLS: Tag)],
        using generator: inout some RandomNumberGenerator
    ) -> [(record: ServiceRecord, usesDirectTLS: Tag)] {
        var result: [(record: ServiceRecord, usesDirectTLS: Tag)] = []
        for (_, equals) in Dictionary(grouping: records, by: \.record.priority).sorted(by: { $0.key < $1.key }) {
            // Those of weight 0 stand first, so that they have a chance at all.
            var remaining = equals.filter { $0.record.weight == 0 } + equals.filter { $0.record.weight > 0 }
            while !remaining.isEmpty {
                let total = remaining.reduce(0) { $0 + Int($1.record.weight) }
                var rest = Int.random(in: 0...total, using: &generator)
                let index = remaining.firstIndex { candidate in
                    rest -= Int(candidate.record.weight)
                    return rest <= 0
                }
                result.append(remaining.remove(at: index ?? 0))
            }
        }
        return result
    }
}
