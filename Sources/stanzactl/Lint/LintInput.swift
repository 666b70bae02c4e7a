import XMLStream
import XMPPCapture

/// What `lint` has been given: one direction of a stream, or a recording of traffic.
///
/// A text may be either, until its first item shows whether there is a log around it; both are tried until then.
struct LintInput: ~Copyable {
    private enum Kind {
        case undecided, stream, recording
    }

    private let printer: FindingPrinter
    private var decoder: TrafficDecoder
    private var linter = StreamLinter()
    private var audit = TrafficAudit()
    private var kind = Kind.undecided
    private var content = InputContent()
    private var evidence = StreamEvidence()
    private var hasFoundWrong = false
    /// TLS sessions in a capture that could not be decrypted.
    private var closedSessions = 0

    init(printer: FindingPrinter, decoder: consuming TrafficDecoder) {
        self.printer = printer
        self.decoder = decoder
    }

    /// Whether what follows cannot change the result.
    var isOver: Bool { kind == .stream && linter.violation != nil }

    /// Takes what a key log has got since it was read.
    mutating func receive(keyLog: [UInt8]) { decoder.receive(keyLog: keyLog) }

    mutating func receive(_ bytes: [UInt8], _ output: inout Output) throws(Failure) {
        content.receive(bytes)
        let isNoLog = evidence.receive(bytes)
        if content.isCertain, content.isCapture { kind = .recording }
        if kind != .recording { linter.receive(bytes) }
        if kind != .stream {
            decoder.receive(bytes)
            if decoder.isRecordLog {
                kind = .recording
                content.isRecordLog = true
            }
            try drain(&output)
        }
        if kind == .undecided {
            if isNoLog || linter.violation != nil && decoder.isPlainXML { kind = .stream }
        }
        if kind == .stream { reportStream(&output) }
    }

    /// Takes the end of the input, and prints what remains.
    mutating func finish(_ output: inout Output) throws(Failure) -> ExitCode {
        try content.requireAnything(of: printer.name)
        if content.isCapture { kind = .recording }
        if kind != .stream {
            decoder.finish()
            try drain(&output)
        }
        if kind == .recording {
            report(audit.finish(), &output)
            try content.requireTraffic(of: printer.name)
            Diagnostics.report(decoder.fileNotes, about: printer.name)
            if closedSessions > 0 {
                let sessions = closedSessions == 1 ? "1 TLS session" : "\(closedSessions) TLS sessions"
                Diagnostics.report("\(printer.name): nothing was looked at in \(sessions) without keys")
            }
        } else {
            let end = linter.finish()
            reportStream(&output)
            if let violation = linter.violation {
                let isXMPP = linter.hasRead || evidence.hasMarkup || content.hasElements
                // What is wrong with something else is of no interest, unless it shows at once.
                if isXMPP || kind == .stream { printer.print(violation, &output) }
                if isXMPP { return .foundWrong }
                throw .input(name: printer.name, InputContent.noXMPP)
            }
            if let end { Diagnostics.report("\(printer.name): \(end)") }
        }
        return hasFoundWrong ? .foundWrong : .done
    }

    private mutating func reportStream(_ output: inout Output) {
        for finding in linter.takeFindings() where printer.print(finding, inStream: true, &output) {
            hasFoundWrong = true
        }
    }

    private mutating func drain(_ output: inout Output) throws(Failure) {
        while kind != .stream, let record = try next(&output) {
            if kind == .undecided { content.note(record) }
            if kind == .undecided { kind = record.direction == nil ? .stream : .recording }
            if kind == .recording { receive(record, &output) }
            try output.flushIfFull()
        }
        while kind == .recording, let connection = decoder.nextClosedConnection() {
            report(audit.close(stream: connection.stream), &output)
        }
    }

    private mutating func receive(_ record: TrafficRecord, _ output: inout Output) {
        content.note(record)
        if case .note(let text) = record.content, text.hasPrefix(TrafficDecoder.missingKeys) { closedSessions += 1 }
        report(audit.receive(record), &output)
    }

    /// The next record; before the error that ends a damaged capture, all that was found up to there is printed.
    private mutating func next(_ output: inout Output) throws(Failure) -> TrafficRecord? {
        do {
            return try decoder.next()
        } catch {
            report(audit.finish(), &output)
            throw .input(name: printer.name, error.description)
        }
    }

    private mutating func report(_ findings: [Finding], _ output: inout Output) {
        for finding in findings where printer.print(finding, inStream: false, &output) { hasFoundWrong = true }
    }
}
