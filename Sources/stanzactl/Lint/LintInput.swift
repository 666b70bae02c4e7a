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
    private var head: [UInt8] = []
    private var violation: XMLStreamError?
    private var hasFoundWrong = false

    init(printer: FindingPrinter, decoder: consuming TrafficDecoder) {
        self.printer = printer
        self.decoder = decoder
    }

    /// Whether what follows cannot change the result.
    var isOver: Bool { kind == .stream && violation != nil }

    mutating func receive(_ bytes: [UInt8], _ output: inout Output) throws(Failure) {
        if head.count < CaptureFormat.prefixLength {
            head += bytes.prefix(CaptureFormat.prefixLength - head.count)
            if CaptureFormat.detect(head) != nil { kind = .recording }
        }
        if kind != .recording, violation == nil { violation = linter.receive(bytes) }
        guard kind != .stream else { return }
        decoder.receive(bytes)
        try drain(&output)
    }

    /// Takes the end of the input, and prints what remains.
    mutating func finish(_ output: inout Output) throws(Failure) -> ExitCode {
        if kind != .stream {
            decoder.finish()
            try drain(&output)
        }
        if kind == .recording {
            report(audit.finish(), &output)
            return hasFoundWrong ? .foundWrong : .done
        }
        guard let violation else {
            if let end = linter.finish() { Diagnostics.report("\(printer.name): \(end)") }
            return .done
        }
        printer.print(violation, &output)
        return .foundWrong
    }

    private mutating func drain(_ output: inout Output) throws(Failure) {
        while kind != .stream, let record = try next(&output) {
            if kind == .undecided { kind = record.direction == nil ? .stream : .recording }
            if kind == .recording { report(audit.receive(record), &output) }
            try output.flushIfFull()
        }
        while kind == .recording, let connection = decoder.nextClosedConnection() {
            report(audit.close(stream: connection.stream), &output)
        }
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
        for finding in findings where printer.print(finding, &output) { hasFoundWrong = true }
    }
}
