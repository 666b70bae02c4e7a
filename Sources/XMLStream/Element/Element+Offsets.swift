/// Attributes and content by their offset from the element's own node, which tells them apart without a name.
extension Element {
    /// How many bytes of memory the element keeps alive: those of the whole tree that it belongs to.
    package var heldByteCount: Int {
        tape.header.nodeCount * MemoryLayout<TapeNode>.stride + tape.header.byteCount
    }

    /// The offset of the first piece of content.
    package var firstContentOffset: Int { tape.withView { 1 + $0[index].attributeCount } }

    /// The offset behind the last piece of content.
    package var endOffset: Int { tape.withView { Int($0[index].a) - index } }

    // MARK: Attributes

    /// The offset of an attribute.
    package func attributeOffset(_ name: Name) -> Int? {
        tape.withView { view in
            for position in attributeIndices(view) where view.matches(view[position].name, name) {
                return position - index
            }
            return nil
        }
    }

    /// The local name of an attribute.
    package func attributeLocalName(at offset: Int) -> String {
        tape.withView { String(decoding: $0.localName($0[index + offset].name), as: UTF8.self) }
    }

    /// The namespace of an attribute, as ``namespaceKey`` tells it.
    package func attributeNamespaceKey(at offset: Int) -> UInt64 {
        tape.withView { $0.namespaceKey($0[index + offset].name) }
    }

    package func attributeName(at offset: Int) -> Name { tape.withView { $0.name($0[index + offset].name) } }

    package func attributeValue(at offset: Int) -> String {
        tape.withView { view in
            let node = view[index + offset]
            return view.string(node.a, node.b)
        }
    }

    // MARK: Namespaces

    /// A number that tells namespaces of one tree apart without looking at their texts: equal ones are the same.
    package var namespaceKey: UInt64 { tape.withView { $0.namespaceKey($0[index].name) } }

    // MARK: Content

    /// The element at an offset; nil if text is there.
    package func child(at offset: Int) -> Element? {
        tape.withView { $0[index + offset].isElement } ? Element(tape: tape, index: index + offset) : nil
    }

    /// The text at an offset; nil if an element is there.
    package func text(at offset: Int) -> String? {
        tape.withView { view in
            let node = view[index + offset]
            return node.isText ? view.string(node.a, node.b) : nil
        }
    }

    /// The offset of the piece of content behind the one at `offset`.
    @inline(__always)
    package func offset(after offset: Int) -> Int {
        tape.withView { view in
            let node = view[index + offset]
            return node.isElement ? Int(node.a) - index : offset + 1
        }
    }

    /// How many children there are.
    package var childCount: Int {
        tape.withView { view in
            var (count, place) = (0, firstNode(view))
            let end = Int(view[index].a)
            while place < end {
                let node = view[place]
                if node.isElement { count &+= 1 }
                place = node.isElement ? Int(node.a) : place &+ 1
            }
            return count
        }
    }

    // MARK: Place

    /// The names from `root` down to this element; a number tells later ones of the same name apart, if
    /// `isNumbered`.
    package func path(below root: Element, isNumbered: Bool = true) -> String {
        var components: [String] = []
        var element = self
        while element.index != root.index, let parent = element.parent {
            components.append(isNumbered ? element.numberedName(in: parent) : element.ownLocalName)
            element = parent
        }
        components.append(root.localName)
        return components.reversed().joined(separator: "/")
    }

    /// The local name, without a copy of the namespace.
    package var ownLocalName: String { tape.withView { String(decoding: $0.localName($0[index].name), as: UTF8.self) } }

    private func numberedName(in parent: Element) -> String {
        tape.withView { view in
            let name = view[index].name
            var (before, looked) = (0, 0)
            var place = parent.firstNode(view)
            // Each of many children can be at fault, and none may cost more the more there are.
            while place < index, looked < Self.mostSiblings {
                let node = view[place]
                if node.isElement {
                    looked &+= 1
                    if view.matches(node.name, view, name) { before &+= 1 }
                }
                place = node.isElement ? Int(node.a) : place &+ 1
            }
            if place < index { return "\(ownLocalName)[…]" }
            return before == 0 ? ownLocalName : "\(ownLocalName)[\(before + 1)]"
        }
    }

    /// How many siblings are looked at to number a name in a path.
    private static var mostSiblings: Int { 1000 }
}

extension Tape.View {
    /// The number of a known namespace, or where the tape's own one stands.
    func namespaceKey(_ reference: NameReference) -> UInt64 {
        if reference.isKnown { return UInt64(NameRegistry.entry(reference.rawValue).pointee.namespaceID) }
        let record = record(reference)
        if record.namespaceOffset == NameRecord.knownNamespace { return UInt64(record.namespaceLength) }
        return 1 << 32 | UInt64(record.namespaceOffset)
    }

    /// The number of the namespace that a name is in; 0 if it is not a known name.
    @inline(__always)
    func knownNamespace(_ reference: NameReference) -> UInt32 {
        reference.isKnown ? NameRegistry.entry(reference.rawValue).pointee.namespaceID : 0
    }

    func isInNoNamespace(_ reference: NameReference) -> Bool {
        guard reference.isKnown else { return namespace(reference).isEmpty }
        return NameRegistry.entry(reference.rawValue).pointee.namespaceID == NameRegistry.noNamespace
    }

    func hasSameNamespace(_ reference: NameReference, _ other: NameReference) -> Bool {
        if reference.isKnown && other.isKnown {
            return NameRegistry.entry(reference.rawValue).pointee.namespaceID
                == NameRegistry.entry(other.rawValue).pointee.namespaceID
        }
        return equal(namespace(reference), namespace(other))
    }
}

extension Element {
    /// Whether both are the same place of the same tree.
    package func isSame(as other: Element) -> Bool { tape === other.tape && index == other.index }
}
