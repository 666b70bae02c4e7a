import XMLStream

/// Whether time grows as the input does, by processor time: a large input against several small ones.
enum LinearSuite {
    static let figures = [
        text, attribute("linear.attribute-64k-bytewise", filler: "x"),
        attribute("linear.attribute-64k-bytewise.greater-than", filler: ">"),
    ]

    private static let text = Figure(name: "linear.text-5mb", unit: "ms", baseline: "five texts of 1 MB") { settings in
        func chunks(_ count: Int) -> [[UInt8]] {
            stream("<message><body>\(String(repeating: "x", count: count))</body></message>")
                .chunks(of: Workload.usualChunk)
        }
        return try measure(chunks(5_000_000), chunks(1_000_000), times: 5, settings)
    }

    private static func attribute(_ name: String, filler: String) -> Figure {
        Figure(name: name, unit: "ms", baseline: "four attributes of 16 KB") { settings in
            func chunks(_ count: Int) -> [[UInt8]] {
                stream("<message id='\(String(repeating: filler, count: count))'/>").chunks(of: 1)
            }
            return try measure(chunks(64 << 10), chunks(16 << 10), times: 4, settings)
        }
    }

    private static func stream(_ stanza: String) -> [UInt8] {
        Array("<stream:stream xmlns:stream='http://etherx.jabber.org/streams' xmlns='jabber:client'>\(stanza)".utf8)
    }

    private static func measure(
        _ large: [[UInt8]],
        _ small: [[UInt8]],
        times: Int,
        _ settings: Settings
    ) throws -> Measurement {
        func parse(_ chunks: [[UInt8]]) throws {
            var reader = ElementReader(limits: .recorded)
            try reader.read(chunks, expecting: 1)
        }
        let seconds = try Clock.medians(rounds: settings.rounds) { _ in
            try parse(large)
        } baseline: { _ in
            for _ in 0..<times { try parse(small) }
        }
        return Measurement(value: seconds.ours * 1e3, baselineValue: seconds.baseline * 1e3)
    }
}
