import XMLStream

/// Exclusive XML Canonicalization 1.0, without comments, of elements whose prefixes are chosen anew.
///
/// The prefixes follow from the element alone: none for elements, whose namespace is the default one, `stream` for
/// those in the namespace of streams, `xml` as always, and `n1`, `n2`, … for attributes in the order in which their
/// namespaces first occur. What is written is its own canonical form.
struct CanonicalXML {
    /// What has been written and is not in the output yet.
    private var written: [UInt8] = []
    /// The numbers of the namespaces that attributes are in.
    private var numbers: [Namespace: Int] = [:]
    /// On a terminal, characters that could control it are references, though no canonical form has those.
    private let isForTerminal: Bool

    /// How much is written at a time, in bytes: what an element takes can be far more than the element, because of
    /// namespaces that are declared again and again.
    private static let pieceLength = 32 << 10

    /// Writes an element.
    static func write(_ element: Element, isForTerminal: Bool, _ output: inout Output) throws(Failure) {
        var writer = CanonicalXML(isForTerminal: isForTerminal)
        try writer.write(element, in: Scope(), &output)
        try writer.handOn(&output)
    }

    /// Writes a stream header as an element without content.
    ///
    /// Its declarations are kept, as though all of them were in the InclusiveNamespaces PrefixList (§3): to the stream
    /// they are more than an abbreviation.
    static func write(_ opening: StreamOpening, isForTerminal: Bool, _ output: inout Output) throws(Failure) {
        var writer = CanonicalXML(isForTerminal: isForTerminal)
        writer.write(opening)
        try writer.handOn(&output)
    }

    private init(isForTerminal: Bool) { self.isForTerminal = isForTerminal }

    private mutating func handOn(_ output: inout Output) throws(Failure) {
        if isForTerminal {
            XMLText.append(written[...], to: &output.bytes, isOneLine: false)
        } else {
            output.bytes.append(contentsOf: written)
        }
        written.removeAll(keepingCapacity: true)
        try output.flushIfFull()
    }

    /// What the output's ancestors have declared.
    private struct Scope {
        /// Nil outside the element: even one in no namespace says so, because `fmt` would else assume one.
        var defaultNamespace: Namespace?
        var prefixes: [String: Namespace] = [:]
    }

    // MARK: Elements

    private mutating func write(_ element: Element, in outer: Scope, _ output: inout Output) throws(Failure) {
        var scope = outer
        let name = element.name
        let prefix = Self.prefix(ofElementsIn: name.namespace)
        let qualifiedName = Self.qualified(name, prefix)
        let attributes = element.attributes.sorted(by: Self.precedes).map { (self.prefix(of: $0), $0) }
        written.append(contentsOf: "<\(qualifiedName)".utf8)
        declare([prefix] + attributes.map(\.0), name.namespace, &scope)
        for (prefix, attribute) in attributes {
            writeAttribute(Self.qualified(attribute.name, prefix), attribute.value)
        }
        written.append(0x3E)
        for node in element.nodes {
            switch node {
            case .element(let child): try write(child, in: scope, &output)
            case .text(let text): escape(text, Self.textReference)
            }
        }
        written.append(contentsOf: "</\(qualifiedName)>".utf8)
        if written.count >= Self.pieceLength { try handOn(&output) }
    }

    private static func qualified(_ name: Name, _ prefix: String) -> String {
        prefix.isEmpty ? name.localName : "\(prefix):\(name.localName)"
    }

    private static func prefix(ofElementsIn namespace: Namespace) -> String {
        switch namespace {
        case .streams: "stream"
        case .xml: "xml"
        default: ""
        }
    }

    private mutating func prefix(of attribute: Attribute) -> String {
        switch attribute.name.namespace {
        case .none: return ""
        case .xml: return "xml"
        case let namespace:
            let number = numbers[namespace] ?? numbers.count + 1
            numbers[namespace] = number
            return "n\(number)"
        }
    }

    /// Writes the declarations that the prefixes used in a tag need and the output's ancestors do not have (§3).
    private mutating func declare(_ used: [String], _ elementNamespace: Namespace, _ scope: inout Scope) {
        if used.first == "", scope.defaultNamespace != elementNamespace {
            scope.defaultNamespace = elementNamespace
            writeAttribute("xmlns", elementNamespace.rawValue)
        }
        for prefix in Set(used).subtracting(["", "xml"]).sorted(by: Self.isBefore) where scope.prefixes[prefix] == nil {
            let namespace = numbers.first { "n\($0.value)" == prefix }?.key ?? elementNamespace
            scope.prefixes[prefix] = namespace
            writeAttribute("xmlns:" + prefix, namespace.rawValue)
        }
    }

    /// The order of attributes: by namespace, then by local name, code point by code point (C14N 1.0 §2.2).
    private static func precedes(_ a: Attribute, _ b: Attribute) -> Bool {
        let (first, second) = (a.name, b.name)
        if first.namespace != second.namespace {
            return isBefore(first.namespace.rawValue, second.namespace.rawValue)
        }
        return isBefore(first.localName, second.localName)
    }

    /// UTF-8 sorts as code points do; `String` would sort by canonical equivalence.
    private static func isBefore(_ a: String, _ b: String) -> Bool { a.utf8.lexicographicallyPrecedes(b.utf8) }

    // MARK: Stream headers

    private mutating func write(_ opening: StreamOpening) {
        let element = opening.element
        func prefix(of namespace: Namespace) -> String {
            namespace == .xml ? "xml" : opening.prefixes.last { $0.namespace == namespace }?.prefix ?? ""
        }
        let name = Self.qualified(element.name, prefix(of: element.namespace))
        written.append(contentsOf: "<\(name)".utf8)
        if let content = opening.contentNamespace { writeAttribute("xmlns", content.rawValue) }
        for declared in opening.prefixes.sorted(by: { Self.isBefore($0.prefix, $1.prefix) }) {
            writeAttribute("xmlns:" + declared.prefix, declared.namespace.rawValue)
        }
        for attribute in element.attributes.sorted(by: Self.precedes) {
            let namespace = attribute.name.namespace
            let prefix = namespace == .none ? "" : prefix(of: namespace)
            writeAttribute(Self.qualified(attribute.name, prefix), attribute.value)
        }
        written.append(contentsOf: "></\(name)>".utf8)
    }

    // MARK: Text (C14N 1.0 §2.3)

    private mutating func writeAttribute(_ name: String, _ value: String) {
        written.append(0x20)
        written.append(contentsOf: name.utf8)
        written.append(contentsOf: [0x3D, 0x22])
        escape(value, Self.attributeReference)
        written.append(0x22)
    }

    private mutating func escape(_ text: String, _ reference: (UInt8) -> StaticString?) {
        for byte in text.utf8 {
            if let reference = reference(byte) {
                reference.withUTF8Buffer { written.append(contentsOf: $0) }
            } else {
                written.append(byte)
            }
        }
    }

    private static func textReference(_ byte: UInt8) -> StaticString? {
        switch byte {
        case 0x26: "&amp;"
        case 0x3C: "&lt;"
        case 0x3E: "&gt;"
        case 0x0D: "&#xD;"
        default: nil
        }
    }

    private static func attributeReference(_ byte: UInt8) -> StaticString? {
        switch byte {
        case 0x26: "&amp;"
        case 0x3C: "&lt;"
        case 0x22: "&quot;"
        case 0x09: "&#x9;"
        case 0x0A: "&#xA;"
        case 0x0D: "&#xD;"
        default: nil
        }
    }
}
