import CExpat

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

// MARK: - Attributes

extension EngineState {
    @inline(__always)
    mutating func addAttributes(_ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>) {
        let count = Int(XML_GetSpecifiedAttributeCount(parser)) &>> 1
        if count > limits.attributes { return fail(.tooManyAttributes) }
        // No value is longer than it was written in the tag, and its zero byte takes the place of a quote.
        tape.reserve(nodes: count, bytes: Int(XML_GetCurrentByteCount(parser)))
        var position = 0
        while let rawName = attributes[position], let value = attributes[position &+ 1] {
            position &+= 2
            let name = attributeNames + Self.attributeNameSlot(of: rawName)
            if name.pointee.address != rawName { remember(rawName, in: name) }
            if Int(name.pointee.length) > limits.nameBytes { return fail(.nameTooLong) }
            if name.pointee.kind == .known {
                tape.appendReserved(name.pointee.name, value)
            } else if name.pointee.kind == .defaultDeclaration {
                declareDefault(RawName.zeroTerminated(UnsafeRawPointer(value).assumingMemoryBound(to: UInt8.self)))
            } else {
                addUncommon(rawName, name.pointee.kind, value, count)
            }
            if isStopped { return }
        }
        if !prefixedAttributes.isEmpty { resolvePrefixedAttributes() }
    }

    @inline(__always)
    private static func text(_ zeroTerminated: UnsafePointer<CChar>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(
            start: UnsafeRawPointer(zeroTerminated).assumingMemoryBound(to: UInt8.self), count: strlen(zeroTerminated))
    }

    @inline(__always)
    private static func attributeNameSlot(of address: UnsafePointer<CChar>) -> Int {
        let bits = UInt64(UInt(bitPattern: address)) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: bits &>> 57)
    }

    @inline(never)
    private mutating func remember(_ rawName: UnsafePointer<CChar>, in slot: UnsafeMutablePointer<AttributeName>) {
        let name = Self.rawAttributeName(rawName)
        let whole = UnsafeBufferPointer(start: name.start, count: name.count)
        var entry = AttributeName(
            address: rawName, kind: .unknown, length: UInt32(truncatingIfNeeded: name.count), name: .none)
        if equal(whole, "xmlns") {
            entry.kind = .defaultDeclaration
        } else if name.count > 6, equal(UnsafeBufferPointer(rebasing: whole[..<6]), "xmlns:") {
            entry.kind = .declaration
        } else if equal(whole, "xml:lang") {
            // The prefix `xml` is never bound to anything else, nor another prefix to its namespace.
            entry.kind = .known
            entry.name = NameReference(known: CoreName.xmlLang.rawValue)
        } else if name.hasColon {
            entry.kind = .prefixed
        } else {
            let id = names.id(name, namespace: NameRegistry.noNamespace)
            if id != 0 {
                entry.kind = .known
                entry.name = NameReference(known: id)
            }
        }
        slot.pointee = entry
    }

    private static func rawAttributeName(_ rawName: UnsafePointer<CChar>) -> RawName {
        let text = UnsafeRawPointer(rawName).assumingMemoryBound(to: UInt8.self)
        let count = strlen(rawName)
        return RawName(text, count, hasColon: UnsafeBufferPointer(start: text, count: count).contains(0x3A))
    }

    /// Adds an attribute that takes bytes of its own besides its value; `count` are still to be added at most.
    @inline(never)
    private mutating func addUncommon(
        _ rawName: UnsafePointer<CChar>, _ kind: AttributeName.Kind, _ value: UnsafePointer<CChar>, _ count: Int
    ) {
        let name = Self.rawAttributeName(rawName)
        switch kind {
        case .unknown:
            let reference = record(name.start, name.count, .none, nil)
            tape.reserve(nodes: count, bytes: Int(XML_GetCurrentByteCount(parser)))
            tape.appendReserved(reference, value)
        case .prefixed:
            prefixedAttributes.append((tape.nodeCount, name))
            tape.appendReserved(.none, value)
        case .declaration:
            let prefix = UnsafeBufferPointer(start: name.start + 6, count: name.count - 6)
            declare(prefix, Self.text(value))
            tape.reserve(nodes: count, bytes: Int(XML_GetCurrentByteCount(parser)))
        case .known, .defaultDeclaration:
            break
        }
    }

    /// Prefixes can be declared behind their use in the same tag, so they are resolved at its end.
    @inline(never)
    private mutating func resolvePrefixedAttributes() {
        defer { prefixedAttributes.removeAll(keepingCapacity: true) }
        for (node, rawName) in prefixedAttributes {
            guard let (namespace, local, prefix) = resolve(rawName.start, rawName.count) else { return }
            // A known name would not keep the prefix, which the writer of such an attribute wants to use again.
            let isXML = namespace == .xml
            let name =
                isXML
                ? reference(local, in: namespace, prefix: nil) : record(local.start, local.count, namespace, prefix)
            tape.setName(name, at: node)
        }
        if prefixedAttributes.count > 1 && hasDuplicates() { fail(.duplicateAttribute) }
    }

    /// Whether two prefixed attributes are one by their expanded names (Namespaces in XML 1.0 §6.3); expat has
    /// compared the names as they are written.
    private func hasDuplicates() -> Bool {
        var seen = Set<Name>(minimumCapacity: prefixedAttributes.count)
        return prefixedAttributes.contains { !seen.insert(tape.expandedName(at: $0.node)).inserted }
    }
}

// MARK: - Namespaces

extension EngineState {
    @inline(__always)
    private mutating func declareDefault(_ text: RawName) {
        let namespace = namespaceReference(UnsafeBufferPointer(start: text.start, count: text.count), hash: text.hash)
        if namespace == .xml || namespace == .declarations { return fail(.reservedNamespace) }
        frames[depth].defaultNamespace = namespace
    }

    private mutating func declare(_ prefix: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>) {
        guard let prefixStart = prefix.baseAddress else { return }
        if text.isEmpty { return fail(.undeclaredPrefix) }
        if let violation = malformedName(prefix) { return fail(violation) }
        let namespace = namespaceReference(text, hash: ByteHash.hash(text))
        let isXML = equal(prefix, "xml")
        if equal(prefix, "xmlns") || namespace == .declarations || isXML != (namespace == .xml) {
            return fail(.reservedNamespace)
        }
        guard !isXML else { return }
        if bindings.count >= min(8 * limits.attributes, Self.mostBindings) { return fail(.tooManyBindings) }
        strangeNames &+= 1
        bindings.append(Binding(prefix: prefixStart, prefixLength: prefix.count, namespace: namespace))
        bindingCount &+= 1
    }

    @inline(__always)
    private mutating func namespaceReference(
        _ text: UnsafeBufferPointer<UInt8>, hash: UInt64
    ) -> NamespaceReference {
        let id = names.namespace(text, hash: hash)
        return id != 0 ? NamespaceReference(known: id) : tape.ownNamespace(text, hash: hash)
    }

    /// The parts of a name with a prefix and the namespace that it is bound to, or nil after failing.
    @inline(never)
    mutating func resolve(
        _ start: UnsafePointer<UInt8>, _ count: Int
    ) -> (NamespaceReference, local: RawName, prefix: UnsafeBufferPointer<UInt8>)? {
        let whole = UnsafeBufferPointer(start: start, count: count)
        let colon = whole.firstIndex(of: 0x3A) ?? 0
        let prefix = UnsafeBufferPointer(rebasing: whole[..<colon])
        let local = UnsafeBufferPointer(rebasing: whole[min(colon + 1, whole.count)...])
        if let violation = malformedName(local) ?? malformedName(prefix) {
            fail(violation)
            return nil
        }
        guard let namespace = binding(of: prefix) else {
            fail(.unboundPrefix)
            return nil
        }
        return (namespace, RawName(start + colon + 1, local.count), prefix)
    }

    private mutating func binding(of prefix: UnsafeBufferPointer<UInt8>) -> NamespaceReference? {
        if equal(prefix, "xml") { return .xml }
        for binding in bindings.reversed() where binding.prefixLength == prefix.count {
            if equal(UnsafeBufferPointer(start: binding.prefix, count: prefix.count), prefix) {
                return binding.namespace
            }
        }
        for (index, binding) in context.bindings.enumerated() where binding.prefix.count == prefix.count {
            if binding.prefix.withUnsafeBufferPointer({ equal($0, prefix) }) { return contextNamespace(index) }
        }
        return nil
    }

    /// The reference of a namespace that the stream's header declared, looked up once an element.
    mutating func contextNamespace(_ index: Int) -> NamespaceReference {
        let binding = context.bindings[index]
        if binding.known != 0 { return NamespaceReference(known: binding.known) }
        if contextNamespaces.isEmpty {
            contextNamespaces = Array(repeating: nil, count: context.bindings.count)
        }
        if let namespace = contextNamespaces[index] { return namespace }
        let namespace = binding.namespace.withUnsafeBufferPointer { namespaceReference($0, hash: ByteHash.hash($0)) }
        contextNamespaces[index] = namespace
        return namespace
    }

    /// Both parts of a qualified name are names without a colon (Namespaces in XML 1.0 §4).
    private func malformedName(_ part: UnsafeBufferPointer<UInt8>) -> Violation? {
        guard let first = part.first else { return .malformedName }
        let plain = first < 0x80 && first != 0x3A && XMLCharacters.isNameStart(ascii: first)
        if plain && part.allSatisfy({ $0 < 0x80 && $0 != 0x3A }) { return nil }
        return XMLCharacters.isNCName(String(decoding: part, as: UTF8.self)) ? nil : .malformedName
    }
}

// MARK: - Reading the open tape

extension TapeBuilder {
    func expandedName(at node: Int) -> Name { view.name(nodes[node].name) }

    /// The value of an attribute of the first element.
    func attributeValue(_ name: Name) -> [UInt8]? {
        guard nodeCount > 0 else { return nil }
        let view = self.view
        for index in 1..<max(1, 1 + nodes[0].attributeCount) where view.matches(nodes[index].name, name) {
            return Array(view.text(nodes[index].a, nodes[index].b))
        }
        return nil
    }

    var view: Tape.View { Tape.View(nodes: nodes, bytes: UnsafeRawPointer(bytes)) }
}
