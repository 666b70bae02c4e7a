import XMPPPrimitives

/// Hands on XML that has no log around it, as it comes: one unit up to the end of each top-level item, or sooner if
/// an item is long. The units joined are what came in.
struct PlainXML: Sendable {
    private var units: [LogUnit] = []
    /// What has come and is not in a unit, from `start` on.
    private var pending: [UInt8] = []
    private var start = 0
    private var offset = 0
    private var extent = XMLExtent()
    /// The line on which the next unit starts.
    private var line: Int
    private var isAtLineStart = true

    /// How long a unit gets when no item ends, in bytes.
    private static let unitLimit = 65_536

    init(firstLine: Int) {
        line = firstLine
    }

    mutating func takeUnits() -> [LogUnit] {
        defer { units.removeAll(keepingCapacity: true) }
        return units
    }

    /// Takes bytes up to where, outside every element, the text of a line begins.
    ///
    /// What stands there may show that this is a log after all, so it is for the caller to look at.
    ///
    /// - Parameter isExamined: whether the caller has looked at the line's beginning, so that it is taken too.
    /// - Returns: the index of the first byte not taken.
    mutating func take(_ bytes: ArraySlice<UInt8>, isExamined: Bool = false) -> Int {
        if isExamined { isAtLineStart = false }
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if isAtLineStart, !extent.isOpen {
                guard bytes[index].isXMLSpace else { return index }
                feed(bytes[index...index])
                index += 1
                continue
            }
            let lineEnd = bytes[index...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.endIndex
            feed(bytes[index..<lineEnd])
            isAtLineStart = bytes[lineEnd - 1] == 0x0A
            index = lineEnd
        }
        return index
    }

    mutating func finish() { handOn(upTo: pending.count) }

    /// The line that comes next, if the text taken so far ends at a line's start.
    var nextLine: Int { line + pending[start...].count { $0 == 0x0A } }

    private mutating func feed(_ bytes: ArraySlice<UInt8>) {
        pending += bytes
        while let event = extent.next(in: pending, from: &offset) {
            if case .item(let end, _) = event { handOn(upTo: end) }
        }
        while pending.count - start >= Self.unitLimit { handOn(upTo: start + Self.unitLimit) }
        pending.removeSubrange(..<start)
        offset -= start
        start = 0
    }

    private mutating func handOn(upTo end: Int) {
        while start < end {
            let piece = pending[start..<min(end, start + Self.unitLimit)]
            units.append(
                LogUnit(
                    line: line, time: nil, unknownTimeZone: nil, connection: nil, direction: nil, xml: Array(piece),
                    isCut: false)
            )
            line += piece.count { $0 == 0x0A }
            start = piece.endIndex
        }
    }
}
