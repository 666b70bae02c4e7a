public import XMLStream

/// Reading, changing and writing the payloads among an element's children.
extension Element {
    /// The first child that `type` reads, or nil if there is none.
    ///
    /// - Throws: `PayloadError` if there is one, and a required field of it is missing or unreadable.
    @inlinable
    public subscript<P: Payload>(_ type: P.Type) -> P? {
        get throws(PayloadError) { try payload(type) }
    }

    /// The first child that `type` reads, or nil if there is none.
    ///
    /// - Throws: `PayloadError` if there is one that cannot be read or, if `strict`, deviates from its schema.
    @inlinable
    public func payload<P: Payload>(_ type: P.Type = P.self, strict: Bool = false) throws(PayloadError) -> P? {
        guard let child = firstChild(matching: P.self) else { return nil }
        return try P(child, strict: strict)
    }

    /// The first child that `type` reads, or nil if there is none; deviations from its schema are appended.
    ///
    /// - Throws: `PayloadError` if there is one, and a required field of it is missing or unreadable.
    @inlinable
    public func payload<P: Payload>(
        _ type: P.Type = P.self,
        diagnostics: inout [PayloadError]
    ) throws(PayloadError) -> P? {
        guard let child = firstChild(matching: P.self) else { return nil }
        return try P(child, diagnostics: &diagnostics)
    }

    /// All children that `type` reads, but for those that cannot be read.
    @inlinable
    public func all<P: Payload>(_ type: P.Type) -> [P] {
        var result: [P] = []
        for child in children where P.matches(child) {
            if let payload = try? P(child) { result.append(payload) }
        }
        return result
    }

    /// Whether there is a child that `type` reads, readable or not.
    @inlinable
    public func has<P: Payload>(_ type: P.Type) -> Bool { firstChild(matching: type) != nil }

    /// The first child that `type` reads, as an element.
    @inlinable
    public func firstChild<P: Payload>(matching type: P.Type) -> Element? {
        for child in children where P.matches(child) { return child }
        return nil
    }

    // MARK: Changing

    /// Changes the first child that `type` reads, in its place; returns false if there is none.
    ///
    /// Every attribute and child of it that the type does not know, or cannot read, stays. Of a repeated child that has
    /// changed, what the type does not know stays if the number of such children has not changed, be it only between the two
    /// nearest to it that have not changed.
    ///
    /// - Throws: `PayloadError` if the child cannot be read, and whatever `change` throws.
    @inlinable
    @discardableResult
    public mutating func update<P: Payload>(
        _ type: P.Type = P.self,
        _ change: (inout P) throws -> Void
    ) throws -> Bool {
        guard let child = firstChild(matching: type) else { return false }
        var payload = try P(child)
        try change(&payload)
        replace(child, with: payload.encoded(keeping: child))
        return true
    }

    /// Puts a payload in the place of the first child that its type reads, or behind all content if there is none.
    @inlinable
    public mutating func set<P: Payload>(_ payload: P) {
        if let child = firstChild(matching: P.self) {
            replace(child, with: payload.encoded())
        } else {
            append(payload.encoded())
        }
    }

    /// Removes all children that `type` reads.
    @inlinable
    public mutating func remove<P: Payload>(_ type: P.Type) {
        guard has(type) else { return }
        removeChildren { P.matches($0) }
    }

    /// The other children, their text and their order stay.
    @usableFromInline
    mutating func replace(_ child: Element, with replacement: Element) {
        let whole = self
        self = TapeWriter.element { tape in
            tape.startCopy(of: whole)
            var offset = whole.firstContentOffset
            while offset < whole.endOffset {
                if let other = whole.child(at: offset) {
                    tape.copy(other.isSame(as: child) ? replacement : other)
                } else if let text = whole.text(at: offset) {
                    tape.text(text)
                }
                offset = whole.offset(after: offset)
            }
            tape.endElement()
        }
    }
}
