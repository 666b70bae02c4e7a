public import XMLStream

/// Reads or writes the fields of one element; which of the two is fixed at the start.
///
/// Each method takes a field's name and a getter. Reading, it looks the field up and returns it; writing, it calls
/// the getter, writes the value and returns it. Whether a field may be absent is told by its type: `V` is
/// required, `V?` is not, `[V]` is repeated.
///
/// The getter is best a key path; in a generic payload a closure, because key paths of generic types are made at run time.
///
/// The generic methods are thin and inlinable, so that a payload's `code` compiles to direct calls into
/// `ElementIO`, which does the work once for all payloads.
///
/// It can neither be copied nor kept, because it reads an element, and writes a value, that lasts no longer than the
/// call it is handed to.
public struct PayloadCoder<Root: Payload>: ~Copyable {
    /// The value to write; nil while reading.
    @usableFromInline let value: UnsafePointer<Root>?
    @usableFromInline var io: ElementIO

    /// The caller keeps what `io` reads alive.
    @inlinable
    init(reading io: consuming ElementIO) {
        value = nil
        self.io = io
    }

    /// The caller keeps `value` and the original alive.
    @inlinable
    init(writing value: UnsafePointer<Root>, to writer: PayloadWriter, keeping original: Element?) {
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
            let result = get(value.pointee)
            io.writeAttribute(name, result.xmlText)
            return result
        }
        guard let text else { throw io.error(.missing(.attribute(name.description))) }
        guard let result = V(xmlUTF8: text.span) else {
            throw io.invalid(.attribute(name.description), text, wanted: V.xmlDescription)
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
            let result = get(value.pointee)
            if let result { io.writeAttribute(name, result.xmlText) } else { keepUnreadable(text, name, V.self) }
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
            let result = get(value.pointee)
            if result == fallback {
                keepUnreadable(text, name, V.self)
            } else {
                io.writeAttribute(name, result.xmlText)
            }
            return result
        }
        return try read(text, name) ?? fallback
    }

    /// Writes an attribute again that was absent only because it cannot be read.
    @inlinable
    func keepUnreadable<V: XMLValue>(_ text: UnsafeBufferPointer<UInt8>?, _ name: StaticString, _: V.Type) {
        guard let text, V(xmlUTF8: text.span) == nil else { return }
        io.writeAttribute(name, String(decoding: text, as: UTF8.self))
    }

    /// The element's own `xml:lang` (RFC 6120 §8.1.5).
    @inlinable
    public mutating func language(_ get: (Root) -> String?) -> String? {
        let text = io.takeAttribute(Name.xmlLang)
        guard let value else { return text }
        let result = get(value.pointee)
        if let result { io.writeAttribute(Name.xmlLang, result) }
        return result
    }

    @inlinable
    mutating func read<V: XMLValue>(
        _ text: UnsafeBufferPointer<UInt8>?,
        _ name: StaticString
    ) throws(PayloadError) -> V? {
        guard let text else { return nil }
        if let result = V(xmlUTF8: text.span) { return result }
        try io.report(io.invalid(.attribute(name.description), text, wanted: V.xmlDescription))
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
            let result = get(value.pointee)
            io.writeText(result.xmlText)
            return result
        }
        let result = text.map { V(xmlUTF8: $0.span) } ?? V(xmlText: io.string(of: nil))
        guard let result else { throw io.invalidText(wanted: V.xmlDescription) }
        return result
    }

    /// The element's own character data, which may be empty.
    @inlinable
    public mutating func text<V: XMLValue>(_ get: (Root) -> V?) throws(PayloadError) -> V? {
        let text = io.takeText()
        if let value {
            guard let result = get(value.pointee) else { return nil }
            io.writeText(result.xmlText)
            return result
        }
        if let text, text.isEmpty { return nil }
        if let result = text.map({ V(xmlUTF8: $0.span) }) ?? V(xmlText: io.string(of: nil)) { return result }
        try io.report(io.invalidText(wanted: V.xmlDescription))
        return nil
    }

    /// A child with text only that must be there, in the element's own namespace.
    @inlinable
    public mutating func textChild<V: XMLValue>(
        _ name: StaticString,
        _ get: (Root) -> V
    ) throws(PayloadError) -> V {
        if let value {
            let result = get(value.pointee)
            writeTextChild(name, result)
            return result
        }
        var place = 0
        guard let child = io.takeSibling(name, from: &place) else {
            throw io.error(.missing(.child(name.description)))
        }
        guard let result: V = value(ofText: child) else {
            throw io.invalidText(of: child, wanted: V.xmlDescription)
        }
        try refuseMore(name, from: place)
        return result
    }

    /// A child with text only, such as `<show/>`, in the element's own namespace.
    @inlinable
    public mutating func textChild<V: XMLValue>(
        _ name: StaticString,
        _ get: (Root) -> V?
    ) throws(PayloadError) -> V? {
        if let value {
            let result = get(value.pointee)
            if let result { writeTextChild(name, result) } else { removeTextChildren(name, V.self) }
            return result
        }
        var place = 0
        guard let child = io.takeSibling(name, from: &place) else { return nil }
        let result: V? = try readText(of: child)
        // Others of its name would be read in its place, if it were left out.
        if result == nil { setUnreadable(name, from: place) }
        try refuseMore(name, from: place)
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
            let result = get(value.pointee)
            writeTextChildren(name, result)
            return result
        }
        var result: [V] = []
        var place = 0
        while let child = io.takeSibling(name, from: &place) {
            if let item: V = try readText(of: child) { result.append(item) }
        }
        return result
    }

    /// An empty child whose presence is the value, such as `<required/>`.
    @inlinable
    public mutating func flag(_ name: StaticString, _ get: (Root) -> Bool) -> Bool {
        var place = 0
        let child = io.takeSibling(name, from: &place)
        guard let value else { return child != nil }
        let isSet = get(value.pointee)
        if isSet {
            io.writeTextChild(name, nil, over: child)
        } else {
            while io.takeSibling(name, from: &place) != nil {}
        }
        return isSet
    }

    @inlinable
    func value<V: XMLValue>(ofText child: Int) -> V? {
        guard let text = io.text(of: child) else { return V(xmlText: io.string(of: child)) }
        return V(xmlUTF8: text.span)
    }

    @inlinable
    mutating func readText<V: XMLValue>(of child: Int) throws(PayloadError) -> V? {
        if let result: V = value(ofText: child) { return result }
        try io.report(io.invalidText(of: child, wanted: V.xmlDescription))
        return nil
    }

    @inlinable
    mutating func writeTextChildren<V: XMLValue>(_ name: StaticString, _ values: [V]) {
        var place = 0
        for item in values {
            let original = takeReadable(name, from: &place, V.self)
            io.writeTextChild(name, item.xmlText, over: original)
        }
        // Nothing may come back that was removed.
        while takeReadable(name, from: &place, V.self) != nil {}
    }

    /// Writes a single field, of which only the first was ever known.
    @inlinable
    mutating func writeTextChild<V: XMLValue>(_ name: StaticString, _ value: V) {
        var place = 0
        let original = io.takeSibling(name, from: &place)
        io.writeTextChild(name, value.xmlText, over: original)
    }

    /// The place of the next child of a name that can be read; what cannot was never known, and stays.
    @inlinable
    mutating func takeReadable<V: XMLValue>(_ name: StaticString, from place: inout Int, _: V.Type) -> Int? {
        while let child = io.nextSibling(name, from: &place) {
            guard let _: V = value(ofText: child) else {
                io.setUnreadable(child)
                continue
            }
            io.take(child)
            return child
        }
        return nil
    }

    /// Takes all children of a name, so that no other takes the place of the one that was removed; what was absent only
    /// because it cannot be read stays.
    @inlinable
    mutating func removeTextChildren<V: XMLValue>(_ name: StaticString, _: V.Type) {
        guard let first = io.firstSibling(name) else { return }
        guard let _: V = value(ofText: first) else { return setUnreadable(name, from: first) }
        var place = 0
        while io.takeSibling(name, from: &place) != nil {}
    }

    /// Keeps all children of a name, from a place on, from those that no field knows.
    @inlinable
    mutating func setUnreadable(_ name: StaticString, from place: Int) {
        var place = place
        while let child = io.nextSibling(name, from: &place) { io.setUnreadable(child) }
    }

    @inlinable
    mutating func refuseMore(_ name: StaticString, from place: Int) throws(PayloadError) {
        if io.hasSibling(name, from: place) { try io.report(io.error(.duplicate(.child(name.description)))) }
    }
}
