import XMLStream

/// Making a stanza that answers another (RFC 6120 §8.2.3, §8.3.1).
enum StanzaReply {
    /// Opens a stanza of the same kind with the addresses swapped and the id kept; the caller closes it.
    static func start(_ tape: TapeWriter, to element: Element, type: String?) {
        tape.startElement(element.name)
        if let from = element.jid(.from) { tape.attribute(.to, from.full) }
        if let to = element.jid(.to) { tape.attribute(.from, to.full) }
        // A request without an id breaks RFC 6120 §8.2.3; its answer must not.
        let id = element.attribute(.id) ?? (StanzaKind(element) == .iq ? "" : nil)
        if let id { tape.attribute(.id, id) }
        if let type { tape.attribute(.type, type) }
    }

    static func error(_ error: StanzaError, to element: Element, keepingPayloads: Bool) -> Element {
        TapeWriter.element { tape in
            start(tape, to: element, type: "error")
            if keepingPayloads { element.copyContent(to: tape) }
            let names = StanzaNames.of(element)
            error.write(to: PayloadWriter(tape), as: names.error, keeping: nil)
            tape.endElement()
        }
    }
}
