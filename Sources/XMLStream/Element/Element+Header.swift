/// Where the attributes are that every stanza may have (RFC 6120 §8.1), found in one pass: offsets from the element's
/// own node, 0 for those that are absent.
package struct HeaderOffsets: Sendable {
    package var to: UInt32 = 0
    package var from: UInt32 = 0
    package var id: UInt32 = 0
    package var type: UInt32 = 0

    init() {}

    /// Where `TapeWriter.header(to:from:type:id:)` puts them in an element without others.
    package init(to hasTo: Bool, from hasFrom: Bool, type hasType: Bool, id hasID: Bool) {
        var last: UInt32 = 0
        func next(_ isThere: Bool) -> UInt32 {
            guard isThere else { return 0 }
            last += 1
            return last
        }
        to = next(hasTo)
        from = next(hasFrom)
        type = next(hasType)
        id = next(hasID)
    }
}

extension Name {
    /// The number by which known names are compared, or 0.
    package var number: UInt32 { id }

    /// The known name of a number, which must have come from a name or an element.
    package init(number: UInt32) { self.init(known: number) }
}

extension Element {
    /// The number of the element's name, or 0 if it is not a known one.
    package var nameNumber: UInt32 {
        tape.withView { view in
            let name = view[index].name
            return name.isKnown ? name.rawValue : 0
        }
    }

    /// Calls `body` with the octets of the element's local name and of its namespace.
    package func readName(
        _ body: (_ local: UnsafeBufferPointer<UInt8>, _ namespace: UnsafeBufferPointer<UInt8>) -> Void
    ) {
        tape.withView { view in
            let name = view[index].name
            body(view.localName(name), view.namespace(name))
        }
    }

    /// The value of the attribute at an offset, nil for 0.
    package func attributeValue(at offset: UInt32) -> String? {
        guard offset != 0 else { return nil }
        return attributeValue(at: Int(offset))
    }
}

extension ElementCursor {
    /// Where the attributes of a stanza are.
    ///
    /// A name without a number may still be equal to a known one, if the element was made with a name of its own.
    package var headerOffsets: HeaderOffsets {
        var offsets = HeaderOffsets()
        for position in index &+ 1..<contentStart {
            let offset = UInt32(truncatingIfNeeded: position &- index)
            let name = view[position].name
            guard name.isKnown else {
                addUnknown(name, offset, &offsets)
                continue
            }
            switch CoreName(rawValue: name.rawValue) {
            case .to: offsets.to = offset
            case .from: offsets.from = offset
            case .id: offsets.id = offset
            case .type: offsets.type = offset
            default: break
            }
        }
        return offsets
    }

    @inline(never)
    private func addUnknown(_ name: NameReference, _ offset: UInt32, _ offsets: inout HeaderOffsets) {
        if view.matches(name, .to) { offsets.to = offset }
        if view.matches(name, .from) { offsets.from = offset }
        if view.matches(name, .id) { offsets.id = offset }
        if view.matches(name, .type) { offsets.type = offset }
    }
}
