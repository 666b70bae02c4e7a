/// Putting elements together outside of a parser.
extension TapeBuilder {
    /// Opens an element; its attributes come next, then its content, then `endElement(_:)`.
    mutating func startElement(_ name: Name, parent: Int) -> Int {
        startElement(reference(name), parent: parent)
    }

    mutating func startElement(_ name: NameReference, parent: Int) -> Int {
        let index = nodeCount
        append(TapeNode(.element, name: name, a: 0, b: UInt32(truncatingIfNeeded: parent)))
        return index
    }

    /// Appends an element that has no attributes, and text or nothing in it.
    @inline(__always)
    mutating func child(_ name: Name, text: String, parent: Int) {
        let index = startElement(reference(name), parent: parent)
        if !text.isEmpty { text.withOctets { self.text($0, continuing: false) } }
        endElement(index)
    }

    mutating func inherit(language: String?) {
        language?.withOctets { inherit(language: $0) }
    }

    mutating func endElement(_ index: Int) { closeElement(at: index) }

    mutating func attribute(_ name: Name, _ value: String, of element: Int) {
        attribute(reference: reference(name), value, of: element)
    }

    mutating func attribute(reference: NameReference, _ value: String, of element: Int) {
        let offset = byteCount
        value.withOctets { append($0) }
        append(
            TapeNode(
                .attribute,
                name: reference,
                a: UInt32(truncatingIfNeeded: offset),
                b: UInt32(truncatingIfNeeded: byteCount - offset)
            )
        )
        countAttributes(of: element)
    }

    /// Appends an attribute of those that are counted when all of them are there.
    @inline(__always)
    mutating func append(_ name: CoreName, _ value: String) {
        value.withOctets { value in
            append(
                TapeNode(
                    .attribute,
                    name: NameReference(known: name.rawValue),
                    a: UInt32(truncatingIfNeeded: byteCount),
                    b: UInt32(truncatingIfNeeded: value.count)
                )
            )
            append(value)
        }
    }

    /// Takes all nodes behind an element for its attributes.
    @inline(__always)
    mutating func countAttributes(of element: Int) { setAttributeCount(nodeCount &- element &- 1, at: element) }

    /// Appends text; `continuing` says that the node before it is text of the same element, which it extends.
    mutating func text(_ text: UnsafeBufferPointer<UInt8>, continuing: Bool) {
        guard !text.isEmpty else { return }
        let offset = byteCount
        append(text)
        if continuing { return extendText(by: text.count) }
        append(
            TapeNode(
                .text,
                name: .none,
                a: UInt32(truncatingIfNeeded: offset),
                b: UInt32(truncatingIfNeeded: text.count)
            )
        )
    }

    /// Appends a copy of an element, which may lie on another tape.
    mutating func copy(_ element: Element, parent: Int) {
        element.tape.withView { view in
            var references: [UInt32: NameReference] = [:]
            let base = nodeCount
            let end = Int(view[element.index].a)
            for index in element.index..<end {
                var node = view[index]
                if node.isElement {
                    node.name = copy(node.name, view, &references)
                    node.b = UInt32(
                        truncatingIfNeeded: index == element.index ? parent : Int(node.b) - element.index + base
                    )
                    node.a = UInt32(truncatingIfNeeded: Int(node.a) - element.index + base)
                } else {
                    if !node.isText { node.name = copy(node.name, view, &references) }
                    let offset = byteCount
                    append(view.text(node.a, node.b))
                    node.a = UInt32(truncatingIfNeeded: offset)
                }
                append(node)
            }
        }
    }

    /// The name of another tape; `references` are those that were copied from it before.
    mutating func copy(
        _ name: NameReference,
        _ view: Tape.View,
        _ references: inout [UInt32: NameReference]
    ) -> NameReference {
        if name.isKnown { return name }
        if let copied = references[name.rawValue] { return copied }
        let record = view.record(name)
        let namespace =
            record.namespaceOffset == NameRecord.knownNamespace
            ? NamespaceReference(known: record.namespaceLength)
            : ownNamespace(view.namespace(name), hash: ByteHash.hash(view.namespace(name)))
        let copied = self.record(local: view.localName(name), namespace: namespace, prefix: view.prefix(name))
        references[name.rawValue] = copied
        return copied
    }

    @inline(__always)
    mutating func reference(_ name: Name) -> NameReference {
        name.id != 0 ? NameReference(known: name.id) : record(name)
    }

    @inline(never)
    private mutating func record(_ name: Name) -> NameReference {
        name.localName.withOctets { local in
            name.namespace.rawValue.withOctets { namespace in
                let reference =
                    namespace.isEmpty
                    ? NamespaceReference.none : ownNamespace(namespace, hash: ByteHash.hash(namespace))
                return record(local: local, namespace: reference, prefix: UnsafeBufferPointer(start: nil, count: 0))
            }
        }
    }
}
