import XMLStream
import XMPPCapture

/// A log that `stanzactl` itself reads: `2026-11-30T04:51:47.846Z #3 → <iq …/>`, the arrow pointing to the server.
///
/// Elements are namespace-complete and on one line. What is no element stands between them in words, which are passed
/// over when the log is read. Of a text without connections only the elements are written, which is plain XML again.
struct LogFormat: RecordPrinter {
    private var xml: [UInt8] = []
    /// How many connections the files before had, so that theirs are told apart.
    private var firstOfFile = 0
    private var next = 0
    private var file: String?

    mutating func print(_ record: TrafficRecord, at place: RecordPlace, to output: inout [UInt8]) {
        if place.file != file {
            file = place.file
            firstOfFile = next
        }
        xml.removeAll(keepingCapacity: true)
        if !appendElement(of: record) {
            guard record.stream != nil || record.time != nil else { return }
            xml = Array(Gloss.line(of: record).utf8)
        }
        if record.stream != nil || record.direction != nil {
            if let time = record.time { output.append(contentsOf: "\(time) ".utf8) }
            let number = firstOfFile + (record.stream ?? 0)
            next = max(next, number + 1)
            output.append(contentsOf: "#\(number) ".utf8)
            if let direction = record.direction { output.append(contentsOf: "\(direction.arrow) ".utf8) }
        }
        XMLText.append(xml[...], to: &output, isOneLine: true)
        output.append(0x0A)
    }

    /// Writes the element into `xml`; false if there is none.
    private mutating func appendElement(of record: TrafficRecord) -> Bool {
        switch record.content {
        case .streamOpen(let opening) where opening.element.localName == Name.stream.localName:
            do {
                try XMLWriter(in: .anywhere, invalidCharacters: .replace).writeStart(of: opening, to: &xml)
            } catch {
                return false
            }
            return true
        case .streamClose(nil):
            xml = Array("</stream:stream>".utf8)
            return true
        case .streamOpen, .streamClose, .stanza, .nonza, .bosh:
            record.appendXML(to: &xml)
            return true
        case .gap, .error, .note:
            return false
        }
    }
}
