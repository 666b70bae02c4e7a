public import XMLStream

/// Reads or writes the fields of one element; which of the two is fixed at the start.
///
/// Each method takes a field's name and a getter. Reading, it looks the field up and returns it; writing, it calls
/// the getter, writes the value and returns it. Whether a field may be absent is told by its type: `V` is
/// required, `V?` is not, `[V]` is repeated.
///
/// The generic methods are thin and inlinable, so that a payload's `code` compiles to direct calls into
/// `ElementIO`, which does the work once for all payloads.
public struct PayloadCoder<Root: Payload> {
    /// The value to write; nil while reading.
    @usableFromInline let value: Root?
    @usableFromInline var io: ElementIO

    @inlinable
    init(reading element: Element, root: Element, strict: Bool) {
        value = nil
        io = ElementIO(reading: element, root: root, strict: strict)
    }

    @inlinable
    init(writing value: Root, to writer: PayloadWriter, keeping original: Element?) {
        self.value = value
        io = ElementIO(writingTo: writer, keeping: original)
    }

    /// Keeps a deviation that the fields' types cannot tell, for `PayloadError.Reason.violation`; nothing while writing.
    ///
    /// - Throws: the deviation, if reading is strict.
    public mutating func report(_ rule: @autoclosure () -> String) throws(PayloadError) {
        if value == nil { try io.report(io.error(.violation(rule()))) }
    }

    /// The error for an element whose children are none of the alternatives that a payload has.
    public func noAlternative(wanted: String) -> PayloadError { io.error(.noAlternative(wanted: wanted)) }
}

// MARK: - Attributes

extension PayloadCoder {
    /// An attribute that must be there.
    @inlinable
    public mutating func attribute<V: XMLValue>(
        _ name: StaticString,
        _ get: (Root) -> V
    ) throws(PayloadError) -> V {
        let text = io.takeAttribute(name)
        if let value {
            let result = get(value)
            io.writeAttribute(name, result.xmlText)
            return result
        }
        guard let text else { throw io.error(.missing(.attribute(name.description))) }
        guard let result = V(xmlText: text) else {
            throw io.error(.invalid(.attribute(name.description), value: text, wanted: V.xmlDescription))
        }
        return result
    }

    /// An attribute that may be absent.
    @inlinable
    public mutating func attribute<V: XMLValue>(
        _ name: StaticString,
        _ get: (Root) -> V?
    ) throws(PayloadError) -> V? {
        let text = io.takeAttribute(name)
        if let value {
            guard let result = get(value) else { return nil }
            io.writeAttribute(name, result.xmlText)
            return result
        }
        return try read(text, name)
    }

    /// An attribute with a default, which is not written.
    @inlinable
    public mutating func attribute<V: XMLValue>(
        _ name: StaticString,
        _ get: (Root) -> V,
        default fallback: V
    ) throws(PayloadError) -> V {
        let text = io.takeAttribute(name)
        if let value {
            let result = get(value)
            if result != fallback { io.writeAttribute(name, result.xmlText) }
            return result
        }
        return try read(text, name) ?? fallback
    }

    /// The element's own `xml:lang` (RFC 6120 §8.1.5).
    @inlinable
    public mutating func language(_ get: (Root) -> String?) -> String? {
        let text = io.takeAttribute(Name.xmlLang)
        guard let value else { return text }
        let result = get(value)
        if let result { io.writeAttribute(Name.xmlLang, result) }
        return result
    }

    @inlinable
    mutating func read<V: XMLValue>(_ text: String?, _ name: StaticString) throws(PayloadError) -> V? {
        guard let text else { return nil }
        if let result = V(xmlText: text) { return result }
        try io.report(io.error(.invalid(.attribute(name.description), value: text, wanted: V.xmlDescription)))
        return nil
    }
}

// MARK: - Text

// Overloads by the field's type: whether it is optional says whether it may be absent.
// swift-format-ignore: AmbiguousTrailingClosureOverload
extension PayloadCoder {
    /// The element's own character data.
    @inlinable
    public mutating func text<V: XMLValue>(_ get: (Root) -> V) throws(PayloadError) -> V {
        let text = io.takeText()
        if let value {
            let result = get(value)
            io.writeText(result.xmlText)
            return result
        }
        guard let result = V(xmlText: text) else {
            throw io.error(.invalid(.text, value: text, wanted: V.xmlDescription))
        }
        return result
    }

    /// The element's own character data, which may be empty.
    @inlinable
    public mutating func text<V: XMLValue>(_ get: (Root) -> V?) throws(PayloadError) -> V? {
        let text = io.takeText()
        if let value {
            guard let result = get(value) else { return nil }
            io.writeText(result.xmlText)
            return result
        }
        if text.isEmpty { return nil }
        if let result = V(xmlText: text) { return result }
        try io.report(io.error(.invalid(.text, value: text, wanted: V.xmlDescription)))
        return nil
    }

    /// A child with text only that must be there, in the element's own namespace.
    @inlinable
    public mutating func textChild<V: XMLValue>(
        _ name: StaticString,
        _ get: (Root) -> V
    ) throws(PayloadError) -> V {
        if let value {
            let result = get(value)
            writeTextChildren(name, CollectionOfOne(result))
            return result
        }
        var offset = 0
        guard let child = io.takeSibling(name, from: &offset) else {
            throw io.error(.missing(.child(name.description)))
        }
        let text = child.text
        guard let result = V(xmlText: text) else {
            throw io.error(.invalid(.text, value: text, wanted: V.xmlDescription), at: child)
        }
        try refuseMore(name, from: offset)
        return result
    }

    /// A child with text only, such as `<show/>`, in the element's own namespace.
    @inlinable
    public mutating func textChild<V: XMLValue>(
        _ name: StaticString,
        _ get: (Root) -> V?
    ) throws(PayloadError) -> V? {
        if let value {
            let result = get(value)
            if let result { writeTextChildren(name, CollectionOfOne(result)) } else { skipTextChild(name) }
            return result
        }
        var offset = 0
        guard let child = io.takeSibling(name, from: &offset) else { return nil }
        let result: V? = try readText(of: child)
        try refuseMore(name, from: offset)
        return result
    }

    /// A child with text only and a default, which is not written.
    @inlinable
    public mutating func textChild<V: XMLValue>(
        _ name: StaticString,
        _ get: (Root) -> V,
        default fallback: V
    ) throws(PayloadError) -> V {
        try textChild(name) { (root: Root) -> V? in
            let result = get(root)
            return result == fallback ? nil : result
        } ?? fallback
    }

    /// Children with text only, in the element's own namespace; those with bad values are skipped.
    @inlinable
    public mutating func textChildren<V: XMLValue>(
        _ name: StaticString,
        _ get: (Root) -> [V]
    ) throws(PayloadError) -> [V] {
        if let value {
            let result = get(value)
            writeTextChildren(name, result)
            return result
        }
        var result: [V] = []
        var offset = 0
        while let child = io.takeSibling(name, from: &offset) {
            if let item: V = try readText(of: child) { result.append(item) }
        }
        return result
    }

    /// An empty child whose presence is the value, such as `<required/>`.
    @inlinable
    public mutating func flag(_ name: StaticString, _ get: (Root) -> Bool) -> Bool {
        var offset = 0
        let child = io.takeSibling(name, from: &offset)
        guard let value else { return child != nil }
        let isSet = get(value)
        if isSet { io.writeTextChild(name, child?.text ?? "", over: child) }
        return isSet
    }

    @inlinable
    mutating func readText<V: XMLValue>(of child: Element) throws(PayloadError) -> V? {
        let text = child.text
        if let result = V(xmlText: text) { return result }
        try io.report(io.error(.invalid(.text, value: text, wanted: V.xmlDescription), at: child))
        return nil
    }

    @inlinable
    mutating func writeTextChildren<V: XMLValue>(_ name: StaticString, _ values: some Collection<V>) {
        var offset = 0
        let isList = values.count != 1
        for item in values {
            io.writeTextChild(name, item.xmlText, over: io.takeSibling(name, from: &offset))
        }
        // Of a list nothing may come back that was removed; of a single field only the first was ever known.
        while isList, io.takeSibling(name, from: &offset) != nil {}
    }

    @inlinable
    mutating func skipTextChild(_ name: StaticString) {
        var offset = 0
        _ = io.takeSibling(name, from: &offset)
    }

    @inlinable
    mutating func refuseMore(_ name: StaticString, from offset: Int) throws(PayloadError) {
        var offset = offset
        if io.source?.nextSibling(name, after: &offset) == true {
            try io.report(io.error(.duplicate(.child(name.description))))
        }
    }
}

extension Element {
    @usableFromInline
    func nextSibling(_ name: StaticString, after offset: inout Int) -> Bool {
        nextSibling(name, from: offset) != nil
    }
}
