/// Writes one element to a tape, from its start tag to its end, without building any other on the way.
///
/// The scratch memory in which the tape grows is kept for the next writer: building a stanza costs the one
/// allocation that holds it. A pointer, because nested payloads write to the same tape, and a reference would be
/// counted, and checked for exclusive access, at every node: a writer is void behind the call it is handed to, so what
/// has one cannot be copied.
package struct TapeWriter {
    private let state: UnsafeMutablePointer<State>

    private struct State: ~Copyable {
        var builder = TapeBuilder(nodeCapacity: 32, byteCapacity: 512)
        /// The innermost element that is open; its own node says where its parent is.
        var open = -1
        var lastIsText = false
        /// The tree that names were copied from, and those names.
        var source: Tape?
        var references: [UInt32: NameReference] = [:]

        /// The name of a node of another tree, whose namespace is copied once however many have it.
        mutating func copy(nameAt node: Int, of tape: Tape) -> NameReference {
            if source !== tape {
                source = tape
                references.removeAll(keepingCapacity: true)
            }
            return tape.withView { builder.copy($0[node].name, $0, &references) }
        }
    }

    private static let idle = IdleSlot<State>()
    /// The most scratch memory, in bytes, that may be kept for the next writer.
    private static let idleCapacity = 65_536

    // MARK: Elements as a whole

    /// The element that `body` writes: it has to open one and to close all that it opens.
    package static func element(_ body: (TapeWriter) -> Void) -> Element {
        let state = idle.take() ?? IdleSlot.make(State())
        body(TapeWriter(state: state))
        let tape = state.pointee.builder.finish()
        state.pointee.open = -1
        state.pointee.lastIsText = false
        if state.pointee.source != nil {
            state.pointee.source = nil
            state.pointee.references = [:]
        }
        if state.pointee.builder.capacity <= idleCapacity { idle.put(state) } else { IdleSlot.free(state) }
        return Element(tape: tape, index: 0)
    }

    /// Gives the element the language that it has if it does not say one itself; nothing is written yet.
    func inherit(language: String?) { state.pointee.builder.inherit(language: language) }

    // MARK: Tags

    /// Opens an element within the one that is open.
    package func startElement(_ name: Name) {
        let parent = max(state.pointee.open, 0)
        state.pointee.open = state.pointee.builder.startElement(name, parent: parent)
        state.pointee.lastIsText = false
    }

    /// Opens an element with the name of another.
    package func startElement(nameOf element: Element) {
        let parent = max(state.pointee.open, 0)
        let name = state.pointee.copy(nameAt: element.index, of: element.tape)
        state.pointee.open = state.pointee.builder.startElement(name, parent: parent)
        state.pointee.lastIsText = false
    }

    /// Opens an element in the namespace of the one that is open.
    package func startSibling(_ local: StaticString) {
        let parent = max(state.pointee.open, 0)
        state.pointee.open = state.pointee.builder.startElement(local, parent: parent)
        state.pointee.lastIsText = false
    }

    /// Closes the element that is open.
    package func endElement() {
        guard state.pointee.open >= 0 else { return }
        state.pointee.builder.endElement(state.pointee.open)
        state.pointee.open = state.pointee.open == 0 ? -1 : Int(state.pointee.builder.nodes[state.pointee.open].b)
        state.pointee.lastIsText = false
    }

    /// Adds an attribute to the element that is open, which may have content already.
    package func attribute(_ name: Name, _ value: String) {
        guard state.pointee.open >= 0 else { return }
        let hasContent = state.pointee.builder.hasContent(state.pointee.open)
        state.pointee.builder.attribute(name, value, of: state.pointee.open)
        if hasContent { state.pointee.builder.moveLastNodeToAttributes(of: state.pointee.open) }
    }

    /// Adds an attribute without a namespace to the element that is open, which may have content already.
    package func attribute(_ local: StaticString, _ value: String) {
        guard state.pointee.open >= 0 else { return }
        let hasContent = state.pointee.builder.hasContent(state.pointee.open)
        state.pointee.builder.attribute(local, value, of: state.pointee.open)
        if hasContent { state.pointee.builder.moveLastNodeToAttributes(of: state.pointee.open) }
    }

    /// Adds an attribute with the name of another element's to the element that is open, which has no content yet.
    package func attribute(nameOf element: Element, at offset: Int, _ value: String) {
        guard state.pointee.open >= 0 else { return }
        let name = state.pointee.copy(nameAt: element.index + offset, of: element.tape)
        state.pointee.builder.attribute(reference: name, value, of: state.pointee.open)
    }

    /// Adds the attributes that all stanzas may have (RFC 6120 §8.1), without looking their names up one by one.
    package func header(to: String?, from: String?, type: String?, id: String?) {
        guard state.pointee.open >= 0, !state.pointee.builder.hasContent(state.pointee.open) else { return }
        if let to { state.pointee.builder.append(.to, to) }
        if let from { state.pointee.builder.append(.from, from) }
        if let type { state.pointee.builder.append(.type, type) }
        if let id { state.pointee.builder.append(.id, id) }
        state.pointee.builder.countAttributes(of: state.pointee.open)
    }

    // MARK: Content

    /// Adds text to the element that is open.
    package func text(_ text: String) {
        guard state.pointee.open >= 0, !text.isEmpty else { return }
        text.withOctets { state.pointee.builder.text($0, continuing: state.pointee.lastIsText) }
        state.pointee.lastIsText = true
    }

    /// Adds an element without attributes, with text or nothing in it, to the one that is open.
    package func child(_ name: Name, text: String) {
        guard state.pointee.open >= 0 else { return }
        state.pointee.builder.child(name, text: text, parent: state.pointee.open)
        state.pointee.lastIsText = false
    }

    /// Adds a copy of an element to the one that is open, or makes it the whole.
    package func copy(_ element: Element) {
        state.pointee.builder.copy(element, parent: max(state.pointee.open, 0))
        state.pointee.lastIsText = false
    }

    /// Adds a copy of the attribute at `offset` of another element.
    package func copyAttribute(of element: Element, at offset: Int) {
        attribute(element.attributeName(at: offset), element.attributeValue(at: offset))
    }

    /// Opens an element with the name and the attributes of another.
    package func startCopy(of element: Element) {
        startElement(nameOf: element)
        for offset in 1..<element.firstContentOffset {
            attribute(nameOf: element, at: offset, element.attributeValue(at: offset))
        }
    }
}

extension TapeBuilder {
    func hasContent(_ element: Int) -> Bool { nodeCount > element + 1 + nodes[element].attributeCount }

    mutating func startElement(_ local: StaticString, parent: Int) -> Int {
        let index = nodeCount
        let name = reference(local, inNamespaceOf: nodes[parent].name)
        append(TapeNode(.element, name: name, a: 0, b: UInt32(truncatingIfNeeded: parent)))
        return index
    }

    mutating func attribute(_ local: StaticString, _ value: String, of element: Int) {
        let name = local.withUTF8Buffer {
            record(local: $0, namespace: .none, prefix: UnsafeBufferPointer(start: nil, count: 0))
        }
        attribute(reference: name, value, of: element)
    }

    private mutating func reference(_ local: StaticString, inNamespaceOf name: NameReference) -> NameReference {
        let namespace: NamespaceReference
        if name.isKnown {
            namespace = NamespaceReference(known: NameRegistry.entry(name.rawValue).pointee.namespaceID)
        } else {
            let record = view.record(name)
            if record.namespaceOffset == NameRecord.knownNamespace {
                namespace = NamespaceReference(known: record.namespaceLength)
            } else {
                // A copy, because the text lies in the memory that may have to grow for it.
                namespace = Array(view.namespace(name)).withUnsafeBufferPointer {
                    ownNamespace($0, hash: ByteHash.hash($0))
                }
            }
        }
        return local.withUTF8Buffer {
            record(local: $0, namespace: namespace, prefix: UnsafeBufferPointer(start: nil, count: 0))
        }
    }

    /// Puts the node that was appended last, an attribute, behind the other attributes of an element with content.
    mutating func moveLastNodeToAttributes(of element: Int) {
        let last = nodeCount - 1
        let attribute = nodes[last]
        // `attribute(_:_:of:)` took all nodes behind the element for attributes.
        var place = element + 1
        while place < last, nodes[place].isAttribute { place += 1 }
        for index in stride(from: last, to: place, by: -1) {
            var node = nodes[index - 1]
            if node.isElement {
                if node.a != 0 { node.a += 1 }
                if Int(node.b) >= place { node.b += 1 }
            }
            nodes[index] = node
        }
        nodes[place] = attribute
        setAttributeCount(place - element, at: element)
    }
}
