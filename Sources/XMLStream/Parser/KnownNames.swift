#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// One engine's view of the registry of known names: hash tables that are read without a lock.
///
/// Raw memory, because every element name and every namespace declaration of a stream is looked up here.
struct KnownNames: ~Copyable {
    private struct Slot {
        /// The first eight bytes of the local name, which are all of most.
        var head: UInt64
        var local: UnsafePointer<UInt8>?
        var localLength: UInt32
        var namespace: UInt32
        var id: UInt32
    }

    private static var emptySlot: Slot { Slot(head: 0, local: nil, localLength: 0, namespace: 0, id: 0) }

    private var slots: UnsafeMutablePointer<Slot>
    private var mask: Int
    private var namesSeen = 0
    private var namespaceSlots: UnsafeMutablePointer<UInt32>
    private var namespaceMask: Int
    private var namespacesSeen = 0
    private let registry = NameRegistry.shared

    init() {
        (slots, mask) = (.allocate(capacity: 512), 511)
        slots.initialize(
            repeating: Self.emptySlot,
            count: 512
        )
        (namespaceSlots, namespaceMask) = (.allocate(capacity: 256), 255)
        namespaceSlots.initialize(repeating: 0, count: 256)
    }

    deinit {
        slots.deallocate()
        namespaceSlots.deallocate()
    }

    /// Takes over the names that have become known since the last call; returns whether there are any.
    @inline(__always)
    mutating func update() -> Bool {
        if registry.count == namesSeen && registry.namespaceCount == namespacesSeen { return false }
        rebuild()
        return true
    }

    @inline(never)
    private mutating func rebuild() {
        let nameCount = registry.count
        let namespaceCount = registry.namespaceCount
        var size = 512
        while size < nameCount * 2 { size *= 2 }
        slots.deallocate()
        (slots, mask) = (.allocate(capacity: size), size - 1)
        slots.initialize(
            repeating: Self.emptySlot,
            count: size
        )
        for id in 1...UInt32(max(1, nameCount)) where Int(id) <= nameCount { insert(id) }
        size = 256
        while size < namespaceCount * 2 { size *= 2 }
        namespaceSlots.deallocate()
        (namespaceSlots, namespaceMask) = (.allocate(capacity: size), size - 1)
        namespaceSlots.initialize(repeating: 0, count: size)
        for id in 1...UInt32(namespaceCount) { insertNamespace(id) }
        (namesSeen, namespacesSeen) = (nameCount, namespaceCount)
    }

    private mutating func insert(_ id: UInt32) {
        let entry = NameRegistry.entry(id).pointee
        let hash = ByteHash.combined(entry.localHash, entry.namespaceID)
        var index = Int(truncatingIfNeeded: hash >> 40) & mask
        while slots[index].id != 0 { index = (index + 1) & mask }
        guard let start = entry.local.baseAddress else { return }
        slots[index] = Slot(
            head: entry.head, local: start,
            localLength: UInt32(truncatingIfNeeded: entry.local.count), namespace: entry.namespaceID, id: id)
    }

    private mutating func insertNamespace(_ id: UInt32) {
        var index = Int(truncatingIfNeeded: NameRegistry.namespaceEntry(id).pointee.hash >> 32) & namespaceMask
        while namespaceSlots[index] != 0 { index = (index + 1) & namespaceMask }
        namespaceSlots[index] = id
    }

    /// The number of a name, or 0 if it is not a known one.
    @inline(__always)
    func id(_ name: RawName, namespace: UInt32) -> UInt32 {
        var index = Int(truncatingIfNeeded: ByteHash.combined(name.hash, namespace) &>> 40) & mask
        while true {
            let slot = slots + index
            let id = slot.pointee.id
            if id == 0 { return 0 }
            if slot.pointee.head == name.head && slot.pointee.namespace == namespace
                && Int(slot.pointee.localLength) == name.count && hasSameRest(slot.pointee.local, name)
            {
                return id
            }
            index = (index &+ 1) & mask
        }
    }

    @inline(__always)
    private func hasSameRest(_ known: UnsafePointer<UInt8>?, _ name: RawName) -> Bool {
        guard name.count > 8, let known else { return true }
        return memcmp(known + 8, name.start + 8, name.count &- 8) == 0
    }

    /// The number of a namespace, or 0 if it is not a known one.
    @inline(__always)
    func namespace(_ text: UnsafeBufferPointer<UInt8>, hash: UInt64) -> UInt32 {
        var index = Int(truncatingIfNeeded: hash >> 32) & namespaceMask
        while true {
            let id = namespaceSlots[index]
            if id == 0 { return 0 }
            let entry = NameRegistry.namespaceEntry(id)
            if entry.pointee.hash == hash && equal(entry.pointee.text, text) { return id }
            index = (index &+ 1) & namespaceMask
        }
    }
}
