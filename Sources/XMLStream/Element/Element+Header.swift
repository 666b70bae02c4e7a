/// Where the attributes are that every stanza may have (RFC 6120 §8.1), found in one pass: offsets from the element's
/// own node, 0 for those that are absent.
package struct HeaderOffsets: Sendable {
    package var to: UInt32 = 0
    package var from: UInt32 = 0
    package var id: UInt32 = 0
    package var type: UInt32 = 0

    struct Numbers {
        let to = Name.to.id
        let from = Name.from.id
        let id = Name.id.id
        let type = Name.type.id
    }

    static let numbers = Numbers()
}

extension Name {
    /// The number by which known names are compared, or 0.
    package var number: UInt32 { id }
}

extension Element {
    /// The number of the element's name, or 0 if it is not a known one.
    package var nameNumber: UInt32 {
        tape.withView { view in
            let name = view[index].name
            return name.isKnown ? name.rawValue : 0
        }
    }

    /// The name that `nameNumber` is 0 for may still be equal to a known one, if it was made before that was known.
    package var headerOffsets: HeaderOffsets {
        tape.withView { view in
            var offsets = HeaderOffsets()
            let numbers = HeaderOffsets.numbers
            for position in attributeIndices(view) {
                let offset = UInt32(truncatingIfNeeded: position &- index)
                let name = view[position].name
                guard name.isKnown else {
                    addUnknown(view, name, offset, &offsets)
                    continue
                }
                switch name.rawValue {
                case numbers.to: offsets.to = offset
                case numbers.from: offsets.from = offset
                case numbers.id: offsets.id = offset
                case numbers.type: offsets.type = offset
                default: break
                }
            }
            return offsets
        }
    }

    @inline(never)
    private func addUnknown(
        _ view: Tape.View,
        _ name: NameReference,
        _ offset: UInt32,
        _ offsets: inout HeaderOffsets
    ) {
        if view.matches(name, .to) { offsets.to = offset }
        if view.matches(name, .from) { offsets.from = offset }
        if view.matches(name, .id) { offsets.id = offset }
        if view.matches(name, .type) { offsets.type = offset }
    }

    /// The value of the attribute at an offset, nil for 0.
    package func attributeValue(at offset: UInt32) -> String? {
        guard offset != 0 else { return nil }
        return attributeValue(at: Int(offset))
    }

    /// Calls `body` with the octets of the attribute's value at an offset.
    package func readAttribute(at offset: UInt32, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        tape.withView { view in
            let node = view[index &+ Int(offset)]
            body(view.text(node.a, node.b))
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
}
