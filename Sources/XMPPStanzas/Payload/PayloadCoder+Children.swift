public import XMLStream

// MARK: - Nested payloads

// Overloads by the field's type: whether it is optional says whether it may be absent.
// swift-format-ignore: AmbiguousTrailingClosureOverload
extension PayloadCoder {
    /// A child that must be there.
    @inlinable
    public mutating func child<P: Payload>(_ get: (Root) -> P) throws(PayloadError) -> P {
        if let value {
            let result = get(value.pointee)
            write(result, over: takeOne(P.self))
            return result
        }
        guard let result = try readOne(P.self, isRequired: true) else {
            throw io.error(.missing(.child(P.element.localName)))
        }
        return result
    }

    /// A child that may be absent.
    @inlinable
    public mutating func child<P: Payload>(_ get: (Root) -> P?) throws(PayloadError) -> P? {
        if let value {
            guard let result = get(value.pointee) else {
                // Another alternative, or nothing, takes its place.
                removeChildren(P.self)
                return nil
            }
            write(result, over: takeOne(P.self))
            return result
        }
        return try readOne(P.self, isRequired: false)
    }

    /// Children of one type; those that cannot be read are skipped.
    @inlinable
    public mutating func children<P: Payload>(_ get: (Root) -> [P]) throws(PayloadError) -> [P] {
        if let value {
            let result = get(value.pointee)
            writeChildren(result)
            return result
        }
        var result: [P] = []
        var place = 0
        while let child = takeChild(P.self, from: &place) {
            if let payload = try read(P.self, child, isRequired: false) { result.append(payload) }
        }
        return result
    }

    /// Every child that no field before this one has taken, as plain elements: the open end of a container.
    @inlinable
    public mutating func anyChildren(_ get: (Root) -> [Element]) -> [Element] {
        let rest = io.takeRest()
        guard let value else { return rest }
        let result = get(value.pointee)
        for child in result { io.write(child) }
        return result
    }

    /// The only child that no field before this one has taken, if there is one; more are reported.
    @inlinable
    public mutating func anyChild(_ get: (Root) -> Element?) throws(PayloadError) -> Element? {
        var place = 0
        let first = io.nextUnknownChild(from: &place)
        if let first { io.take(first) }
        let child = first.flatMap { io.element(at: $0) }
        if let value {
            let result = get(value.pointee)
            if let result { io.write(result) }
            return result
        }
        if let first, let next = io.nextUnknownChild(from: &place) {
            let rule = "there is <\(io.name(of: next).localName)/> beside <\(io.name(of: first).localName)/>"
            try io.report(io.error(.violation(rule)))
        }
        return child
    }

    /// The element's local name.
    @inlinable
    public mutating func localName<V: XMLValue>(_ get: (Root) -> V) throws(PayloadError) -> V {
        if let value { return get(value.pointee) }
        let text = io.name.localName
        guard let result = V(xmlText: text) else {
            throw io.error(.invalid(.child(text), value: text, wanted: V.xmlDescription))
        }
        return result
    }

    /// The element's name with its namespace, for a type that covers several versions.
    @inlinable
    public mutating func namespace(_ get: (Root) -> Namespace) -> Namespace {
        if let value { return get(value.pointee) }
        return io.name.namespace
    }

    // MARK: Reading

    /// The place of the next child, not before `place`, that a type reads.
    @inlinable
    mutating func takeChild<P: Payload>(_: P.Type, from place: inout Int) -> Int? {
        while let child = io.nextChild(from: &place) {
            guard isChild(child, P.self) else { continue }
            io.take(child)
            return child
        }
        return nil
    }

    /// Whether a type reads the child at a place.
    @inlinable
    func isChild<P: Payload>(_ child: Int, _: P.Type) -> Bool {
        io.isNamed(P.element, child) || P.matches(io.name(of: child))
    }

    @inlinable
    mutating func takeOne<P: Payload>(_: P.Type) -> Int? {
        var place = 0
        return takeChild(P.self, from: &place)
    }

    /// Takes all children that a type reads, so that no other takes the place of the one that was removed; what was
    /// absent only because it cannot be read stays.
    @inlinable
    mutating func removeChildren<P: Payload>(_: P.Type) {
        var place = 0
        var isRemoved = false
        while let child = io.nextChild(from: &place) {
            guard isChild(child, P.self) else { continue }
            if !isRemoved, let element = io.element(at: child), (try? P(element)) == nil {
                setUnreadable(P.self, from: child)
                return
            }
            isRemoved = true
            io.take(child)
        }
    }

    /// Keeps all children that a type reads, from a place on, from those that no field knows.
    @inlinable
    mutating func setUnreadable<P: Payload>(_: P.Type, from place: Int) {
        var place = place
        while let child = io.nextChild(from: &place) {
            if isChild(child, P.self) { io.setUnreadable(child) }
        }
    }

    @inlinable
    mutating func readOne<P: Payload>(_: P.Type, isRequired: Bool) throws(PayloadError) -> P? {
        var place = 0
        guard let child = takeChild(P.self, from: &place) else { return nil }
        let result = try read(P.self, child, isRequired: isRequired)
        // Others of its kind would be read in its place, if it were left out.
        if result == nil { setUnreadable(P.self, from: place) }
        while let next = io.nextChild(from: &place) {
            guard isChild(next, P.self) else { continue }
            try io.report(io.error(.duplicate(.child(io.name(of: next).localName))))
            break
        }
        return result
    }

    @inlinable
    mutating func read<P: Payload>(_: P.Type, _ child: Int, isRequired: Bool) throws(PayloadError) -> P? {
        var coder = PayloadCoder<P>(reading: io.reading(child))
        do {
            return try P.code(&coder)
        } catch {
            if isRequired { throw error }
            try io.report(error)
            return nil
        }
    }

    // MARK: Writing

    /// Writes a child over the one that it was read from, so that what its type does not know stays there too.
    @inlinable
    func write<P: Payload>(_ payload: P, over original: Int?) {
        write(payload, over: original.flatMap { io.element(at: $0) })
    }

    @inlinable
    func write<P: Payload>(_ payload: P, over original: Element?) {
        guard let writer = io.writer else { return }
        if let original, payload.isUnchanged(from: original) { return io.write(original) }
        payload.write(to: writer, as: payload.elementName, keeping: original)
    }

    /// Children that have not changed are copied as they are, wherever they are now; the others are written over those whose
    /// place they have, where that can be told.
    @inlinable
    mutating func writeChildren<P: Payload>(_ payloads: [P]) {
        var originals: [Element] = []
        var place = 0
        while let child = io.nextChild(from: &place) {
            // What cannot be read was never among the values, and stays.
            guard isChild(child, P.self), let element = io.element(at: child) else { continue }
            guard (try? P(element)) != nil else {
                io.setUnreadable(child)
                continue
            }
            io.take(child)
            originals.append(element)
        }
        guard !originals.isEmpty else {
            for payload in payloads { write(payload, over: nil as Element?) }
            return
        }
        let (unchanged, used) = P.unchanged(payloads, among: originals)
        let replaced = P.replaced(unchanged, used)
        for (index, payload) in payloads.enumerated() {
            if let place = unchanged[index] {
                io.write(originals[place])
            } else {
                write(payload, over: replaced[index].map { originals[$0] })
            }
        }
    }
}

extension Payload {
    /// For each value the place of the element that it was read from, if it has not changed; and which are used.
    @usableFromInline
    static func unchanged(_ values: [Self], among originals: [Element]) -> ([Int?], [Bool]) {
        var places: [Self: [Int]] = [:]
        for (place, element) in originals.enumerated().reversed() {
            if let old = try? Self(element) { places[old, default: []].append(place) }
        }
        var used = [Bool](repeating: false, count: originals.count)
        let unchanged = values.map { value -> Int? in
            guard let place = places[value]?.popLast() else { return nil }
            used[place] = true
            return place
        }
        return (unchanged, used)
    }

    /// For each value that has changed the place of the element that it is written over, given what ``unchanged(_:among:)``
    /// has found: that with the same place in the list, or, if the list has another length now, in the run of elements
    /// between two that are unchanged, if that has the same length as the run of values. Of any others nobody can tell which
    /// was which.
    @usableFromInline
    static func replaced(_ unchanged: [Int?], _ used: [Bool]) -> [Int?] {
        if unchanged.count == used.count {
            return unchanged.indices.map { unchanged[$0] == nil && !used[$0] ? $0 : nil }
        }
        var replaced = [Int?](repeating: nil, count: unchanged.count)
        var (start, lowest) = (0, 0)
        for end in 0...unchanged.count {
            let highest = end < unchanged.count ? unchanged[end] : used.count
            guard let highest else { continue }
            let isRun = lowest + (end - start) == highest && !used[lowest..<highest].contains(true)
            if isRun { for offset in 0..<(end - start) { replaced[start + offset] = lowest + offset } }
            (start, lowest) = (end + 1, highest + 1)
        }
        return replaced
    }

    @inlinable
    func isUnchanged(from element: Element) -> Bool {
        guard let old = try? Self(element) else { return false }
        return old == self
    }
}
