public import XMLStream
public import XMPPAddress

/// Building a stanza on one tape.
@usableFromInline
enum StanzaBuilding {
    @inlinable
    static func element<C: StanzaContent>(
        _ kind: StanzaKind,
        in namespace: Namespace,
        to: JID?,
        from: JID?,
        type: String?,
        id: String?,
        language: String?,
        _ content: C
    ) -> Element {
        element(kind, in: namespace) { writer in
            header(writer, to: to, from: from, type: type, id: id, language: language)
            content.write(to: &writer)
        }
    }

    @usableFromInline
    static func element(
        _ kind: StanzaKind,
        in namespace: Namespace,
        _ body: (inout StanzaWriter) -> Void
    ) -> Element {
        TapeWriter.element { tape in
            let names = StanzaNames(in: namespace)
            tape.startElement(names.name(of: kind))
            var writer = StanzaWriter(tape, names)
            body(&writer)
            tape.endElement()
        }
    }

    /// A reply to a stanza: its addresses swapped.
    @usableFromInline
    static func reply(to element: Element, type: String?, _ body: (inout StanzaWriter) -> Void) -> Element {
        TapeWriter.element { tape in
            StanzaReply.start(tape, to: element, type: type)
            var writer = StanzaWriter(tape, StanzaNames(of: element))
            body(&writer)
            tape.endElement()
        }
    }

    @usableFromInline
    static func header(
        _ writer: borrowing StanzaWriter,
        to: JID?,
        from: JID?,
        type: String?,
        id: String?,
        language: String?
    ) {
        let tape = writer.tape
        tape.header(to: to?.full, from: from?.full, type: type, id: id)
        if let language { tape.attribute(.xmlLang, language) }
    }
}
