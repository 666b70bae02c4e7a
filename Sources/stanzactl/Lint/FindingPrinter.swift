import XMLStream
import XMPPCapture

/// Prints what `lint` finds.
struct FindingPrinter: Sendable {
    /// What the input is called.
    let name: String
    /// Whether objects say what the input is called.
    let isNamed: Bool
    let format: LintCommand.Format
    /// The least severity that is printed.
    let least: Finding.Severity

    func print(_ violation: StreamViolation, _ output: inout Output) {
        switch format {
        case .text:
            output.write("\(name.visible): \(violation)\n")
        case .jsonl:
            var object = JSONObjectWriter()
            object.add("file", isNamed ? name : nil)
            object.add("offset", violation.offset)
            object.add("line", violation.line)
            object.add("condition", violation.condition.rawValue)
            object.add("message", violation.message)
            object.add("rule", violation.rule)
            object.finish()
            output.bytes.append(contentsOf: object.bytes)
        }
    }

    /// Prints a finding; false if it matters too little.
    ///
    /// - Parameter inStream: whether it was found in a stream as it is on the wire, whose bytes tell places best.
    func print(_ finding: Finding, inStream: Bool, _ output: inout Output) -> Bool {
        guard finding.severity >= least else { return false }
        switch format {
        case .text: output.write(line(of: finding, inStream: inStream) + "\n")
        case .jsonl: output.bytes.append(contentsOf: object(of: finding))
        }
        return true
    }

    /// `capture.pcap: record 7, stream 0, c2s, packet 12: error: The iq has no ‘id’. (RFC 6120 §8.2.3) [missing-id]`
    private func line(of finding: Finding, inStream: Bool) -> String {
        var parts = [name]
        if let place = finding.place { parts.append(inStream ? place.wordsInStream : place.words) }
        parts.append(finding.severity.rawValue)
        if inStream, let condition = finding.condition { parts.append(condition) }
        let reference = finding.reference.isEmpty ? "" : " (\(finding.reference))"
        parts.append(finding.message + reference + " [\(finding.rule)]")
        return parts.joined(separator: ": ").visible
    }

    private func object(of finding: Finding) -> ArraySlice<UInt8> {
        var object = JSONObjectWriter()
        object.add("file", isNamed ? name : nil)
        object.add("rule", finding.rule)
        object.add("severity", finding.severity.rawValue)
        object.add("message", finding.message)
        object.add("reference", finding.reference.isEmpty ? nil : finding.reference)
        object.add("condition", finding.condition)
        object.add("n", finding.place?.number)
        object.add("time", finding.place?.time?.description)
        object.add("stream", finding.place?.stream)
        object.add("session", finding.place?.session?.sessionLabel)
        object.add("dir", finding.place?.direction?.rawValue)
        object.add("packet", finding.place?.packet)
        object.add("offset", finding.place?.offset)
        object.add("line", finding.place?.line)
        object.finish()
        return object.bytes
    }
}

extension TrafficPlace {
    /// The place in words, as `decode` numbers records.
    var words: String {
        var places = ["record \(number)"]
        if let stream { places.append("stream \(stream)") }
        if let session { places.append("session \(session.sessionLabel)") }
        if let direction { places.append(direction.rawValue) }
        if let packet { places.append("packet \(packet)") }
        if let line { places.append("line \(line)") }
        return places.joined(separator: ", ")
    }

    /// The place in words, as violations tell it.
    fileprivate var wordsInStream: String {
        let places = [offset.map { "byte \($0)" }, line.map { "line \($0)" }]
        return places.compactMap(\.self).joined(separator: ", ")
    }
}
