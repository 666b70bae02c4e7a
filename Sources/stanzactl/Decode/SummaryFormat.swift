import XMPPCapture

/// One line a record: when, which connection, which way, what.
struct SummaryFormat: RecordPrinter {
    let palette: Palette
    /// Whether whatever is long is cut. Of a line that heads the element itself, only what the element says is: nothing
    /// else tells its diagnoses.
    var isBounded = true

    /// The longest diagnosis, in characters, and how many of them are told of one record.
    private static let diagnosisLength = 240
    private static let diagnosisCount = 4

    mutating func print(_ record: TrafficRecord, at place: RecordPlace, to output: inout [UInt8]) {
        var parts: [String] = []
        if let file = place.file {
            parts.append(palette.paint((isBounded ? file.asValue : file).visible, .faint))
        }
        if let time = record.time { parts.append(palette.paint(time.description, .faint)) }
        if let line = record.line { parts.append(palette.paint("line \(line)", .faint)) }
        if let stream = record.stream { parts.append(palette.paint("#\(stream)", .faint)) }
        if let direction = record.direction {
            parts.append(palette.paint(direction.arrow, direction == .clientToServer ? .sent : .received))
        }
        let words = isBounded ? Gloss.line(of: record) : Gloss.heading(of: record)
        parts.append(palette.paint(words, Self.ink(of: record)))
        parts += diagnoses(of: record).map { palette.paint("(\($0.visible))", .wrong) }
        output.append(contentsOf: parts.joined(separator: " ").utf8)
        output.append(0x0A)
    }

    private func diagnoses(of record: TrafficRecord) -> [String] {
        let all = record.diagnostics
        guard isBounded else { return all }
        let told = all.prefix(Self.diagnosisCount).map { $0.cut(to: Self.diagnosisLength) }
        return all.count > told.count ? told + ["… and \(all.count - told.count) more"] : told
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
