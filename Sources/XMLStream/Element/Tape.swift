#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

struct TapeHeader {
    var nodeCount: Int
    var byteCount: Int
    /// The language that the root inherits from its stream, among the bytes.
    var inheritedLanguageOffset: UInt32
    var inheritedLanguageLength: UInt32
}

/// One element with all that is in it, in a single allocation: the nodes in document order, then their bytes.
///
/// It is filled before anyone else sees it and never changes. Raw memory, because this is what
/// makes an element tree cost one allocation; all reading goes through `View`, whose offsets were written by the
/// `TapeBuilder` that counted the bytes.
final class Tape: ManagedBuffer<TapeHeader, TapeNode> {
    /// How many bytes can be read behind the last, which makes reading whole blocks of them safe; they are zeros.
    static let overrun = 16

    static func copy(
        nodes: UnsafePointer<TapeNode>,
        count: Int,
        bytes: UnsafePointer<UInt8>,
        byteCount: Int,
        language: (offset: UInt32, length: UInt32)
    ) -> Tape {
        let byteNodes = (byteCount &+ overrun &+ 15) &>> 4
        let buffer = Tape.create(minimumCapacity: count &+ byteNodes) { _ in
            TapeHeader(
                nodeCount: count,
                byteCount: byteCount,
                inheritedLanguageOffset: language.offset,
                inheritedLanguageLength: language.length
            )
        }
        let tape = unsafeDowncast(buffer, to: Tape.self)
        tape.withUnsafeMutablePointerToElements { target in
            memcpy(target, nodes, count &* MemoryLayout<TapeNode>.stride)
            let end = UnsafeMutableRawPointer(target + count) + byteCount
            memcpy(target + count, bytes, byteCount)
            end.storeBytes(of: .zero, as: SIMD16<UInt8>.self)
        }
        return tape
    }

    @inline(__always)
    func withView<R, E: Error>(_ body: (View) throws(E) -> R) throws(E) -> R {
        try withUnsafeMutablePointers { (header, elements) throws(E) -> R in
            try body(
                View(
                    nodes: UnsafePointer(elements),
                    bytes: UnsafeRawPointer(elements + header.pointee.nodeCount)
                )
            )
        }
    }

    /// The parts of a tape, valid while it is.
    struct View {
        let nodes: UnsafePointer<TapeNode>
        let bytes: UnsafeRawPointer

        @inline(__always)
        subscript(index: Int) -> TapeNode { nodes[index] }

        @inline(__always)
        func text(_ offset: UInt32, _ length: UInt32) -> UnsafeBufferPointer<UInt8> {
            UnsafeBufferPointer(
                start: (bytes + Int(offset)).assumingMemoryBound(to: UInt8.self),
                count: Int(length)
            )
        }

        @inline(__always)
        func string(_ offset: UInt32, _ length: UInt32) -> String {
            String(decoding: text(offset, length), as: UTF8.self)
        }
    }
}

// MARK: - Names

extension Tape.View {
    func record(_ reference: NameReference) -> NameRecord {
        (bytes + reference.recordOffset).loadUnaligned(as: NameRecord.self)
    }

    func localName(_ reference: NameReference) -> UnsafeBufferPointer<UInt8> {
        if reference.isKnown { return NameRegistry.entry(reference.rawValue).pointee.local }
        return text(UInt32(reference.recordOffset + NameRecord.size), record(reference).localLength)
    }

    func prefix(_ reference: NameReference) -> UnsafeBufferPointer<UInt8> {
        guard !reference.isKnown else { return UnsafeBufferPointer(start: nil, count: 0) }
        let record = record(reference)
        return text(UInt32(reference.recordOffset + NameRecord.size) + record.localLength, record.prefixLength)
    }

    func namespace(_ reference: NameReference) -> UnsafeBufferPointer<UInt8> {
        if reference.isKnown {
            return NameRegistry.namespaceEntry(NameRegistry.entry(reference.rawValue).pointee.namespaceID).pointee.text
        }
        let record = record(reference)
        if record.namespaceOffset == NameRecord.knownNamespace {
            return NameRegistry.namespaceEntry(record.namespaceLength).pointee.text
        }
        return text(record.namespaceOffset, record.namespaceLength)
    }

    func name(_ reference: NameReference) -> Name {
        if reference.isKnown { return Name(known: reference.rawValue) }
        return Name(
            String(decoding: localName(reference), as: UTF8.self),
            in: Namespace(rawValue: String(decoding: namespace(reference), as: UTF8.self))
        )
    }

    /// Whether a reference on this tape means `name`.
    @inline(__always)
    func matches(_ reference: NameReference, _ name: Name) -> Bool {
        if reference.isKnown && name.id != 0 { return reference.rawValue == name.id }
        return matchesSlowly(reference, name)
    }

    @inline(never)
    private func matchesSlowly(_ reference: NameReference, _ name: Name) -> Bool {
        equal(localName(reference), name.localName) && equal(namespace(reference), name.namespace.rawValue)
    }

    /// Whether a reference on this tape means the same name as one on another.
    func matches(_ reference: NameReference, _ other: Tape.View, _ otherReference: NameReference) -> Bool {
        if reference.isKnown && otherReference.isKnown { return reference == otherReference }
        return equal(localName(reference), other.localName(otherReference))
            && equal(namespace(reference), other.namespace(otherReference))
    }
}

@inline(__always)
func equal(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Bool {
    guard a.count == b.count else { return false }
    guard let start = a.baseAddress, let other = b.baseAddress else { return true }
    // One text of a tape is often compared with itself, and may be long.
    return start == other || memcmp(start, other, a.count) == 0
}

@inline(__always)
func equal(_ bytes: UnsafeBufferPointer<UInt8>, _ text: String) -> Bool {
    bytes.count == text.utf8.count && text.withOctets { equal(bytes, $0) }
}

@inline(__always)
func hasSameOctets(_ a: String, _ b: String) -> Bool {
    a.utf8.count == b.utf8.count && a.withOctets { equal($0, b) }
}

extension String {
    /// Calls `body` with the octets, which takes no copy of a string that is in UTF-8 already.
    @inline(__always)
    func withOctets<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
        var copy = self
        return copy.withUTF8(body)
    }
}

/// Whether octets are those of a text of the program's own.
@inline(__always)
package func hasOctets(_ octets: UnsafeBufferPointer<UInt8>, _ text: StaticString) -> Bool {
    guard octets.count == text.utf8CodeUnitCount, octets.count > 0, let start = octets.baseAddress else {
        return octets.count == text.utf8CodeUnitCount
    }
    return memcmp(start, text.utf8Start, octets.count) == 0
}
