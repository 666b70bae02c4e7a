public import XMLStream

/// Where payloads are written: the tape of the element that is being built.
public struct PayloadWriter {
    let tape: TapeWriter

    init(_ tape: TapeWriter) { self.tape = tape }

    @usableFromInline
    func start(_ name: Name) { tape.startElement(name) }

    @usableFromInline
    func end() { tape.endElement() }
}
