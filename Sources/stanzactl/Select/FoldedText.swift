import XMLStream
import XMPPCapture

/// A text to look for, with A to Z as a to z.
struct FoldedText {
    private let bytes: [UInt8]

    init(_ text: String) { bytes = text.utf8.map(\.folded) }

    /// Whether it stands in a text, in the value of an attribute, or in what the record says.
    func occurs(in record: TrafficRecord) -> Bool {
        switch record.content {
        case .error(let message), .note(let message): if occurs(in: message) { return true }
        case .streamOpen, .streamClose, .stanza, .nonza, .bosh, .gap: break
        }
        if record.diagnostics.contains(where: occurs) { return true }
        guard let element = record.element else { return false }
        return stands(in: element) || element.descendants.contains(where: stands)
    }

    private func stands(in element: Element) -> Bool {
        element.attributes.contains { occurs(in: $0.value) } || occurs(in: element.text)
    }

    func occurs(in text: String) -> Bool {
        var text = text
        return text.withUTF8 { text in
            guard let first = bytes.first else { return true }
            guard text.count >= bytes.count else { return false }
            return (0...(text.count - bytes.count)).contains { start in
                text[start].folded == first
                    && bytes.indices.allSatisfy { text[start + $0].folded == bytes[$0] }
            }
        }
    }
}

extension UInt8 {
    fileprivate var folded: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
