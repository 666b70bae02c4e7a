import XMLStream
import XMPPCapture

/// A log that `stanzactl` itself reads, with all that the records say: see ``helpTopic``.
///
/// Of a text without connections the elements are written as they are, which is plain XML again, and what is no element
/// as comments.
struct LogFormat: RecordPrinter {
    private var content: [UInt8] = []
    /// How many connections the files before had, so that theirs are told apart.
    private var firstOfFile = 0
    private var next = 0
    private var file: String?

    mutating func print(_ record: TrafficRecord, at place: RecordPlace, to output: inout [UInt8]) {
        if place.file != file {
            file = place.file
            firstOfFile = next
        }
        content.removeAll(keepingCapacity: true)
        let kind = appendContent(of: record)
        if record.isPlainText {
            if let comment = RecordComment(record.content) { content = Array(comment.xml.utf8) }
            return content.isEmpty ? () : append(content[...], to: &output)
        }
        let head = head(of: record)
        for sentence in record.diagnostics {
            output.append(contentsOf: "\(head) [wrong] \(sentence.visible)\n".utf8)
        }
        output.append(contentsOf: "\(head) \(kind)".utf8)
        if !kind.isEmpty, !content.isEmpty { output.append(0x20) }
        append(content[...], to: &output)
    }

    private func append(_ content: ArraySlice<UInt8>, to output: inout [UInt8]) {
        XMLText.append(content, to: &output, isOneLine: true)
        output.append(0x0A)
    }

    /// What stands before the content: the time, the connection, the packets with the layers, the direction.
    private mutating func head(of record: TrafficRecord) -> String {
        var words = record.time.map { ["\($0)"] } ?? []
        if let stream = record.stream {
            next = max(next, firstOfFile + stream + 1)
            words.append("#\(firstOfFile + stream)")
        } else {
            words.append("#-")
        }
        var origin = record.packets.isEmpty ? "-" : "p" + record.packetRanges
        for layer in record.layers { origin += "+" + layer.rawValue }
        if let session = record.session { origin += ":" + session }
        words.append(origin)
        words.append(record.direction?.arrow ?? "·")
        return words.joined(separator: " ")
    }

    /// Writes what comes last into `content`, and returns the word in brackets that tells what it is.
    private mutating func appendContent(of record: TrafficRecord) -> String {
        switch record.content {
        case .streamOpen(let opening) where opening.element.localName == Name.stream.localName:
            do {
                try XMLWriter(in: .anywhere, invalidCharacters: .replace).writeStart(of: opening, to: &content)
            } catch {
                content = []
            }
            return "[open]"
        case .streamOpen:
            record.appendXML(to: &content)
            return "[open]"
        case .streamClose(nil):
            if record.isPlainText { content = Array("</stream:stream>".utf8) }
            return "[close]"
        case .streamClose:
            record.appendXML(to: &content)
            return "[close]"
        case .stanza, .nonza:
            record.appendXML(to: &content)
            return ""
        case .bosh:
            record.appendXML(to: &content)
            return "[bosh]"
        case .gap(let byteCount):
            content = Array("\(byteCount)".utf8)
            return "[gap]"
        case .error(let message):
            content = Array(message.visible.utf8)
            return "[error]"
        case .note(let message):
            content = Array(message.visible.utf8)
            return "[note]"
        }
    }
}

extension TrafficRecord {
    /// Whether it is from a text that has no connections, nor times.
    fileprivate var isPlainText: Bool {
        stream == nil && direction == nil && time == nil && packets.isEmpty && offset != nil
    }

    /// The numbers of its packets, those in a row as their first and last: `3,7-9`.
    fileprivate var packetRanges: String {
        var ranges: [ClosedRange<Int>] = []
        for packet in packets {
            if let last = ranges.last, packet == last.upperBound + 1 {
                ranges[ranges.count - 1] = last.lowerBound...packet
            } else if ranges.last?.contains(packet) != true {
                ranges.append(packet...packet)
            }
        }
        return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
            .joined(separator: ",")
    }
}
