/// Long namespaces of an element that many of its parts are in, each declared once at the top with a prefix of its own.
///
/// Else one namespace of a megabyte, which a peer declares once for a prefix, would be written with each of the thousands
/// of elements that have the prefix.
struct SharedNamespaces {
    /// By what ``Tape/View/namespaceKey(_:)`` says of a namespace.
    private(set) var prefixes: [UInt64: [UInt8]] = [:]
    private(set) var declarations: [(prefix: [UInt8], namespace: [UInt8])] = []

    /// None.
    init() {}

    /// Those of an element; `scope` has the prefixes that mean something else there.
    init(of element: Element, in scope: XMLWriter.Scope) {
        var unused = PrefixScope(scope.prefixes)
        var known: [[UInt8]: [UInt8]] = [:]
        element.tape.withView { view in
            for index in element.index..<Int(view[element.index].a) where !view[index].isText {
                let name = view[index].name
                let namespace = view.namespace(name)
                guard !name.isKnown, namespace.count > NamespaceRepetition.free else { continue }
                let key = view.namespaceKey(name)
                guard prefixes[key] == nil else { continue }
                let text = Array(namespace)
                if let prefix = known[text] {
                    prefixes[key] = prefix
                    continue
                }
                let prefix = unused.unusedPrefix()
                (known[text], prefixes[key]) = (prefix, prefix)
                declarations.append((prefix, text))
            }
        }
    }
}

/// How much is written, or compared, of namespaces that come again and again.
struct NamespaceRepetition {
    /// So many bytes of a namespace are never counted: those of the registries are shorter.
    static let free = 128

    private var left: Int

    /// No element, and no namespace that may be repeated.
    init() { left = 0 }

    /// An element whose namespaces may together be written as long as the tree is that it is part of, some times over.
    init(inTreeOf element: Element) { left = 65_536 + 4 * element.tape.header.byteCount }

    var isTooMuch: Bool { left < 0 }

    @inline(__always)
    mutating func add(_ byteCount: Int, if isCounted: Bool) {
        if isCounted, byteCount > Self.free { left -= byteCount }
    }
}
