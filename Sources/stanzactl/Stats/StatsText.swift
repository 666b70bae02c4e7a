import XMPPCapture

/// Statistics for people.
enum StatsText {
    /// How many rows a table has.
    private static let rowLimit = 10

    static func print(_ streams: [MeasuredStream], _ statistics: TrafficStatistics, _ output: inout Output) {
        for stream in streams {
            let title = [stream.file, name(of: stream.statistics)].compactMap { $0 }.joined(separator: ", ")
            print(stream.statistics, title, &output)
        }
        if streams.count != 1 { print(statistics.total, "total of \(streams.count) streams", &output) }
        if statistics.unlistedRecords > 0 {
            output.write("\(statistics.unlistedRecords) records of further streams count in the total only.\n")
        }
    }

    private static func name(of statistics: StreamStatistics) -> String {
        if let session = statistics.session { return "BOSH session \(session.sessionLabel)" }
        return statistics.stream.map { "stream \($0)" } ?? "text"
    }

    private static func print(_ statistics: StreamStatistics, _ title: String, _ output: inout Output) {
        let time = statistics.duration.map { ", \(Decimal.duration($0))" } ?? ""
        let start = statistics.first.map { " from \($0)" } ?? ""
        var lines = ["\(title)\(time)\(start)"]
        lines += stanzas(statistics)
        lines += requests(statistics.requests)
        lines += presences(statistics)
        lines += acknowledgements(statistics)
        lines += largest(statistics)
        lines += bytes(statistics)
        output.write(lines.map { $0.visible + "\n" }.joined() + "\n")
    }

    // MARK: Parts

    private static func stanzas(_ statistics: StreamStatistics) -> [String] {
        let bytes = statistics.client.stanzas.bytes + statistics.server.stanzas.bytes
        var line = "  stanzas: \(statistics.stanzaCount), \(bytes) bytes"
        if let rate = statistics.stanzasPerThousandSeconds {
            line += ", \(Decimal.number(thousandths: rate)) a second"
            line += ", at most → \(statistics.client.stanzaPeak.peak) ← \(statistics.server.stanzaPeak.peak) within one"
        }
        let sides = [("→", statistics.client), ("←", statistics.server)]
        let types = sides.flatMap { arrow, side in rows(side.byType, arrow) }
        let payloads = sides.flatMap { arrow, side in rows(side.byPayload, arrow) }
        return [line] + types + (payloads.isEmpty ? [] : ["  payloads:"] + payloads)
    }

    private static func rows(_ table: VolumeTable, _ arrow: String) -> [String] {
        let all = table.sorted
        let shown = all.prefix(rowLimit).map { row in
            "    \(arrow) \(row.volume.stanzas) × \(row.name), \(row.volume.bytes) bytes"
        }
        return shown + (all.count > rowLimit ? ["    \(arrow) and \(all.count - rowLimit) others"] : [])
    }

    private static func requests(_ requests: RequestStatistics) -> [String] {
        guard requests.count > 0 else { return [] }
        var line = "  requests: \(requests.count)"
        if requests.errors > 0 { line += ", \(requests.errors) answered with an error" }
        if let times = times(requests.roundTrips) { line += ", answered in \(times)" }
        var lines = [line]
        if requests.unanswered > 0 { lines.append("  unanswered requests: \(requests.unanswered)") }
        lines += requests.unansweredExamples.map { "    \($0.place.words): \($0.payload)" }
        if requests.untracked > 0 { lines.append("  requests not followed: \(requests.untracked)") }
        return lines
    }

    private static func times(_ histogram: DurationHistogram) -> String? {
        guard let longest = histogram.longest else { return nil }
        let percentiles = [50, 90, 99].compactMap { percent in
            histogram.percentile(Double(percent)).map { "p\(percent) \(Decimal.duration($0))" }
        }
        return percentiles.joined(separator: ", ") + ", max \(Decimal.duration(longest))"
    }

    private static func presences(_ statistics: StreamStatistics) -> [String] {
        let (client, server) = (statistics.client.presencePeak, statistics.server.presencePeak)
        guard client.peak + server.peak > 0 else { return [] }
        let flood = statistics.hasPresenceFlood ? ": a flood" : ""
        return ["  presences: at most → \(client.peak) ← \(server.peak) within 10 seconds\(flood)"]
    }

    private static func acknowledgements(_ statistics: StreamStatistics) -> [String] {
        [("→", statistics.client), ("←", statistics.server)].compactMap { arrow, side in
            let counts = side.acknowledgements
            guard counts.count + counts.disagreements > 0 else { return nil }
            var line = "  acknowledgements of \(arrow): \(counts.count)"
            line += ", at most \(counts.largestLag) stanzas behind, \(counts.lastLag) at the last"
            if let times = times(counts.delays) { line += ", given in \(times)" }
            return counts.disagreements > 0 ? line + ", \(counts.disagreements) wrong" : line
        }
    }

    private static func largest(_ statistics: StreamStatistics) -> [String] {
        guard !statistics.largest.isEmpty else { return [] }
        return ["  largest stanzas:"]
            + statistics.largest.map { stanza in
                "    \(stanza.byteCount) bytes: \(stanza.place.words): \(stanza.kind) \(stanza.payload)"
            }
    }

    private static func bytes(_ statistics: StreamStatistics) -> [String] {
        let xml = statistics.client.xmlBytes + statistics.server.xmlBytes
        var lines = ["  XML: → \(statistics.client.xmlBytes) ← \(statistics.server.xmlBytes) bytes"]
        if let traffic = statistics.traffic {
            // The XML of BOSH belongs to sessions, whatever connections carried it.
            let isShared = statistics.stream != nil && statistics.layers.contains(.bosh)
            lines.append(
                "  TCP: → \(traffic.tcp.clientToServer) ← \(traffic.tcp.serverToClient) bytes"
                    + (isShared ? "" : ratio(traffic.tcp.total, to: xml, "of the XML")))
            if let tls = traffic.tls {
                lines.append(
                    "  TLS: \(tls.outside.total) bytes for \(tls.inside.total)"
                        + ratio(tls.outside.total, to: tls.inside.total, "of what is inside"))
            }
            if let compression = traffic.compression {
                lines.append(
                    "  compression: \(compression.outside.total) bytes for \(compression.inside.total)"
                        + ratio(compression.outside.total, to: compression.inside.total, "of what is inside"))
            }
        }
        let missing = statistics.client.missingBytes + statistics.server.missingBytes
        if missing > 0 { lines.append("  missing: \(missing) bytes") }
        if statistics.errors > 0 { lines.append("  violations and cut-off elements: \(statistics.errors)") }
        return lines
    }

    private static func ratio(_ part: Int, to whole: Int, _ words: String) -> String {
        guard whole > 0 else { return "" }
        let thousandths = Int((Double(part) / Double(whole) * 1000).rounded())
        return ", \(Decimal.number(thousandths: thousandths * 100)) % \(words)"
    }
}
