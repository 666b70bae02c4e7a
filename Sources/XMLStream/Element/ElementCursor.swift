#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// An element on a tape that someone else keeps alive, for those who read very many fields.
///
/// An `Element` counts a reference to its tape whenever it is made or given away, which costs more than reading what
/// it stands for. A cursor does not: it is void as soon as the element is gone that it was made from, so it stays
/// within one call, and what has one cannot be copied.
package struct ElementCursor {
    let view: Tape.View
    let tape: Unmanaged<Tape>
    /// Where the element is on its tape.
    package let index: Int

    @inline(__always)
    init(view: Tape.View, tape: Unmanaged<Tape>, index: Int) {
        self.view = view
        self.tape = tape
        self.index = index
    }

    /// The cursor at another place of the same tape, which must be that of an element.
    @inline(__always)
    package func at(_ index: Int) -> ElementCursor { ElementCursor(view: view, tape: tape, index: index) }

    /// The element that the cursor is at.
    package var element: Element { Element(tape: tape.takeUnretainedValue(), index: index) }

    /// The element at a place of the same tape.
    package func element(at index: Int) -> Element { Element(tape: tape.takeUnretainedValue(), index: index) }

    // MARK: Names

    /// The name of the element at a place of the same tape.
    package func name(at index: Int) -> Name { view.name(view[index].name) }

    /// The number of the name of the element at a place of the same tape; 0 if it is not a known one.
    @inline(__always)
    package func nameNumber(at index: Int) -> UInt32 {
        let name = view[index].name
        return name.isKnown ? name.rawValue : 0
    }

    /// Whether the element at a place of the same tape has a local name, in whatever namespace.
    package func has(_ local: StaticString, at index: Int) -> Bool { view.has(WantedName(local), view[index].name) }

    // MARK: Places

    /// The place of the first piece of content.
    @inline(__always)
    package var contentStart: Int { index &+ 1 &+ view[index].attributeCount }

    /// The place behind the last piece of content.
    @inline(__always)
    package var contentEnd: Int { Int(view[index].a) }

    /// The place of the next child from a place on; nil if there is none.
    @inline(__always)
    package func nextChild(from place: Int) -> Int? {
        var place = place
        let end = contentEnd
        while place < end && view[place].isText { place &+= 1 }
        return place < end ? place : nil
    }

    /// The place of the next element from a place on, of this one and all inside it; nil if there is none.
    @inline(__always)
    package func nextElement(from place: Int) -> Int? {
        var place = place
        let end = contentEnd
        while place < end && !view[place].isElement { place &+= 1 }
        return place < end ? place : nil
    }

    /// The place behind the child at a place.
    @inline(__always)
    package func place(behind child: Int) -> Int { Int(view[child].a) }

    /// The place of the first child of a name.
    package func firstChild(_ name: Name) -> Int? {
        var place = contentStart
        while let child = nextChild(from: place) {
            if view.matches(view[child].name, name) { return child }
            place = self.place(behind: child)
        }
        return nil
    }

    /// The place of the next child, from a place on, with a local name in this element's own namespace.
    package func nextSibling(_ local: StaticString, from place: Int) -> Int? {
        let wanted = WantedName(local)
        let own = view[index].name
        var place = place
        while let child = nextChild(from: place) {
            let name = view[child].name
            if view.has(wanted, name), view.hasSameNamespace(name, own) { return child }
            place = self.place(behind: child)
        }
        return nil
    }

    /// The place of an attribute without a namespace.
    package func attribute(_ local: StaticString) -> Int? {
        let wanted = WantedName(local)
        for place in attributes where view.has(wanted, view[place].name) && view.isInNoNamespace(view[place].name) {
            return place
        }
        return nil
    }

    /// The place of an attribute.
    package func attribute(_ name: Name) -> Int? {
        for place in attributes where view.matches(view[place].name, name) { return place }
        return nil
    }

    @inline(__always)
    private var attributes: Range<Int> { index &+ 1..<contentStart }

    // MARK: Values

    /// The octets of the attribute or of the text at a place.
    @inline(__always)
    package func octets(at place: Int) -> UnsafeBufferPointer<UInt8> {
        let node = view[place]
        return view.text(node.a, node.b)
    }

    /// The octets of the attribute at an offset from the element's own node, nil for 0.
    @inline(__always)
    package func octets(atOffset offset: UInt32) -> UnsafeBufferPointer<UInt8>? {
        offset == 0 ? nil : octets(at: index &+ Int(offset))
    }

    /// The attribute or the text at a place.
    package func string(at place: Int) -> String { String(decoding: octets(at: place), as: UTF8.self) }

    /// The text directly in the element at a place, if it is in one piece or empty; nil if it is in more.
    package func plainText(of place: Int) -> UnsafeBufferPointer<UInt8>? {
        var text: UnsafeBufferPointer<UInt8>?
        var next = place &+ 1 &+ view[place].attributeCount
        let end = Int(view[place].a)
        while next < end {
            let node = view[next]
            if node.isText {
                if text != nil { return nil }
                text = view.text(node.a, node.b)
                next &+= 1
            } else {
                next = Int(node.a)
            }
        }
        return text ?? UnsafeBufferPointer(start: nil, count: 0)
    }

    /// The text directly in the element at a place, as a string.
    package func text(of place: Int) -> String {
        plainText(of: place).map { String(decoding: $0, as: UTF8.self) } ?? element(at: place).text
    }
}

extension Element {
    /// A cursor at this element; the caller keeps the element alive as long as it, or one made from it, is used.
    package var cursor: ElementCursor {
        ElementCursor(view: tape.withView { $0 }, tape: Unmanaged.passUnretained(tape), index: index)
    }
}

/// A local name that names on a tape are compared with.
struct WantedName {
    let text: UnsafePointer<UInt8>
    let count: Int
    let head: UInt64

    @inline(__always)
    init(_ local: StaticString) {
        text = local.utf8Start
        count = local.utf8CodeUnitCount
        head = ByteHash.head(text, count)
    }
}

extension Tape.View {
    /// Whether a reference means a local name, in whatever namespace.
    @inline(__always)
    func has(_ wanted: WantedName, _ reference: NameReference) -> Bool {
        guard reference.isKnown else { return hasUnknown(wanted, reference) }
        let entry = NameRegistry.entry(reference.rawValue)
        guard entry.pointee.head == wanted.head, entry.pointee.local.count == wanted.count else { return false }
        guard wanted.count > 8, let local = entry.pointee.local.baseAddress else { return true }
        return memcmp(local + 8, wanted.text + 8, wanted.count &- 8) == 0
    }

    @inline(never)
    private func hasUnknown(_ wanted: WantedName, _ reference: NameReference) -> Bool {
        equal(localName(reference), UnsafeBufferPointer(start: wanted.text, count: wanted.count))
    }
}
