#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The quick way of writing an element that needs no prefix but `xml`, as almost all on streams do.
///
/// It writes what `WritingRun` would write, or gives up: at names that need a prefix or a closer look, and at characters
/// that XML cannot carry. In raw memory, which is kept for the next run, because every byte that is sent passes here.
enum PlainRun {
    private static let idle = IdleSlot<Output>()
    /// The most memory, in bytes, that an idle run may keep.
    private static let idleCapacity = 65_536

    /// Appends an element to `bytes`; false, with `bytes` as they were, if that takes a `WritingRun`.
    static func write(_ element: Element, in scope: XMLWriter.Scope, to bytes: inout [UInt8]) -> Bool {
        let output = idle.take() ?? IdleSlot.make(Output())
        output.pointee.repetition = NamespaceRepetition(inTreeOf: element)
        let count = element.tape.withView { output.pointee.write($0, from: element.index, in: scope) }
        if let count { bytes.append(contentsOf: UnsafeBufferPointer(start: output.pointee.start, count: count)) }
        if output.pointee.capacity <= idleCapacity { idle.put(output) } else { IdleSlot.free(output) }
        return count != nil
    }
}

/// The memory that a run writes to. It grows, and then has moved.
///
/// Where the next byte goes is handed from one step to the next rather than kept here, where each step would have to
/// store it.
private struct Output: ~Copyable {
    typealias Place = UnsafeMutablePointer<UInt8>

    private(set) var start: Place
    private var end: Place
    var repetition = NamespaceRepetition()

    init() {
        start = .allocate(capacity: 1024)
        end = start + 1024
    }

    deinit { start.deallocate() }

    var capacity: Int { start.distance(to: end) }

    // MARK: Memory

    /// What each step may write without asking for room: names of up to 16 bytes, and marks around them and values.
    private static var slack: Int { 64 }

    /// The place again, with room there for so many bytes and some marks.
    @inline(__always)
    private mutating func room(_ count: Int, at place: Place) -> Place {
        place.distance(to: end) >= count &+ Self.slack ? place : grow(count, at: place)
    }

    @inline(never)
    private mutating func grow(_ count: Int, at place: Place) -> Place {
        let used = start.distance(to: place)
        let larger = max(capacity * 2, used + count + Self.slack)
        let memory = Place.allocate(capacity: larger)
        memcpy(memory, start, used)
        start.deallocate()
        (start, end) = (memory, memory + larger)
        return start + used
    }

    // MARK: Elements

    /// Writes an element, and returns how many bytes that were.
    mutating func write(_ view: Tape.View, from root: Int, in scope: borrowing XMLWriter.Scope) -> Int? {
        var place = start
        let end = Int(view[root].a)
        var position = root
        var open = (element: root, end: Int.max)
        while position < end {
            let node = view[position]
            if node.isText {
                guard let next = escape(view.text(node.a, node.b), at: place, inAttribute: false) else { return nil }
                place = next
                position &+= 1
            } else {
                guard let next = startTag(view, position, isRoot: position == root, scope, at: place) else {
                    return nil
                }
                position &+= 1 &+ node.attributeCount
                if Int(node.a) == position {
                    place = append(0x2F, 0x3E, at: next)
                } else {
                    next[0] = 0x3E
                    place = next + 1
                    open = (position &- 1 &- node.attributeCount, Int(node.a))
                }
            }
            while position == open.end {
                place = endTag(view, view[open.element].name, at: room(0, at: place))
                if open.element == root { break }
                let parent = Int(view[open.element].b)
                open = (parent, Int(view[parent].a))
            }
        }
        return start.distance(to: place)
    }

    @inline(__always)
    private mutating func endTag(_ view: Tape.View, _ name: NameReference, at place: Place) -> Place {
        let next = append(view.localName(name), at: append(0x3C, 0x2F, at: place))
        next[0] = 0x3E
        return next + 1
    }

    @inline(__always)
    private mutating func startTag(
        _ view: Tape.View, _ index: Int, isRoot: Bool, _ scope: borrowing XMLWriter.Scope, at place: Place
    ) -> Place? {
        let node = view[index]
        var place = room(0, at: place)
        place[0] = 0x3C
        place += 1
        if node.name.isKnown {
            let entry = NameRegistry.entry(node.name.rawValue)
            place = append(entry.pointee.local, at: place)
            // 0 says nothing: a namespace may have become known since the scope or the outer name was made.
            let outer = isRoot ? scope.defaultNumber : view.knownNamespace(view[Int(node.b)].name)
            if entry.pointee.namespaceID != outer && !(outer == 0 && isInScope(view, index, isRoot, scope)) {
                guard let next = declareKnown(entry.pointee.namespaceID, scope, at: place) else { return nil }
                place = next
            }
        } else {
            guard let next = rareName(view, index, isRoot, scope, at: place) else { return nil }
            place = next
        }
        for attribute in index &+ 1..<index &+ 1 &+ node.attributeCount {
            guard let next = self.attribute(view, view[attribute], at: place) else { return nil }
            place = next
        }
        return place
    }

    /// Writes the name of an element that is not a known one, and the declaration of its namespace.
    @inline(never)
    private mutating func rareName(
        _ view: Tape.View, _ index: Int, _ isRoot: Bool, _ scope: borrowing XMLWriter.Scope, at place: Place
    ) -> Place? {
        let node = view[index]
        guard Self.isPlainName(view.localName(node.name)) else { return nil }
        let place = append(view.localName(node.name), at: place)
        if isInScope(view, index, isRoot, scope) { return place }
        return declare(view.namespace(node.name), scope, at: place)
    }

    /// Whether an element is in the namespace of what is around it.
    @inline(never)
    private func isInScope(
        _ view: Tape.View, _ index: Int, _ isRoot: Bool, _ scope: borrowing XMLWriter.Scope
    ) -> Bool {
        let node = view[index]
        return isRoot
            ? scope.isDefault(view.namespace(node.name)) : view.hasSameNamespace(node.name, view[Int(node.b)].name)
    }

    @inline(never)
    private mutating func declareKnown(
        _ namespace: UInt32, _ scope: borrowing XMLWriter.Scope, at place: Place
    ) -> Place? {
        let entry = NameRegistry.namespaceEntry(namespace)
        let declaration = entry.pointee.declaration
        guard let source = declaration.baseAddress, 1...NamespaceRepetition.free ~= declaration.count,
            !scope.isPrefixed(entry.pointee.text)
        else { return declare(entry.pointee.text, scope, at: place) }
        let place = room(declaration.count, at: place)
        memcpy(place, source, declaration.count)
        return place + declaration.count
    }

    @inline(never)
    private mutating func declare(
        _ namespace: UnsafeBufferPointer<UInt8>, _ scope: borrowing XMLWriter.Scope, at place: Place
    ) -> Place? {
        repetition.add(namespace.count, if: true)
        guard !repetition.isTooMuch, !scope.needsPrefix(namespace) else { return nil }
        let value = append(" xmlns='", at: room(0, at: place))
        guard let next = escape(namespace, at: value, inAttribute: true) else { return nil }
        next[0] = 0x27
        return next + 1
    }

    @inline(__always)
    private mutating func attribute(_ view: Tape.View, _ node: TapeNode, at place: Place) -> Place? {
        var place = room(0, at: place)
        place[0] = 0x20
        place += 1
        if node.name.isKnown {
            let entry = NameRegistry.entry(node.name.rawValue)
            if entry.pointee.namespaceID != NameRegistry.noNamespace {
                guard node.name.rawValue == Name.xmlLang.id else { return nil }
                place = append("xml:", at: place)
            }
            place = append(entry.pointee.local, at: place)
        } else {
            guard let next = appendRareName(view, node.name, at: place) else { return nil }
            place = next
        }
        place = append(0x3D, 0x27, at: place)
        guard let next = escape(view.text(node.a, node.b), at: place, inAttribute: true) else { return nil }
        next[0] = 0x27
        return next + 1
    }

    /// Writes the name of an attribute that is not a known one.
    @inline(never)
    private mutating func appendRareName(_ view: Tape.View, _ name: NameReference, at place: Place) -> Place? {
        guard view.isInNoNamespace(name) else {
            return view.matches(name, .xmlLang) ? append("xml:lang", at: place) : nil
        }
        let local = view.localName(name)
        return Self.isPlainName(local) ? append(local, at: place) : nil
    }

    private static func isPlainName(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = name.first, first < 0x80, first != 0x3A, XMLCharacters.isNameStart(ascii: first) else {
            return false
        }
        return name.allSatisfy { $0 < 0x80 && $0 != 0x3A && XMLCharacters.isName(ascii: $0) }
    }

    // MARK: Bytes

    @inline(__always)
    private func append(_ first: UInt8, _ second: UInt8, at place: Place) -> Place {
        place[0] = first
        place[1] = second
        return place + 2
    }

    @inline(__always)
    private func append(_ text: StaticString, at place: Place) -> Place {
        memcpy(place, text.utf8Start, text.utf8CodeUnitCount)
        return place + text.utf8CodeUnitCount
    }

    /// Writes a name, behind which 16 bytes can be read.
    @inline(__always)
    private mutating func append(_ name: UnsafeBufferPointer<UInt8>, at place: Place) -> Place {
        guard let source = name.baseAddress else { return place }
        if name.count > 16 { return appendLong(name, at: place) }
        copyBlock(source, to: place)
        return place + name.count
    }

    @inline(never)
    private mutating func appendLong(_ name: UnsafeBufferPointer<UInt8>, at place: Place) -> Place {
        let place = room(name.count, at: place)
        if let source = name.baseAddress { memcpy(place, source, name.count) }
        return room(0, at: place + name.count)
    }

    @inline(__always)
    @discardableResult
    private func copyBlock(_ source: UnsafePointer<UInt8>, to place: Place) -> SIMD16<UInt8> {
        let block = UnsafeRawPointer(source).loadUnaligned(as: SIMD16<UInt8>.self)
        UnsafeMutableRawPointer(place).storeBytes(of: block, as: SIMD16<UInt8>.self)
        return block
    }

    // MARK: Escaping

    /// Writes a text, behind which 16 bytes can be read: sixteen bytes at a time, and singly those of them that may need
    /// a reference or be excluded. Nil if there is a character that XML cannot carry.
    @inline(never)
    private mutating func escape(
        _ text: UnsafeBufferPointer<UInt8>, at place: Place, inAttribute: Bool
    ) -> Place? {
        guard var source = text.baseAddress else { return place }
        let end = source + text.count
        var place = room(text.count, at: place)
        while source < end {
            guard let special = Self.firstSpecial(in: copyBlock(source, to: place)) else {
                source += 16
                place += 16
                continue
            }
            source += special
            place += special
            if source >= end { break }
            guard let next = appendSpecial(source, end, at: place, inAttribute) else { return nil }
            source += 1
            place = next
        }
        return place - end.distance(to: source)
    }

    /// Writes a byte that is not plain; nil if XML cannot carry it.
    @inline(never)
    private mutating func appendSpecial(
        _ source: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, at place: Place, _ inAttribute: Bool
    ) -> Place? {
        let count = source.distance(to: end)
        if !XMLEscaping.isPlain(source[0], inAttribute) {
            if let reference = XMLEscaping.reference(source[0], inAttribute) {
                return room(count, at: append(reference, at: place))
            }
            if XMLEscaping.excluded(UnsafeBufferPointer(start: source, count: count), at: 0) != nil { return nil }
        }
        place[0] = source[0]
        return place + 1
    }

    /// The first byte of a block that is a control character, one of & ' < >, or 0xEF.
    @inline(__always)
    private static func firstSpecial(in block: SIMD16<UInt8>) -> Int? {
        // With scalars instead of blocks on the right, or as one expression, this is not compiled to vector instructions.
        typealias Block = SIMD16<UInt8>
        let isControl = block .< Block(repeating: 0x20)
        let isQuote = (block | Block(repeating: 1)) .== Block(repeating: 0x27)
        let isBracket = (block | Block(repeating: 2)) .== Block(repeating: 0x3E)
        let isMark = block .== Block(repeating: 0xEF)
        let isSpecial = (isControl .| isQuote) .| (isBracket .| isMark)
        let halves = unsafeBitCast(isSpecial, to: SIMD2<UInt64>.self)
        if halves[0] | halves[1] == 0 { return nil }
        return halves[0] != 0
            ? UInt64(littleEndian: halves[0]).trailingZeroBitCount &>> 3
            : 8 &+ UInt64(littleEndian: halves[1]).trailingZeroBitCount &>> 3
    }
}

extension XMLWriter.Scope {
    fileprivate func isDefault(_ namespace: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let defaultNamespace else { return false }
        return equal(namespace, defaultNamespace.rawValue)
    }

    fileprivate func needsPrefix(_ namespace: UnsafeBufferPointer<UInt8>) -> Bool {
        if hasOctets(namespace, "http://etherx.jabber.org/streams") { return true }
        if hasOctets(namespace, "http://www.w3.org/XML/1998/namespace") { return true }
        if hasOctets(namespace, "http://www.w3.org/2000/xmlns/") { return true }
        return isPrefixed(namespace)
    }

    fileprivate func isPrefixed(_ namespace: UnsafeBufferPointer<UInt8>) -> Bool {
        hasPrefixes && !namespace.isEmpty && prefixes.contains { equal(namespace, $0.namespace.rawValue) }
    }
}
