import XMLStream
import XMPPCapture

/// What a record says, in a few words on one line.
enum Gloss {
    /// The longest line, in characters.
    static let lineLength = 400
    /// The longest value in it, such as an address or a namespace, in characters.
    static let valueLength = 120
    /// The longest piece of free text in it, in characters.
    static let textLength = 60

    /// The words for a record; nothing in them can control a terminal.
    static func line(of record: TrafficRecord) -> String { words(of: record).cut(to: lineLength).visible }

    /// The words for a record to which nothing is added that says more: only of an element they are cut.
    static func heading(of record: TrafficRecord) -> String {
        record.element == nil ? words(of: record).visible : line(of: record)
    }

    /// The words for a record behind the place it stands at.
    static func placed(_ record: TrafficRecord, at place: RecordPlace) -> String {
        words(for: place, of: record) + ": " + heading(of: record)
    }

    /// Where a record stands.
    static func words(for place: RecordPlace, of record: TrafficRecord) -> String {
        var places = ["record \(place.number)"]
        if let file = place.file { places.insert(file, at: 0) }
        if let stream = record.stream { places.append("stream \(stream)") }
        if let direction = record.direction { places.append(direction.rawValue) }
        if let packet = record.packets.last { places.append("packet \(packet)") }
        if let line = record.line { places.append("line \(line)") }
        return places.joined(separator: ", ")
    }

    private static func words(of record: TrafficRecord) -> String {
        switch record.content {
        case .streamOpen(let opening): streamOpen(opening.element)
        case .streamClose: "stream close"
        case .stanza(let element): stanza(element)
        case .nonza(let element): nonza(element)
        case .bosh(let element): bosh(element)
        case .gap(let byteCount): "gap of \(byteCount) bytes"
        case .error(let message): "error: \(message)"
        case .note(let message): "note: \(message)"
        }
    }

    private static func streamOpen(_ header: Element) -> String {
        var words = ["stream open"]
        if let to = header.attribute(.to) { words.append("to \(to.asValue)") }
        if let from = header.attribute(.from) { words.append("from \(from.asValue)") }
        if let id = header.attribute(.id), !id.isEmpty { words.append("id \(id.asValue)") }
        return words.joined(separator: " ")
    }

    private static func bosh(_ body: Element) -> String {
        var words = ["bosh"]
        if let type = body.attribute(.type) { words.append(type.asValue) }
        for name in ["condition", "sid", "rid", "ack"] {
            if let value = body[name] { words.append("\(name)=\(value.asValue)") }
        }
        return words.joined(separator: " ")
    }

    // MARK: Parts that several kinds have

    /// The condition of an error, or of a failure, and the text that explains it: what is in no other namespace than
    /// `namespace` (RFC 6120 §4.9.2, §6.5, §8.3.2).
    static func condition(_ error: Element, in namespace: Namespace) -> String {
        let parts = error.children.filter { $0.isIn(namespace) }
        let condition = parts.first { $0.localName != "text" }?.localName ?? "no condition"
        guard let text = parts.first(where: { $0.localName == "text" })?.text, !text.isEmpty else { return condition }
        return condition + ": " + text.cut(to: textLength)
    }

    /// An element that has no words of its own.
    static func byName(_ element: Element) -> String {
        "\(element.ownLocalName.asValue) (\(element.namespaceText(upTo: 4 * valueLength).asValue))"
    }
}

extension String {
    /// The text as a value in a line, cut with … if it is long.
    var asValue: String { cut(to: Gloss.valueLength) }
}
