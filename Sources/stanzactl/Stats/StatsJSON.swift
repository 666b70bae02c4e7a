import XMPPCapture

/// Statistics as one JSON object.
enum StatsJSON {
    static func print(_ streams: [MeasuredStream], _ statistics: TrafficStatistics, _ output: inout Output) {
        var object = JSONObjectWriter()
        object.add("streams", streams.map { Self.object(of: $0.statistics, file: $0.file) })
        object.add("total", Self.object(of: statistics.total, file: nil))
        object.finish()
        output.bytes.append(contentsOf: object.bytes)
    }

    private static func object(of statistics: StreamStatistics, file: String?) -> JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("file", file)
        object.add("stream", statistics.stream)
        object.add("session", statistics.session?.sessionLabel)
        object.add("first", statistics.first?.description)
        object.add("last", statistics.last?.description)
        object.add("seconds", seconds: statistics.duration)
        object.add("stanzas_per_second", thousandths: statistics.stanzasPerThousandSeconds)
        object.add("c2s", side(statistics.client))
        object.add("s2c", side(statistics.server))
        object.add("requests", requests(statistics.requests))
        object.add("presence_flood", statistics.hasPresenceFlood ? 1 : 0)
        object.add("largest", statistics.largest.map(large))
        object.add("wire", statistics.traffic.map(wire))
        object.add("errors", statistics.errors)
        return object
    }

    private static func side(_ side: StreamStatistics.Side) -> JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("stanzas", side.stanzas.stanzas)
        object.add("bytes", side.stanzas.bytes)
        object.add("xml_bytes", side.xmlBytes)
        object.add("missing_bytes", side.missingBytes)
        object.add("types", rows(side.byType))
        object.add("payloads", rows(side.byPayload))
        object.add("peak_per_second", side.stanzaPeak.peak)
        object.add("presences_per_10_seconds", side.presencePeak.peak)
        object.add("acknowledgements", acknowledgements(side.acknowledgements))
        return object
    }

    private static func rows(_ table: VolumeTable) -> [JSONObjectWriter] {
        table.sorted.map { row in
            var object = JSONObjectWriter()
            object.add("name", row.name)
            object.add("stanzas", row.volume.stanzas)
            object.add("bytes", row.volume.bytes)
            return object
        }
    }

    private static func acknowledgements(_ acknowledgements: AcknowledgementStatistics) -> JSONObjectWriter? {
        guard acknowledgements.count + acknowledgements.disagreements > 0 else { return nil }
        var object = JSONObjectWriter()
        object.add("count", acknowledgements.count)
        object.add("largest_lag", acknowledgements.largestLag)
        object.add("last_lag", acknowledgements.lastLag)
        object.add("disagreements", acknowledgements.disagreements)
        object.add("delay", durations(acknowledgements.delays))
        return object
    }

    private static func requests(_ requests: RequestStatistics) -> JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("count", requests.count)
        object.add("errors", requests.errors)
        object.add("unanswered", requests.unanswered)
        object.add("untracked", requests.untracked)
        object.add("round_trip", durations(requests.roundTrips))
        object.add(
            "examples",
            requests.unansweredExamples.map { request in
                var object = JSONObjectWriter()
                object.add("n", request.place.number)
                object.add("stream", request.place.stream)
                object.add("packet", request.place.packet)
                object.add("line", request.place.line)
                object.add("payload", request.payload)
                return object
            })
        return object
    }

    private static func durations(_ histogram: DurationHistogram) -> JSONObjectWriter? {
        guard histogram.count > 0 else { return nil }
        var object = JSONObjectWriter()
        object.add("count", histogram.count)
        object.add("min", seconds: histogram.shortest)
        object.add("p50", seconds: histogram.percentile(50))
        object.add("p90", seconds: histogram.percentile(90))
        object.add("p99", seconds: histogram.percentile(99))
        object.add("max", seconds: histogram.longest)
        return object
    }

    private static func large(_ stanza: StreamStatistics.LargeStanza) -> JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("n", stanza.place.number)
        object.add("stream", stanza.place.stream)
        object.add("bytes", stanza.byteCount)
        object.add("kind", stanza.kind)
        object.add("payload", stanza.payload.isEmpty ? nil : stanza.payload)
        return object
    }

    private static func wire(_ traffic: ConnectionTraffic) -> JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("tcp", volume(traffic.tcp))
        object.add("tls", traffic.tls.map(layer))
        object.add("compression", traffic.compression.map(layer))
        return object
    }

    private static func layer(_ layer: ConnectionTraffic.LayerVolume) -> JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("outside", volume(layer.outside))
        object.add("inside", volume(layer.inside))
        return object
    }

    private static func volume(_ volume: ConnectionTraffic.Volume) -> JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("c2s", volume.clientToServer)
        object.add("s2c", volume.serverToClient)
        return object
    }
}

extension StreamStatistics {
    /// Stanzas a second, in thousandths; nil without times, or if all was at once.
    var stanzasPerThousandSeconds: Int? {
        guard let duration, duration > 0 else { return nil }
        return Int(exactly: (Double(stanzaCount) * 1_000_000_000_000 / Double(duration)).rounded())
    }
}
