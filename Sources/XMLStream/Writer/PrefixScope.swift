/// The prefixes that are bound where the next tag is written.
///
/// A few are looked through one by one. More are looked up by prefix and by namespace, because a peer can make one element
/// need a thousand of them.
struct PrefixScope {
    typealias Bytes = [UInt8]

    private struct Declaration {
        var prefix: [UInt8]
        var namespace: [UInt8]
        /// How many elements were open, the declaring one included.
        var depth: Int
    }

    /// What the surroundings declare, in the order in which they are preferred.
    private let outer: [(prefix: [UInt8], namespace: [UInt8])]
    private var declarations: [Declaration] = []
    /// Nil as long as there are few.
    private var index: Index?
    /// Numbers are not used twice in one run, so that finding a free one does not begin at 1 each time.
    private var lastNumber = 0

    init(_ outer: [StreamOpening.Prefix]) {
        self.outer = outer.map { (Array($0.prefix.utf8), Array($0.namespace.rawValue.utf8)) }
        indexIfMany()
    }

    /// How many are looked through one by one.
    private static let few = 16

    private mutating func indexIfMany() {
        guard outer.count + declarations.count > Self.few else { return }
        var index = Index()
        for (prefix, namespace) in outer { index.bind(prefix, namespace) }
        for declaration in declarations { index.add(declaration.prefix, declaration.namespace) }
        self.index = index
    }

    func namespace(of prefix: [UInt8]) -> [UInt8]? {
        if let index { return index.namespaces[prefix]?.last }
        return declarations.last { $0.prefix == prefix }?.namespace ?? outer.last { $0.prefix == prefix }?.namespace
    }

    func isBound(_ prefix: [UInt8], to namespace: [UInt8]) -> Bool { self.namespace(of: prefix) == namespace }

    /// The prefix that the surroundings declare for elements of a namespace.
    func outerPrefix(of namespace: [UInt8]) -> [UInt8]? {
        outer.first { $0.namespace == namespace && isBound($0.prefix, to: namespace) }?.prefix
    }

    /// A prefix that is bound to a namespace, the innermost first.
    func prefix(of namespace: [UInt8]) -> [UInt8]? {
        let declared =
            if let index {
                index.prefixes[namespace]?.last { isBound($0, to: namespace) }
            } else {
                declarations.last { $0.namespace == namespace && isBound($0.prefix, to: namespace) }?.prefix
            }
        return declared ?? outerPrefix(of: namespace)
    }

    mutating func declare(_ prefix: [UInt8], _ namespace: [UInt8], depth: Int) {
        declarations.append(Declaration(prefix: prefix, namespace: namespace, depth: depth))
        if index == nil { indexIfMany() } else { index?.add(prefix, namespace) }
    }

    /// Forgets what was declared by elements that lie deeper.
    mutating func close(to depth: Int) {
        while let last = declarations.last, last.depth > depth {
            declarations.removeLast()
            index?.removeLast(last.prefix, last.namespace)
        }
    }

    /// The next of ns1, ns2, … that is not bound.
    mutating func unusedPrefix() -> [UInt8] {
        while true {
            lastNumber += 1
            let prefix = Array("ns\(lastNumber)".utf8)
            if namespace(of: prefix) == nil { return prefix }
        }
    }
}

extension PrefixScope {
    /// What is bound to what, the innermost last.
    private struct Index {
        private(set) var namespaces: [Bytes: [Bytes]] = [:]
        /// Without those of the surroundings.
        private(set) var prefixes: [Bytes: [Bytes]] = [:]

        mutating func bind(_ prefix: Bytes, _ namespace: Bytes) { namespaces[prefix, default: []].append(namespace) }

        mutating func add(_ prefix: Bytes, _ namespace: Bytes) {
            bind(prefix, namespace)
            prefixes[namespace, default: []].append(prefix)
        }

        mutating func removeLast(_ prefix: Bytes, _ namespace: Bytes) {
            Self.removeLast(of: prefix, &namespaces)
            Self.removeLast(of: namespace, &prefixes)
        }

        private static func removeLast(of key: Bytes, _ lists: inout [Bytes: [Bytes]]) {
            lists[key]?.removeLast()
            if lists[key]?.isEmpty ?? false { lists[key] = nil }
        }
    }
}
