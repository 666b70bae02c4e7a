/// An XML element with everything in it: an immutable value that is cheap to copy and safe to share.
///
/// An element is a view of a tape, one allocation that holds the whole tree it belongs to; its children are views
/// of the same tape. Two elements are equal when their names, attributes (in any order), text and children are,
/// whatever prefixes they were written with.
///
/// Taking a small part out of a large element keeps the whole alive; `detached()` makes a copy of its own.
public struct Element: @unchecked Sendable {
    // Unchecked, because `ManagedBuffer` cannot be `Sendable`; a tape is never written after it was made.
    let tape: Tape
    let index: Int

    @inline(__always)
    init(tape: Tape, index: Int) {
        self.tape = tape
        self.index = index
    }

    // MARK: Name

    /// The expanded name.
    public var name: Name { tape.withView { $0.name($0[index].name) } }

    /// The name within its namespace.
    public var localName: String { name.localName }

    /// The namespace that the name is in.
    public var namespace: Namespace { name.namespace }

    /// Whether the element has this name; faster than comparing `name`.
    @inline(__always)
    public func has(_ name: Name) -> Bool { tape.withView { $0.matches($0[index].name, name) } }

    // MARK: Attributes

    /// The value of an attribute, or nil if there is none of that name.
    public func attribute(_ name: Name) -> String? {
        tape.withView { view in
            for index in attributeIndices(view) where view.matches(view[index].name, name) {
                return view.string(view[index].a, view[index].b)
            }
            return nil
        }
    }

    /// The attributes in document order, namespace declarations not among them.
    public var attributes: [Attribute] {
        tape.withView { view in
            attributeIndices(view).map { index in
                Attribute(view.name(view[index].name), view.string(view[index].a, view[index].b))
            }
        }
    }

    @inline(__always)
    func attributeIndices(_ view: Tape.View) -> Range<Int> {
        index &+ 1..<index &+ 1 &+ view[index].attributeCount
    }

    // MARK: Content

    /// The text directly in this element, without that of its children.
    public var text: String {
        tape.withView { view in
            var text: String?
            var next = firstNode(view)
            let end = Int(view[index].a)
            while next < end {
                let node = view[next]
                if node.isText {
                    let piece = view.string(node.a, node.b)
                    text?.append(piece)
                    if text == nil { text = piece }
                    next += 1
                } else {
                    next = Int(node.a)
                }
            }
            return text ?? ""
        }
    }

    /// Whether there is neither text nor a child in the element.
    public var isEmpty: Bool { tape.withView { firstNode($0) == Int($0[index].a) } }

    /// Children and pieces of text in document order.
    public var nodes: Nodes { Nodes(tape: tape, parent: index) }

    /// The child elements in document order.
    public var children: Children { Children(nodes: nodes) }

    /// The first child of a name, or nil.
    public func firstChild(_ name: Name) -> Element? {
        tape.withView { view in
            var next = firstNode(view)
            let end = Int(view[index].a)
            while next < end {
                let node = view[next]
                if node.isText {
                    next &+= 1
                } else {
                    if view.matches(node.name, name) { return Element(tape: tape, index: next) }
                    next = Int(node.a)
                }
            }
            return nil
        }
    }

    /// The children of a name in document order.
    public func children(_ name: Name) -> [Element] { children.filter { $0.has(name) } }

    /// All elements below this one, in document order.
    public var descendants: Descendants { Descendants(root: self) }

    /// All elements of a name below this one, in document order.
    public func descendants(_ name: Name) -> [Element] { descendants.filter { $0.has(name) } }

    /// The element this one was reached through, or nil for the root of a tree.
    public var parent: Element? {
        guard index > 0 else { return nil }
        return Element(tape: tape, index: tape.withView { Int($0[index].b) })
    }

    @inline(__always)
    func firstNode(_ view: Tape.View) -> Int { index &+ 1 &+ view[index].attributeCount }

    // MARK: Language

    /// The natural language of the element's text: its own `xml:lang` or that of the nearest element around it, the
    /// stream's header included (RFC 6120 §4.7.4, §8.1.5); nil if none says so, or the nearest says that there is none.
    public var language: String? {
        var element = self
        while true {
            if let language = element.attribute(.xmlLang) { return language.isEmpty ? nil : language }
            guard let parent = element.parent else { break }
            element = parent
        }
        return element.inheritedLanguage
    }

    /// The language that the element has when it does not say one itself.
    var inheritedLanguage: String? {
        if let parent { return parent.language }
        let header = tape.header
        guard header.inheritedLanguageLength > 0 else { return nil }
        return tape.withView { $0.string(header.inheritedLanguageOffset, header.inheritedLanguageLength) }
    }
}

/// A name with its value.
public struct Attribute: Sendable, Hashable {
    public var name: Name
    public var value: String

    /// Creates an attribute.
    public init(_ name: Name, _ value: String) {
        self.name = name
        self.value = value
    }
}
