/// One pass over one element's tape, which writes it out.
struct WritingRun {
    var output: [UInt8]
    let start: Int
    private let writer: XMLWriter
    private let scopeDefault: [UInt8]?
    private var prefixes: PrefixScope
    private var open: [OpenElement] = []
    private let shared: SharedNamespaces
    private var repetition = NamespaceRepetition()
    /// Whether long namespaces would be written again and again, so that the run was broken off.
    var repeatsNamespaces: Bool { repetition.isTooMuch }

    private struct OpenElement {
        var end: Int
        var name: NameReference
        var prefix: [UInt8]
        /// The default namespace of its content; nil while it is not known.
        var defaultNamespace: [UInt8]?
        /// What tells the default namespace from others of the tape, if it is of the tape.
        var defaultKey: UInt64?
    }

    private static let streamPrefix = Array("stream".utf8)
    private static let streams = Array(Namespace.streams.rawValue.utf8)
    private static let xmlPrefix = Array("xml".utf8)
    private static let reserved = [xmlPrefix, Array("xmlns".utf8), streamPrefix]

    init(_ writer: XMLWriter, output: [UInt8], sharing shared: SharedNamespaces = SharedNamespaces()) {
        self.writer = writer
        self.shared = shared
        self.output = output
        start = output.count
        scopeDefault = writer.scope.defaultNamespace.map { Array($0.rawValue.utf8) }
        prefixes = PrefixScope(writer.scope.prefixes)
    }

    // MARK: Elements

    mutating func write(_ element: Element) throws(XMLWritingError) {
        try element.tape.withView { (view) throws(XMLWritingError) in
            var position = element.index
            let end = Int(view[position].a)
            repetition = NamespaceRepetition(inTreeOf: element)
            while position < end, !repetition.isTooMuch {
                closeElements(endingAt: position, view)
                let node = view[position]
                if node.isText {
                    try writeText(view.text(node.a, node.b), view)
                    position += 1
                } else {
                    try writeStartTag(view, position)
                    position += 1 + node.attributeCount
                }
            }
            closeElements(endingAt: end, view)
        }
    }

    private mutating func closeElements(endingAt position: Int, _ view: Tape.View) {
        while let last = open.last, last.end == position {
            output.append(0x3C)
            output.append(0x2F)
            appendName(last.prefix, view.localName(last.name))
            output.append(0x3E)
            popElement()
        }
    }

    private mutating func popElement() {
        open.removeLast()
        prefixes.close(to: open.count)
    }

    private mutating func writeStartTag(_ view: Tape.View, _ index: Int) throws(XMLWritingError) {
        let node = view[index]
        let key = view.namespaceKey(node.name)
        let outer = open.isEmpty ? scopeDefault : open[open.count - 1].defaultNamespace
        var opened = OpenElement(
            end: Int(node.a), name: node.name, prefix: [], defaultNamespace: outer, defaultKey: open.last?.defaultKey)
        var declaration: (prefix: [UInt8], namespace: [UInt8])?
        if let prefix = shared.prefixes[key] {
            opened.prefix = prefix
        } else if key != opened.defaultKey, !isDefault(view.namespace(node.name), opened) {
            let namespace = Array(view.namespace(node.name))
            repetition.add(namespace.count, if: !node.name.isKnown)
            if let prefix = elementPrefix(namespace) {
                opened.prefix = prefix
                if prefix != Self.xmlPrefix && !prefixes.isBound(prefix, to: namespace) {
                    declaration = (prefix, namespace)
                }
            } else {
                opened.defaultNamespace = namespace
                opened.defaultKey = key
                declaration = ([], namespace)
            }
        }
        try check(node.name, view, attribute: nil)
        output.append(0x3C)
        appendName(opened.prefix, view.localName(node.name))
        open.append(opened)
        if open.count == 1 {
            for (prefix, namespace) in shared.declarations { try declare(prefix, namespace, view) }
        }
        if let declaration { try declare(declaration.prefix, declaration.namespace, view) }
        for attribute in index + 1..<index + 1 + node.attributeCount { try writeAttribute(view, attribute) }
        if Int(node.a) == index + 1 + node.attributeCount {
            output.append(0x2F)
            output.append(0x3E)
            popElement()
        } else {
            output.append(0x3E)
        }
    }

    private mutating func isDefault(_ namespace: UnsafeBufferPointer<UInt8>, _ opened: OpenElement) -> Bool {
        guard let outer = opened.defaultNamespace, outer.count == namespace.count else { return false }
        repetition.add(namespace.count, if: true)
        return outer.withUnsafeBufferPointer { equal($0, namespace) }
    }

    /// The prefix that elements of a namespace are written with, or nil for those that declare it as their default.
    private func elementPrefix(_ namespace: [UInt8]) -> [UInt8]? {
        if let prefix = prefixes.outerPrefix(of: namespace) { return prefix }
        if isXML(namespace) { return Self.xmlPrefix }
        return namespace == Self.streams ? Self.streamPrefix : nil
    }

    private func isXML(_ namespace: [UInt8]) -> Bool { namespace.elementsEqual(Namespace.xml.rawValue.utf8) }

    private mutating func declare(
        _ prefix: [UInt8],
        _ namespace: [UInt8],
        _ view: Tape.View
    ) throws(XMLWritingError) {
        append(" xmlns")
        if !prefix.isEmpty {
            output.append(0x3A)
            output.append(contentsOf: prefix)
            prefixes.declare(prefix, namespace, depth: open.count)
        }
        append("='")
        try namespace.withUnsafeBufferPointer { (text) throws(XMLWritingError) in
            try escape(text, inAttribute: true, view, attribute: nil)
        }
        output.append(0x27)
    }

    // MARK: Attributes and text

    private mutating func writeAttribute(_ view: Tape.View, _ index: Int) throws(XMLWritingError) {
        let node = view[index]
        let local = view.localName(node.name)
        try check(node.name, view, attribute: node.name)
        let prefix = try prefix(ofAttribute: node.name, view)
        output.append(0x20)
        appendName(prefix, local)
        output.append(0x3D)
        output.append(0x27)
        try escape(view.text(node.a, node.b), inAttribute: true, view, attribute: node.name)
        output.append(0x27)
    }

    /// The prefix of an attribute's name, which is declared if it is not yet.
    private mutating func prefix(
        ofAttribute name: NameReference, _ view: Tape.View
    ) throws(XMLWritingError) -> [UInt8] {
        if let prefix = shared.prefixes[view.namespaceKey(name)] { return prefix }
        let namespace = Array(view.namespace(name))
        if namespace.isEmpty { return [] }
        if isXML(namespace) { return Self.xmlPrefix }
        repetition.add(namespace.count, if: !name.isKnown)
        if let bound = prefixes.prefix(of: namespace) { return bound }
        let prefix = newPrefix(writtenWith: Array(view.prefix(name)))
        try declare(prefix, namespace, view)
        return prefix
    }

    /// A prefix for an attribute in a namespace that has none: the one it was written with unless that means
    /// something else here, else one of ns1, ns2, …
    private mutating func newPrefix(writtenWith written: [UInt8]) -> [UInt8] {
        let isFree = !written.isEmpty && !Self.reserved.contains(written) && prefixes.namespace(of: written) == nil
        return isFree ? written : prefixes.unusedPrefix()
    }

    private mutating func writeText(_ text: UnsafeBufferPointer<UInt8>, _ view: Tape.View) throws(XMLWritingError) {
        try escape(text, inAttribute: false, view, attribute: nil)
    }

    private mutating func escape(
        _ text: UnsafeBufferPointer<UInt8>,
        inAttribute: Bool,
        _ view: Tape.View,
        attribute: NameReference?
    ) throws(XMLWritingError) {
        if let scalar = XMLEscaping.append(
            text,
            to: &output,
            inAttribute: inAttribute,
            replacing: writer.invalidCharacters == .replace
        ) {
            throw XMLWritingError(reason: .character(scalar), path: path(view, attribute))
        }
    }

    // MARK: Names

    private mutating func appendName(_ prefix: [UInt8], _ local: UnsafeBufferPointer<UInt8>) {
        if !prefix.isEmpty {
            output.append(contentsOf: prefix)
            output.append(0x3A)
        }
        output.append(contentsOf: local)
    }

    private mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { output.append(contentsOf: $0) }
    }

    /// Known names are literals of the program; any other may have been made up.
    private func check(
        _ name: NameReference,
        _ view: Tape.View,
        attribute: NameReference?
    ) throws(XMLWritingError) {
        guard !name.isKnown else { return }
        let local = view.localName(name)
        let isPlain =
            (local.first.map { $0 < 0x80 && $0 != 0x3A && XMLCharacters.isNameStart(ascii: $0) } ?? false)
            && local.allSatisfy { $0 < 0x80 && $0 != 0x3A && XMLCharacters.isName(ascii: $0) }
        let text = isPlain ? "" : String(decoding: local, as: UTF8.self)
        let isInDeclarations = equal(view.namespace(name), Namespace.xmlns.rawValue)
        guard (isPlain || XMLCharacters.isNCName(text)) && !isInDeclarations else {
            throw XMLWritingError(
                reason: .name(String(decoding: local, as: UTF8.self)),
                path: attribute == nil ? path(view, to: name) : path(view, attribute)
            )
        }
    }

    /// The path to what is open, or to an attribute of it.
    private func path(_ view: Tape.View, _ attribute: NameReference?) -> String {
        let names = open.map { String(decoding: view.localName($0.name), as: UTF8.self) }
        let last = attribute.map { ["@" + String(decoding: view.localName($0), as: UTF8.self)] } ?? []
        return (names + last).joined(separator: "/")
    }

    /// The path to an element that is about to be opened.
    private func path(_ view: Tape.View, to element: NameReference) -> String {
        let name = String(decoding: view.localName(element), as: UTF8.self)
        return open.isEmpty ? name : path(view, nil) + "/" + name
    }

    // MARK: Headers

    /// Writes `<stream:stream` with declarations and attributes; the end of the tag is the caller's.
    mutating func writeHeader(_ opening: StreamOpening) throws(XMLWritingError) {
        let element = opening.element
        try element.tape.withView { (view) throws(XMLWritingError) in
            let node = view[element.index]
            try check(node.name, view, attribute: nil)
            let namespace = Array(view.namespace(node.name))
            let bound = opening.prefixes.last { $0.namespace == element.namespace }?.prefix
            var prefix = bound.map { Array($0.utf8) }
            if bound == nil, let content = opening.contentNamespace, content != element.namespace {
                prefix = elementPrefix(namespace) ?? Array("ns0".utf8)
            } else if bound == nil && opening.contentNamespace == nil {
                prefix = elementPrefix(namespace)
            }
            output.append(0x3C)
            appendName(prefix ?? [], view.localName(node.name))
            open.append(
                OpenElement(end: Int(node.a), name: node.name, prefix: prefix ?? [], defaultNamespace: [])
            )
            if let content = opening.contentNamespace ?? (prefix == nil ? element.namespace : nil) {
                try declare([], Array(content.rawValue.utf8), view)
            }
            if let prefix, bound == nil { try declare(prefix, namespace, view) }
            for binding in opening.prefixes {
                try check(binding.prefix, view)
                try declare(Array(binding.prefix.utf8), Array(binding.namespace.rawValue.utf8), view)
            }
            for attribute in element.attributeIndices(view) { try writeAttribute(view, attribute) }
        }
    }

    /// Refuses prefixes that nothing may declare (Namespaces in XML 1.0 §3).
    private func check(_ prefix: String, _ view: Tape.View) throws(XMLWritingError) {
        guard XMLCharacters.isNCName(prefix), prefix != "xml", prefix != "xmlns" else {
            throw XMLWritingError(reason: .name(prefix), path: path(view, nil))
        }
    }
}
