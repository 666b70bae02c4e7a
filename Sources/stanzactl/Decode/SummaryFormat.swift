import XMPPCapture

/// One line a record: when, which connection, which way, what.
struct SummaryFormat: RecordPrinter {
    let palette: Palette

    mutating func print(_ record: TrafficRecord, at place: RecordPlace, to output: inout [UInt8]) {
        var parts: [String] = []
        if let file = place.file { parts.append(palette.paint(file.visible, .faint)) }
        if let time = record.time { parts.append(palette.paint(time.description, .faint)) }
        if let line = record.line { parts.append(palette.paint("line \(line)", .faint)) }
        if let stream = record.stream { parts.append(palette.paint("#\(stream)", .faint)) }
        if let direction = record.direction {
            parts.append(palette.paint(direction.arrow, direction == .clientToServer ? .sent : .received))
        }
        parts.append(palette.paint(Gloss.line(of: record), Self.ink(of: record)))
        parts += record.diagnostics.map { palette.paint("(\($0.visible))", .wrong) }
        output.append(contentsOf: parts.joined(separator: " ").utf8)
        output.append(0x0A)
    }

    private static func ink(of record: TrafficRecord) -> Palette.Ink {
        switch record.content {
        case .gap, .error: .wrong
        case .note, .bosh: .faint
        case .streamOpen, .streamClose: .strong
        case .stanza(let element) where element.attribute(.type) == "error": .wrong
        case .nonza(let element) where element.has(.streamError): .wrong
        case .stanza, .nonza: .plain
        }
    }
}

extension Direction {
    /// Towards the server, or from it.
    var arrow: String { self == .clientToServer ? "→" : "←" }
}
