// MARK: - Building

extension Element {
    /// Creates an element from a name, attributes and content.
    ///
    ///     Element(Name("body", in: .client)) { "hello" }
    ///
    /// Attributes given twice keep the last value. Names and characters that XML cannot carry are refused when the
    /// element is written.
    public init(
        _ name: Name,
        attributes: [Attribute] = [],
        @ElementContentBuilder content: () -> [Node] = { [] }
    ) {
        self.init(name, attributes: attributes, nodes: content())
    }

    /// Creates an element that contains only text.
    public init(_ name: Name, attributes: [Attribute] = [], text: String) {
        self.init(name, attributes: attributes, nodes: [.text(text)])
    }

    /// Creates an element from a name, attributes and content.
    public init(_ name: Name, attributes: [Attribute] = [], nodes: some Sequence<Node>) {
        self.init(name, attributes: attributes, nodes: nodes, inheritedLanguage: nil)
    }

    private init(_ name: Name, attributes: [Attribute], nodes: some Sequence<Node>, inheritedLanguage: String?) {
        self = TapeWriter.element { tape in
            tape.inherit(language: inheritedLanguage)
            tape.startElement(name)
            for attribute in attributes.keepingLast() { tape.attribute(attribute.name, attribute.value) }
            for node in nodes {
                switch node {
                case .element(let element): tape.copy(element)
                case .text(let text): tape.text(text)
                }
            }
            tape.endElement()
        }
    }

    /// A copy that shares nothing with the tree this element was taken from, but is in the same language.
    public func detached() -> Element {
        TapeWriter.element { tape in
            tape.inherit(language: inheritedLanguage)
            tape.copy(self)
        }
    }
}

extension [Attribute] {
    fileprivate func keepingLast() -> [Attribute] {
        guard hasRepeatedNames else { return self }
        var result: [Attribute] = []
        for attribute in self {
            if let index = result.firstIndex(where: { $0.name == attribute.name }) {
                result[index] = attribute
            } else {
                result.append(attribute)
            }
        }
        return result
    }

    private var hasRepeatedNames: Bool {
        if count > 16 { return Set(map(\.name)).count < count }
        return indices.contains { index in self[..<index].contains { $0.name == self[index].name } }
    }
}

/// Collects the content of an element: elements, strings, and sequences of either.
@resultBuilder
public enum ElementContentBuilder {
    public static func buildExpression(_ element: Element) -> [Element.Node] { [.element(element)] }
    public static func buildExpression(_ text: String) -> [Element.Node] { [.text(text)] }
    public static func buildExpression(_ node: Element.Node) -> [Element.Node] { [node] }
    public static func buildExpression(_ elements: some Sequence<Element>) -> [Element.Node] {
        elements.map { .element($0) }
    }
    public static func buildExpression(_ nodes: some Sequence<Element.Node>) -> [Element.Node] { Array(nodes) }
    public static func buildExpression(_ element: Element?) -> [Element.Node] { element.map { [.element($0)] } ?? [] }
    public static func buildBlock(_ parts: [Element.Node]...) -> [Element.Node] { parts.flatMap { $0 } }
    public static func buildOptional(_ part: [Element.Node]?) -> [Element.Node] { part ?? [] }
    public static func buildEither(first part: [Element.Node]) -> [Element.Node] { part }
    public static func buildEither(second part: [Element.Node]) -> [Element.Node] { part }
    public static func buildArray(_ parts: [[Element.Node]]) -> [Element.Node] { parts.flatMap { $0 } }
}

// MARK: - Editing

/// Every change makes a new tape: the cost is that of copying the element, which has no parent afterwards but keeps
/// the language it had from there. Several changes at once are cheaper
/// through `init(_:attributes:nodes:)`.
extension Element {
    /// The value of an attribute; setting nil removes it, setting a new one appends it.
    public subscript(_ name: Name) -> String? {
        get { attribute(name) }
        set {
            var attributes = attributes
            let index = attributes.firstIndex { $0.name == name }
            switch (index, newValue) {
            case (let index?, let value?): attributes[index].value = value
            case (let index?, nil): attributes.remove(at: index)
            case (nil, let value?): attributes.append(Attribute(name, value))
            case (nil, nil): return
            }
            rebuild(attributes: attributes, nodes: nodes)
        }
    }

    /// The value of an attribute without a namespace.
    public subscript(_ name: String) -> String? {
        get { attribute(Name(name)) }
        set { self[Name(name)] = newValue }
    }

    /// Appends a child behind all content.
    public mutating func append(_ child: Element) { append([.element(child)]) }

    /// Appends text behind all content.
    public mutating func append(text: String) { append([.text(text)]) }

    /// Appends content behind all content.
    public mutating func append(_ nodes: [Node]) {
        rebuild(attributes: attributes, nodes: Array(self.nodes) + nodes)
    }

    /// Removes the children that `isRemoved` holds for.
    public mutating func removeChildren(where isRemoved: (Element) throws -> Bool) rethrows {
        try rebuild(
            attributes: attributes,
            nodes: nodes.filter { node in
                guard case .element(let child) = node else { return true }
                return try !isRemoved(child)
            }
        )
    }

    /// Puts `child` in the place of the first child of the same name, or behind all content if there is none.
    public mutating func replaceChild(with child: Element) {
        var nodes = Array(nodes)
        let place = nodes.firstIndex { node in
            guard case .element(let old) = node else { return false }
            return old.has(child.name)
        }
        if let place { nodes[place] = .element(child) } else { nodes.append(.element(child)) }
        rebuild(attributes: attributes, nodes: nodes)
    }

    /// Replaces all content by `text`.
    public mutating func setText(_ text: String) {
        rebuild(attributes: attributes, nodes: [.text(text)])
    }

    private mutating func rebuild(attributes: [Attribute], nodes: some Sequence<Node>) {
        self = Element(name, attributes: attributes, nodes: nodes, inheritedLanguage: inheritedLanguage)
    }
}
