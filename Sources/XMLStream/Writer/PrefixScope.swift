/// The prefixes that are bound where the next tag is written.
///
/// Looked up by prefix and by namespace, because a peer can make one element need a thousand of them.
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
    private var namespacesByPrefix: [Bytes: [Bytes]] = [:]
    private var prefixesByNamespace: [Bytes: [Bytes]] = [:]
    /// Numbers are not used twice in one run, so that finding a free one does not begin at 1 each time.
    private var lastNumber = 0

    init(_ outer: [StreamOpening.Prefix]) {
        self.outer = outer.map { (Array($0.prefix.utf8), Array($0.namespace.rawValue.utf8)) }
        for (prefix, namespace) in self.outer { namespacesByPrefix[prefix, default: []].append(namespace) }
    }

    func namespace(of prefix: [UInt8]) -> [UInt8]? { namespacesByPrefix[prefix]?.last }

    func isBound(_ prefix: [UInt8], to namespace: [UInt8]) -> Bool { self.namespace(of: prefix) == namespace }

    /// The prefix that the surroundings declare for elements of a namespace.
    func outerPrefix(of namespace: [UInt8]) -> [UInt8]? {
        outer.first { $0.namespace == namespace && isBound($0.prefix, to: namespace) }?.prefix
    }

    /// A prefix that is bound to a namespace, the innermost first.
    func prefix(of namespace: [UInt8]) -> [UInt8]? {
        prefixesByNamespace[namespace]?.last { isBound($0, to: namespace) } ?? outerPrefix(of: namespace)
    }

    mutating func declare(_ prefix: [UInt8], _ namespace: [UInt8], depth: Int) {
        declarations.append(Declaration(prefix: prefix, namespace: namespace, depth: depth))
        namespacesByPrefix[prefix, default: []].append(namespace)
        prefixesByNamespace[namespace, default: []].append(prefix)
    }

    /// Forgets what was declared by elements that lie deeper.
    mutating func close(to depth: Int) {
        while let last = declarations.last, last.depth > depth {
            declarations.removeLast()
            Self.removeLast(of: last.prefix, &namespacesByPrefix)
            Self.removeLast(of: last.namespace, &prefixesByNamespace)
        }
    }

    private static func removeLast(of key: [UInt8], _ lists: inout [Bytes: [Bytes]]) {
        lists[key]?.removeLast()
        if lists[key]?.isEmpty ?? false { lists[key] = nil }
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
