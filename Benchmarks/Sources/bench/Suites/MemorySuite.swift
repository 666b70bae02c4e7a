import CBench
import XMLStream

/// What streams hold on the heap.
enum MemorySuite {
    static let figures = [idleStream, freshNames]

    // MARK: Idle streams

    static let streamCount = 10_000
    private static let baselineCount = 1_000
    private static let stanzasRead = 16

    /// Each stream has read its header and some stanzas, in arrays of its own, and waits for the next one.
    private static let idleStream = Figure(
        name: "memory.idle-stream",
        unit: "B/stream",
        baseline: "an expat parser with namespaces, of \(baselineCount)"
    ) { _ in
        try checkHeap()
        Vocabulary.makeKnown()
        let bytes = try beginning(of: Workload("mixed", isSmall: true))
        let ours = try bytesOfStreams(bytes, stanzas: stanzasRead)
        let start = heap_used_bytes()
        let parsers = try (0..<baselineCount).map { _ in
            let parser = try BaselineParser()
            try parser.feed(bytes.chunks(of: Workload.usualChunk)[...])
            return parser
        }
        let baseline = withExtendedLifetime(parsers) { heap_used_bytes() - start }
        return Measurement(
            value: Double(ours) / Double(streamCount),
            baselineValue: Double(baseline) / Double(baselineCount)
        )
    }

    /// What all streams together hold, the parsers' own size included.
    static func bytesOfStreams(_ bytes: [UInt8], stanzas: Int) throws -> Int {
        var first = XMLStreamParser()
        try read(bytes, with: &first, expecting: stanzas)
        let start = heap_used_bytes()
        let parsers = UnsafeMutablePointer<XMLStreamParser>.allocate(capacity: streamCount)
        var count = 0
        defer {
            parsers.deinitialize(count: count)
            parsers.deallocate()
        }
        while count < streamCount {
            (parsers + count).initialize(to: XMLStreamParser())
            count += 1
            try read(bytes, with: &parsers[count - 1], expecting: stanzas)
        }
        return heap_used_bytes() - start
    }

    private static func read(
        _ bytes: [UInt8],
        with parser: inout XMLStreamParser,
        expecting expected: Int
    ) throws {
        var count = 0
        for chunk in bytes.chunks(of: Workload.usualChunk) {
            parser.receive(chunk)
            while let event = try parser.next() {
                if case .element = event { count += 1 }
            }
        }
        if count != expected { throw Trouble.failed("\(count) elements instead of \(expected)") }
    }

    /// A workload up to the end of its first stanzas.
    private static func beginning(of workload: Workload) throws -> [UInt8] {
        var parser = XMLStreamParser()
        parser.receive(workload.bytes)
        var count = 0
        while count < stanzasRead, let event = try parser.next() {
            if case .element = event { count += 1 }
        }
        return Array(workload.bytes[..<parser.eventRange.upperBound])
    }

    // MARK: Fresh names

    private static let freshStanzas = 1_000_000
    private static let baselineStanzas = 100_000
    private static let perChunk = 40

    /// The most that the heap grew by while every stanza brought new names.
    private static let freshNames = Figure(
        name: "memory.fresh-names",
        unit: "B",
        baseline: "an expat parser with namespaces, ten times \(baselineStanzas) stanzas"
    ) { _ in
        try checkHeap()
        let header = Array(
            "<stream:stream xmlns:stream='http://etherx.jabber.org/streams' xmlns='jabber:client'>".utf8
        )
        var reader = ElementReader()
        try reader.read([header], expecting: 0)
        let ours = try growth(stanzas: freshStanzas) { try reader.read([$0], expecting: perChunk) }
        let bare = try BaselineParser()
        try bare.feed(header)
        let baseline = try growth(stanzas: baselineStanzas) { try bare.feed($0) }
        return Measurement(
            value: Double(ours),
            baselineValue: Double(baseline) * Double(freshStanzas / baselineStanzas)
        )
    }

    /// How far above its beginning the heap was at most, between chunks of stanzas with names never seen before.
    private static func growth(stanzas: Int, _ give: ([UInt8]) throws -> Void) rethrows -> Int {
        let start = heap_used_bytes()
        var most = 0
        for first in stride(from: 0, to: stanzas, by: perChunk) {
            let stanzas = (first..<first + perChunk).map { n in
                "<e\(n) xmlns='urn:a:\(n)' xmlns:p\(n)='urn:b:\(n)' a\(n)='1' p\(n):b\(n)='2'><p\(n):c\(n)/></e\(n)>"
            }
            try give(Array(stanzas.joined().utf8))
            most = max(most, heap_used_bytes() - start)
        }
        return most
    }

    static func checkHeap() throws {
        if heap_used_bytes() == 0 { throw Trouble.unavailable("this C library does not tell the size of its heap") }
    }
}
