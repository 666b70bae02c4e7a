extension Element {
    /// What an element contains: elements and text.
    public enum Node: Sendable, Hashable {
        case element(Element)
        case text(String)
    }

    /// The content of an element in document order.
    public struct Nodes: Sequence, IteratorProtocol, @unchecked Sendable {
        // Unchecked for the same reason as `Element`.
        let tape: Tape
        var position: Int
        let end: Int

        init(tape: Tape, parent: Int) {
            self.tape = tape
            (position, end) = tape.withView { view in
                (parent + 1 + view[parent].attributeCount, Int(view[parent].a))
            }
        }

        public mutating func next() -> Node? {
            guard position < end else { return nil }
            return tape.withView { view in
                let node = view[position]
                if node.isText {
                    position += 1
                    return .text(view.string(node.a, node.b))
                }
                defer { position = Int(node.a) }
                return .element(XMLStream.Element(tape: tape, index: position))
            }
        }
    }

    /// The child elements of an element in document order.
    public struct Children: Sequence, IteratorProtocol, Sendable {
        var nodes: Nodes

        public mutating func next() -> XMLStream.Element? {
            while nodes.position < nodes.end {
                let position = nodes.position
                let node = nodes.tape.withView { $0[position] }
                if node.isText {
                    nodes.position += 1
                } else {
                    nodes.position = Int(node.a)
                    return XMLStream.Element(tape: nodes.tape, index: position)
                }
            }
            return nil
        }

        /// Whether there is no child element at all.
        public var isEmpty: Bool {
            var copy = self
            return copy.next() == nil
        }
    }

    /// All elements below an element in document order.
    public struct Descendants: Sequence, IteratorProtocol, Sendable {
        let root: Element
        var position: Int
        let end: Int

        init(root: Element) {
            self.root = root
            position = root.index + 1
            end = root.tape.withView { Int($0[root.index].a) }
        }

        public mutating func next() -> Element? {
            while position < end {
                defer { position += 1 }
                if root.tape.withView({ $0[position].isElement }) {
                    return Element(tape: root.tape, index: position)
                }
            }
            return nil
        }
    }
}
