import XMLStream

/// How soon too much is refused.
enum EarlySuite {
    static let figures = [
        Figure(
            name: "early.attributes-100k",
            unit: "B",
            baseline: "all that expat with namespaces takes"
        ) { _ in
            let header = "<stream:stream xmlns:stream='http://etherx.jabber.org/streams' xmlns='jabber:client'>"
            let attributes = (0..<100_000).map { " a\($0)='1'" }.joined()
            let tag = Array("<message\(attributes)/>".utf8)
            let baseline = try BaselineParser()
            try baseline.feed((Array(header.utf8) + tag).chunks(of: Workload.usualChunk)[...])
            return Measurement(value: Double(try refusal(header, tag)), baselineValue: Double(tag.count))
        }
    ]

    /// How many bytes of the tag had been received, one by one, when it was refused.
    private static func refusal(_ header: String, _ tag: [UInt8]) throws -> Int {
        var parser = XMLStreamParser()
        parser.receive(Array(header.utf8))
        while try parser.next() != nil {}
        for (index, byte) in tag.enumerated() {
            parser.receive([byte])
            do {
                while try parser.next() != nil {}
            } catch {
                guard error.condition == .policyViolation else { throw Trouble.failed("refused for \(error)") }
                return index + 1
            }
        }
        throw Trouble.failed("100,000 attributes were not refused")
    }
}
