import XMPPCapture

/// `stanzactl stats`: measures what captures and logs carry.
enum StatsCommand: Subcommand {
    /// How the measurements are printed.
    enum Format: String, CaseIterable {
        case text, json
    }

    static let format = Option<Format>.choice(
        "format",
        help: """
            text (unless told otherwise): for people;
            json: one JSON object.
            """
    )

    static let syntax = CommandSyntax(
        name: "stats",
        summary: "Measure the traffic of captures and logs: stanzas, bytes, answers, overhead.",
        operands: .files,
        options: [format, DecodeCommand.keyLog, DecodeCommand.privateKey],
        details: """
            FILE is a capture or a log as decode takes them. Each stream is measured, and all
            together: stanzas and their bytes by type and by payload (the bytes of a stanza
            with several payloads are shared out evenly), stanzas a second, times from IQ
            requests to their answers as the recording saw them, unanswered requests, the
            most presences within 10 seconds (a flood from 100 on), the largest stanzas,
            stanzas that were not acknowledged yet when an acknowledgement came (XEP-0198),
            and what TCP, TLS and compression make of the XML.

            Bytes of XML are those of stream headers, stanzas and all other elements. In a log
            they are of the text that is logged. Percentiles are off by 0.4 % at most.

            json is one object with streams (an array) and total, which have alike:

              file, stream, session, first, last, seconds   which it is, and when it was
              c2s, s2c     what was sent by the side that opened the connection, and by the
                           other: stanzas, bytes, xml_bytes, missing_bytes, types and
                           payloads (arrays of name, stanzas, bytes), peak_per_second,
                           presences_per_10_seconds, acknowledgements (count, largest_lag,
                           last_lag, disagreements, delay)
              stanzas_per_second
              requests     count, errors, unanswered, untracked, round_trip (count, min, p50,
                           p90, p99, max, in seconds), examples of unanswered ones
              presence_flood   1 if there was one
              largest      an array of n, bytes, kind, payload
              wire         tcp, tls and compression, each with c2s and s2c; tls and
                           compression as inside and outside
              errors       violations and cut-off elements

            Connections beyond the first 2,048 of a file count in the total only. Exit code 0
            if all was read, whatever is wrong with it, and also where a capture has no XMPP
            that can be read, which standard error says; 2 if a FILE cannot be read to its
            end, or is XML without a log around it, which tells neither times nor sides. What
            was read until there is measured.
            """
    )

    static func run(_ arguments: ParsedArguments, _ output: inout Output) throws(Failure) -> ExitCode {
        if arguments.operands.isEmpty && InputFile.standardInputIsTerminal {
            throw .usage("stats: no file given", help: "stanzactl stats --help")
        }
        let paths = arguments.operands.isEmpty ? ["-"] : arguments.operands
        var keys = try DecryptionKeys(arguments)
        var statistics = TrafficStatistics()
        var code = ExitCode.done
        var streams: [MeasuredStream] = []
        var hasMeasured = false
        for path in paths {
            do throws(Failure) {
                try measure(path, &keys, &statistics, &hasMeasured, &output)
            } catch {
                guard case .input(let name, let message) = error else { throw error }
                Diagnostics.report("\(name): \(message)")
                code = .unusable
            }
            let file = paths.count > 1 ? path : nil
            streams += statistics.finishInput().map { MeasuredStream(file: file, statistics: $0) }
        }
        // Of nothing that could be used, nothing was measured.
        guard hasMeasured || code == .done else { return code }
        switch arguments[format] ?? .text {
        case .text: StatsText.print(streams, statistics, &output)
        case .json: StatsJSON.print(streams, statistics, &output)
        }
        return code
    }

    private static func measure(
        _ path: String, _ keys: inout DecryptionKeys, _ statistics: inout TrafficStatistics, _ hasMeasured: inout Bool,
        _ output: inout Output
    ) throws(Failure) {
        var file = try InputFile(path)
        let name = file.name
        var decoder = TrafficDecoder(lastChange: file.lastChange, secrets: keys.secrets)
        var content = InputContent()
        try file.forEachChunk(&output) { (bytes, _) throws(Failure) in
            content.receive(bytes)
            keys.forEachAddition { decoder.receive(keyLog: $0) }
            decoder.receive(bytes)
            try drain(&decoder, of: name, into: &statistics, &content, &hasMeasured)
        }
        keys.forEachAddition(atEnd: true) { decoder.receive(keyLog: $0) }
        decoder.finish()
        try drain(&decoder, of: name, into: &statistics, &content, &hasMeasured)
        Diagnostics.report(decoder.fileNotes, about: name)
        try content.requireTraffic(of: name)
        if decoder.isPlainXML {
            throw .input(name: name, "is XML without a log around it, which tells neither times nor sides")
        }
    }

    private static func drain(
        _ decoder: inout TrafficDecoder, of name: String, into statistics: inout TrafficStatistics,
        _ content: inout InputContent, _ hasMeasured: inout Bool
    ) throws(Failure) {
        while let record = try next(&decoder, of: name) {
            content.note(record)
            // What plain XML has says neither when it was nor whose.
            if record.stream == nil, record.offset != nil { continue }
            statistics.receive(record)
            hasMeasured = true
        }
        while let connection = decoder.nextClosedConnection() { statistics.receive(connection) }
    }
}

extension StatsCommand {
    private static func next(_ decoder: inout TrafficDecoder, of name: String) throws(Failure) -> TrafficRecord? {
        do {
            return try decoder.next()
        } catch {
            throw .input(name: name, error.description)
        }
    }
}

/// The statistics of a stream, with the file it is in if there are several.
struct MeasuredStream {
    let file: String?
    let statistics: StreamStatistics
}
