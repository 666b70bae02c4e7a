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
final class PlainRun {
    private var start: UnsafeMutablePointer<UInt8>
    private var capacity: Int

    private static let idle = IdleSlot<PlainRun>()
    /// The most memory, in bytes, that an idle run may keep.
    private static let idleCapacity = 65_536

    private init() {
        capacity = 1024
        start = .allocate(capacity: capacity)
    }

    deinit { start.deallocate() }

    /// Appends an element to `bytes`; false, with `bytes` as they were, if that takes a `WritingRun`.
    static func write(_ element: Element, in scope: XMLWriter.Scope, to bytes: inout [UInt8]) -> Bool {
        let run = idle.take() ?? PlainRun()
        var output = Output(
            start: run.start, capacity: run.capacity, repetition: NamespaceRepetition(inTreeOf: element))
        let isDone = element.tape.withView { output.write($0, from: element.index, in: scope) }
        (run.start, run.capacity) = (output.start, output.capacity)
        if isDone { bytes.append(contentsOf: UnsafeBufferPointer(start: output.start, count: output.count)) }
        if run.capacity <= idleCapacity { idle.put(run) }
        return isDone
    }
}

/// The memory that a run writes to. It grows, and then has moved.
private struct Output {
    var start: UnsafeMutablePointer<UInt8>
    var capacity: Int
    var count = 0
    private var repetition: NamespaceRepetition

    init(start: UnsafeMutablePointer<UInt8>, capacity: Int, repetition: NamespaceRepetition) {
        self.start = start
        self.capacity = capacity
        self.repetition = repetition
    }

    // MARK: Memory

    @inline(__always)
    private mutating func reserve(_ additional: Int) {
        if additional > capacity &- count { grow(additional) }
    }

    @inline(never)
    private mutating func grow(_ additional: Int) {
        let larger = max(capacity * 2, count + additional)
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        memcpy(memory, start, count)
        start.deallocate()
        (start, capacity) = (memory, larger)
    }

    /// The caller has reserved the room.
    @inline(__always)
    private mutating func append(_ byte: UInt8) {
        start[count] = byte
        count &+= 1
    }

    /// The caller has reserved the room.
    @inline(__always)
    private mutating func append(_ first: UInt8, _ second: UInt8) {
        append(first)
        append(second)
    }

    /// The caller has reserved the room.
    @inline(__always)
    private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress else { return }
        memcpy(start + count, source, bytes.count)
        count &+= bytes.count
    }

    @inline(__always)
    private mutating func append(_ text: StaticString) {
        memcpy(start + count, text.utf8Start, text.utf8CodeUnitCount)
        count &+= text.utf8CodeUnitCount
    }

    // MARK: Elements

    mutating func write(_ view: Tape.View, from root: Int, in scope: XMLWriter.Scope) -> Bool {
        let end = Int(view[root].a)
        var position = root
        var open = root
        while position < end {
            while position > root, position == Int(view[open].a) { open = close(view, open) }
            let node = view[position]
            if node.isText {
                guard escape(view.text(node.a, node.b), inAttribute: false) else { return false }
                position &+= 1
                continue
            }
            guard startTag(view, position, isRoot: position == root, scope) else { return false }
            let content = position &+ 1 &+ node.attributeCount
            if Int(node.a) == content {
                reserve(2)
                append(0x2F, 0x3E)
            } else {
                reserve(1)
                append(0x3E)
                open = position
            }
            position = content
        }
        while Int(view[open].a) == end, end > open + 1 + view[open].attributeCount {
            let closed = open
            open = close(view, open)
            if closed == root { break }
        }
        return true
    }

    /// Writes the end tag of an element; returns the one around it.
    @inline(__always)
    private mutating func close(_ view: Tape.View, _ element: Int) -> Int {
        let node = view[element]
        reserve(16)
        append(0x3C, 0x2F)
        append(view, node.name)
        append(0x3E)
        return Int(node.b)
    }

    /// Writes a local name; the room for eight bytes and what comes behind it is reserved.
    @inline(__always)
    private mutating func append(_ view: Tape.View, _ name: NameReference) {
        guard name.isKnown else { return appendWhole(view.localName(name)) }
        let entry = NameRegistry.entry(name.rawValue)
        UnsafeMutableRawPointer(start + count).storeBytes(of: entry.pointee.head.littleEndian, as: UInt64.self)
        let length = entry.pointee.local.count
        if length > 8 { return appendWhole(entry.pointee.local) }
        count &+= length
    }

    @inline(never)
    private mutating func appendWhole(_ local: UnsafeBufferPointer<UInt8>) {
        reserve(local.count &+ 16)
        append(local)
    }

    @inline(__always)
    private mutating func startTag(_ view: Tape.View, _ index: Int, isRoot: Bool, _ scope: XMLWriter.Scope) -> Bool {
        let node = view[index]
        guard node.name.isKnown || Self.isPlainName(view.localName(node.name)) else { return false }
        reserve(16)
        append(0x3C)
        append(view, node.name)
        let isInScope =
            isRoot
            ? scope.isDefault(view.namespace(node.name))
            : view.hasSameNamespace(node.name, view[Int(node.b)].name)
        if !isInScope && !declareDefault(view.namespace(node.name), scope) { return false }
        for attribute in index &+ 1..<index &+ 1 &+ node.attributeCount {
            guard self.attribute(view, view[attribute]) else { return false }
        }
        return true
    }

    @inline(never)
    private mutating func declareDefault(_ namespace: UnsafeBufferPointer<UInt8>, _ scope: XMLWriter.Scope) -> Bool {
        repetition.add(namespace.count, if: true)
        guard !repetition.isTooMuch, !scope.needsPrefix(namespace) else { return false }
        reserve(8)
        append(" xmlns='")
        guard escape(namespace, inAttribute: true) else { return false }
        append(0x27)
        return true
    }

    @inline(__always)
    private mutating func attribute(_ view: Tape.View, _ node: TapeNode) -> Bool {
        reserve(16)
        append(0x20)
        if !view.isInNoNamespace(node.name) {
            guard view.matches(node.name, .xmlLang) else { return false }
            append("xml:")
        } else if !node.name.isKnown {
            guard Self.isPlainName(view.localName(node.name)) else { return false }
        }
        append(view, node.name)
        append(0x3D, 0x27)
        guard escape(view.text(node.a, node.b), inAttribute: true) else { return false }
        append(0x27)
        return true
    }

    private static func isPlainName(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = name.first, first < 0x80, first != 0x3A, XMLCharacters.isNameStart(ascii: first) else {
            return false
        }
        return name.allSatisfy { $0 < 0x80 && $0 != 0x3A && XMLCharacters.isName(ascii: $0) }
    }

    // MARK: Escaping

    /// Copies sixteen or eight bytes at a time, up to the first of them that may need a reference or be excluded; there
    /// is room for one more byte afterwards.
    @inline(never)
    private mutating func escape(_ text: UnsafeBufferPointer<UInt8>, inAttribute: Bool) -> Bool {
        guard let source = text.baseAddress else {
            reserve(1)
            return true
        }
        reserve(text.count &+ 9)
        var position = 0
        while true {
            position = copyPlain(source, from: position, count: text.count)
            if position == text.count { return true }
            guard appendSpecial(text, position, inAttribute) else { return false }
            position &+= 1
        }
    }

    /// Copies bytes up to the first that is special, and returns where that is; the count if none is.
    @inline(__always)
    private mutating func copyPlain(_ source: UnsafePointer<UInt8>, from position: Int, count end: Int) -> Int {
        var position = position
        let target = UnsafeMutableRawPointer(start + count) - position
        defer { count = UnsafeMutableRawPointer(start).distance(to: target + position) }
        while position &+ 16 <= end {
            let block = UnsafeRawPointer(source).loadUnaligned(fromByteOffset: position, as: SIMD16<UInt8>.self)
            target.storeBytes(of: block, toByteOffset: position, as: SIMD16<UInt8>.self)
            if let special = Self.firstSpecial(in: block) {
                position &+= special
                return position
            }
            position &+= 16
        }
        if position &+ 8 <= end {
            let word = UnsafeRawPointer(source).loadUnaligned(fromByteOffset: position, as: UInt64.self)
            target.storeBytes(of: word, toByteOffset: position, as: UInt64.self)
            let special = Self.specialBytes(UInt64(littleEndian: word))
            if special != 0 {
                position &+= special.trailingZeroBitCount &>> 3
                return position
            }
            position &+= 8
        }
        if position == end { return end }
        let word = Self.lastBytes(source, end &- position, of: end)
        target.storeBytes(of: word.littleEndian, toByteOffset: position, as: UInt64.self)
        position = min(end, position &+ (Self.specialBytes(word).trailingZeroBitCount &>> 3))
        return position
    }

    /// Writes a byte that is not plain; false if XML cannot carry it.
    @inline(never)
    private mutating func appendSpecial(
        _ text: UnsafeBufferPointer<UInt8>, _ position: Int, _ inAttribute: Bool
    ) -> Bool {
        let byte = text[position]
        if XMLEscaping.isPlain(byte, inAttribute) {
            append(byte)
        } else if let reference = XMLEscaping.reference(byte, inAttribute) {
            append(reference)
            reserve(text.count &- position &+ 9)
        } else if byte == 0xEF, XMLEscaping.excluded(text, at: position) == nil {
            append(byte)
        } else {
            return false
        }
        return true
    }

    /// The last bytes of a text, fewer than eight, as the lower ones of a word.
    @inline(__always)
    private static func lastBytes(_ source: UnsafePointer<UInt8>, _ length: Int, of count: Int) -> UInt64 {
        if count < 8 { return ByteHash.tail(source + (count &- length), length) }
        let last = UnsafeRawPointer(source).loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
        return UInt64(littleEndian: last) &>> UInt64(8 &* (8 &- length))
    }

    /// The first byte of a block that ``specialBytes(_:)`` finds in words.
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

    /// The top bits of bytes of a word that are control characters, one of & ' < >, or 0xEF; the lowest is always
    /// right.
    @inline(__always)
    private static func specialBytes(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let tops: UInt64 = 0x8080_8080_8080_8080
        let quotes = (word | ones) ^ (ones &* 0x27)
        let brackets = (word | ones &* 2) ^ (ones &* 0x3E)
        let marks = word ^ (ones &* 0xEF)
        // A zero byte borrows; what a borrow makes wrong lies above a byte that is found anyway.
        let found =
            (word &- ones &* 0x20) & ~word | (quotes &- ones) & ~quotes | (brackets &- ones) & ~brackets
            | (marks &- ones) & ~marks
        return found & tops
    }
}

extension XMLWriter.Scope {
    fileprivate func isDefault(_ namespace: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let defaultNamespace else { return false }
        return equal(namespace, defaultNamespace.rawValue)
    }

    fileprivate func needsPrefix(_ namespace: UnsafeBufferPointer<UInt8>) -> Bool {
        if namespace.isEmpty { return false }
        if hasOctets(namespace, "http://etherx.jabber.org/streams") { return true }
        if hasOctets(namespace, "http://www.w3.org/XML/1998/namespace") { return true }
        if hasOctets(namespace, "http://www.w3.org/2000/xmlns/") { return true }
        return prefixes.contains { equal(namespace, $0.namespace.rawValue) }
    }
}
