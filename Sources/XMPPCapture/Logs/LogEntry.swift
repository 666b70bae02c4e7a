import XMPPPrimitives

/// The XML of one log entry while it is being read.
struct LogEntry: Sendable {
    var record: LogRecord
    /// Where the item being read starts.
    var line: Int
    var time: Timestamp?
    /// The name of the zone that the time is said to be in, if it is not known.
    var unknownZone: String?
    /// Whether the entry's own line starts with a time, as its neighbours then do too.
    var isTimed: Bool
    /// What of the XML has not been handed on.
    var bytes: [UInt8] = []
    var extent = XMLExtent()
    var term: ErlangTerm?
    /// Whether text that is not XML has ended the entry.
    var isEnded = false
    /// The lines since the first one that may not belong to the XML any more, and where that was.
    var doubt: (length: Int, lines: [LogLine])?

    /// What is left of an item, without the white space around it.
    var remainder: [UInt8] {
        guard let start = bytes.firstIndex(where: { !$0.isXMLSpace }) else { return [] }
        return Array(bytes[start...].trimmingXMLSpaceAtEnd)
    }

    /// Takes the XML of one line and hands on each item that it completes.
    mutating func absorb(_ text: some Sequence<UInt8>, line: Int, emit: ([UInt8], Int, XMLExtent.Landmark) -> Void) {
        if bytes.allSatisfy(\.isXMLSpace) {
            bytes.removeAll(keepingCapacity: true)
            self.line = line
        }
        var offset = bytes.count
        bytes += text
        var handedOn = 0
        while !isEnded, let event = extent.next(in: bytes, from: &offset) {
            switch event {
            case .item(let end, let landmark):
                let start = bytes[handedOn..<end].firstIndex { !$0.isXMLSpace } ?? handedOn
                emit(Array(bytes[start..<end]), self.line, landmark)
                handedOn = end
                self.line = line
            case .text(let start):
                bytes.removeSubrange(start...)
                isEnded = true
            }
        }
        if handedOn > 0 {
            bytes.removeSubrange(..<handedOn)
            doubt = nil
        }
    }
}
