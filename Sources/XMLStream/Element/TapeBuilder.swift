#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The scratch memory in which a tape grows: nodes and bytes, reused from one element to the next.
///
/// Raw memory, because every tag and every piece of text of a stream passes through it.
struct TapeBuilder: ~Copyable {
    private(set) var nodes: UnsafeMutablePointer<TapeNode>
    private(set) var nodeCount = 0
    private var nodeCapacity: Int
    private(set) var bytes: UnsafeMutablePointer<UInt8>
    private(set) var byteCount = 0
    private var byteCapacity: Int
    /// The namespaces of this tape that the program does not know, as ranges of its bytes.
    private var namespaces: UnsafeMutablePointer<(offset: UInt32, length: UInt32, hash: UInt64)>
    private var namespaceCount = 0
    private var namespaceCapacity = 8
    private var language: (offset: UInt32, length: UInt32) = (0, 0)

    init(nodeCapacity: Int, byteCapacity: Int) {
        self.nodeCapacity = max(16, nodeCapacity)
        self.byteCapacity = max(64, byteCapacity)
        nodes = .allocate(capacity: self.nodeCapacity)
        bytes = .allocate(capacity: self.byteCapacity)
        namespaces = .allocate(capacity: namespaceCapacity)
    }

    deinit {
        nodes.deallocate()
        bytes.deallocate()
        namespaces.deallocate()
    }

    /// The memory that is held, in bytes.
    var capacity: Int { (nodeCapacity + namespaceCapacity) * MemoryLayout<TapeNode>.stride + byteCapacity }

    @inline(__always)
    mutating func append(_ node: TapeNode) {
        if nodeCount == nodeCapacity { growNodes() }
        (nodes + nodeCount).initialize(to: node)
        nodeCount &+= 1
    }

    @inline(__always)
    mutating func append(_ source: UnsafePointer<UInt8>, _ count: Int) {
        if count > byteCapacity &- byteCount { growBytes(by: count) }
        memcpy(bytes + byteCount, source, count)
        byteCount &+= count
    }

    @inline(__always)
    mutating func append(_ source: UnsafeBufferPointer<UInt8>) {
        guard let start = source.baseAddress else { return }
        append(start, source.count)
    }

    /// Makes room for so many nodes and bytes, which are then appended without looking.
    @inline(__always)
    mutating func reserve(nodes count: Int, bytes byteCount: Int) {
        while count > nodeCapacity &- nodeCount { growNodes() }
        let byteCount = byteCount &+ ZeroTerminated.overrun
        if byteCount > byteCapacity &- self.byteCount { growBytes(by: byteCount) }
    }

    /// Appends an attribute whose value ends with a zero byte, into room that was reserved for it and that byte.
    @inline(__always)
    mutating func appendReserved(_ name: NameReference, _ value: UnsafePointer<CChar>) {
        let length = ZeroTerminated.copy(
            UnsafeRawPointer(value).assumingMemoryBound(to: UInt8.self), to: bytes + byteCount)
        (nodes + nodeCount).initialize(
            to: TapeNode(
                .attribute, name: name, a: UInt32(truncatingIfNeeded: byteCount), b: UInt32(truncatingIfNeeded: length))
        )
        byteCount &+= length
        nodeCount &+= 1
    }

    mutating func clear() {
        nodeCount = 0
        byteCount = 0
        namespaceCount = 0
        language = (0, 0)
    }

    /// The tape of what was built; the builder is empty afterwards.
    @inline(__always)
    mutating func finish() -> Tape {
        let tape = Tape.copy(
            nodes: nodes,
            count: nodeCount,
            bytes: bytes,
            byteCount: byteCount,
            language: language
        )
        clear()
        return tape
    }

    mutating func inherit(language text: UnsafeBufferPointer<UInt8>) {
        language = (UInt32(truncatingIfNeeded: byteCount), UInt32(truncatingIfNeeded: text.count))
        append(text)
    }

    @inline(never)
    private mutating func growNodes() {
        let larger = UnsafeMutablePointer<TapeNode>.allocate(capacity: nodeCapacity * 2)
        larger.moveInitialize(from: nodes, count: nodeCount)
        nodes.deallocate()
        nodes = larger
        nodeCapacity *= 2
    }

    @inline(never)
    private mutating func growBytes(by count: Int) {
        precondition(byteCount + count <= Int32.max, "an element cannot hold more than 2 GiB")
        byteCapacity = max(byteCapacity * 2, byteCount + count)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: byteCapacity)
        memcpy(larger, bytes, byteCount)
        bytes.deallocate()
        bytes = larger
    }
}

// MARK: - Names and namespaces

extension TapeBuilder {
    /// The reference of a namespace that is not a known one; its text is copied once per tape.
    mutating func ownNamespace(_ text: UnsafeBufferPointer<UInt8>, hash: UInt64) -> NamespaceReference {
        var index = namespaceCount
        while index > max(0, namespaceCount - Self.namespacesCompared) {
            index -= 1
            let entry = namespaces[index]
            if entry.hash == hash, equal(bytesOf(entry.offset, entry.length), text) {
                return NamespaceReference(own: index)
            }
        }
        if namespaceCount == namespaceCapacity { growNamespaces() }
        (namespaces + namespaceCount).initialize(
            to: (UInt32(truncatingIfNeeded: byteCount), UInt32(truncatingIfNeeded: text.count), hash))
        namespaceCount += 1
        append(text)
        return NamespaceReference(own: namespaceCount - 1)
    }

    /// A namespace that was last declared longer ago than this many others is written once more.
    private static var namespacesCompared: Int { 32 }

    @inline(never)
    private mutating func growNamespaces() {
        let larger = UnsafeMutablePointer<(offset: UInt32, length: UInt32, hash: UInt64)>.allocate(
            capacity: namespaceCapacity * 2)
        larger.moveInitialize(from: namespaces, count: namespaceCount)
        namespaces.deallocate()
        namespaces = larger
        namespaceCapacity *= 2
    }

    /// Writes the record of a name that is not a known one.
    mutating func record(
        local: UnsafeBufferPointer<UInt8>,
        namespace: NamespaceReference,
        prefix: UnsafeBufferPointer<UInt8>
    ) -> NameReference {
        var record = NameRecord(
            namespaceOffset: NameRecord.knownNamespace,
            namespaceLength: namespace.rawValue,
            localLength: UInt32(truncatingIfNeeded: local.count),
            prefixLength: UInt32(truncatingIfNeeded: prefix.count)
        )
        if !namespace.isKnown {
            record.namespaceOffset = namespaces[namespace.index].offset
            record.namespaceLength = namespaces[namespace.index].length
        }
        let reference = NameReference(recordAt: byteCount)
        withUnsafeBytes(of: &record) { append($0.assumingMemoryBound(to: UInt8.self)) }
        append(local)
        append(prefix)
        return reference
    }

    /// Whether a record that was written to this tape before has these parts.
    func hasRecord(
        _ reference: NameReference,
        local: UnsafeBufferPointer<UInt8>,
        namespace: NamespaceReference,
        prefix: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        let offset = reference.recordOffset
        let record = (UnsafeRawPointer(bytes) + offset).loadUnaligned(as: NameRecord.self)
        let sameNamespace =
            namespace.isKnown
            ? record.namespaceOffset == NameRecord.knownNamespace && record.namespaceLength == namespace.rawValue
            : record.namespaceOffset == namespaces[namespace.index].offset
        let localOffset = UInt32(truncatingIfNeeded: offset + NameRecord.size)
        return sameNamespace && equal(bytesOf(localOffset, record.localLength), local)
            && equal(bytesOf(localOffset + record.localLength, record.prefixLength), prefix)
    }

    func namespaceText(_ reference: NamespaceReference) -> UnsafeBufferPointer<UInt8> {
        if reference.isKnown { return NameRegistry.namespaceEntry(reference.rawValue).pointee.text }
        let entry = namespaces[reference.index]
        return bytesOf(entry.offset, entry.length)
    }

    private func bytesOf(_ offset: UInt32, _ length: UInt32) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: bytes + Int(offset), count: Int(length))
    }
}

// MARK: - Nodes

extension TapeBuilder {
    @inline(__always)
    mutating func setName(_ name: NameReference, at index: Int) { nodes[index].name = name }

    @inline(__always)
    mutating func setAttributeCount(_ count: Int, at index: Int) { nodes[index].setAttributeCount(count) }

    @inline(__always)
    mutating func closeElement(at index: Int) { nodes[index].a = UInt32(truncatingIfNeeded: nodeCount) }

    @inline(__always)
    mutating func extendText(by count: Int) { nodes[nodeCount &- 1].b &+= UInt32(truncatingIfNeeded: count) }
}
