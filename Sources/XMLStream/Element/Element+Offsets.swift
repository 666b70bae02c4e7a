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

    package func attributeName(at offset: Int) -> Name { tape.withView { $0.name($0[index + offset].name) } }

    package func attributeValue(at offset: Int) -> String {
        tape.withView { view in
            let node = view[index + offset]
            return view.string(node.a, node.b)
        }
    }

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

    /// The names from `root` down to this element; a number tells later ones of the same name apart.
    package func path(below root: Element) -> String {
        var components: [String] = []
        var element = self
        while element.index != root.index, let parent = element.parent {
            components.append(element.numberedName(in: parent))
            element = parent
        }
        components.append(root.localName)
        return components.reversed().joined(separator: "/")
    }

    private func numberedName(in parent: Element) -> String {
        let name = name
        var before = 0
        for sibling in parent.children {
            if sibling.index == index { return before == 0 ? name.localName : "\(name.localName)[\(before + 1)]" }
            if sibling.has(name) { before += 1 }
            // Each of many children can be at fault, and none may cost more the more there are.
            if before == 1000 { break }
        }
        return "\(name.localName)[…]"
    }
}

extension Tape.View {
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
