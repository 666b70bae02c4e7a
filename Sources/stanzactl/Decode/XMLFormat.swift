import XMPPCapture

/// One namespace-complete element a line. What is no element is reported on standard error; the end of a stream that
/// is an end tag is left out. What is wrong with an element is reported there, too.
struct XMLFormat: RecordPrinter {
    private var xml: [UInt8] = []

    mutating func print(_ record: TrafficRecord, at place: RecordPlace, to output: inout [UInt8]) {
        switch record.content {
        case .gap, .error, .note:
            Diagnostics.report(Gloss.placed(record, at: place))
        case .streamOpen, .streamClose, .stanza, .nonza, .bosh:
            for sentence in record.diagnostics {
                Diagnostics.report("\(Gloss.words(for: place, of: record)): \(sentence.visible)")
            }
            guard record.element != nil else { return }
            xml.removeAll(keepingCapacity: true)
            record.appendXML(to: &xml)
            XMLText.append(xml[...], to: &output, isOneLine: true)
            output.append(0x0A)
        }
    }
}
