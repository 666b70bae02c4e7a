/// The elements that an engine has finished and nobody has taken yet, in order.
///
/// Raw memory, because an array would count references twice for every element that passes through.
struct FinishedElements: ~Copyable {
    struct Entry {
        var element: Element
        /// The bytes it was written in, as offsets in the stream.
        var range: Range<Int>
    }

    private var entries: UnsafeMutablePointer<Entry>
    private var capacity = 16
    private var taken = 0
    private var end = 0

    init() {
        entries = .allocate(capacity: capacity)
    }

    deinit {
        (entries + taken).deinitialize(count: end - taken)
        entries.deallocate()
    }

    /// How many there are.
    @inline(__always)
    var count: Int { end &- taken }

    /// The memory that is held, in bytes.
    var byteCapacity: Int { capacity * MemoryLayout<Entry>.stride }

    @inline(__always)
    mutating func append(_ entry: consuming Entry) {
        if end == capacity { makeRoom() }
        (entries + end).initialize(to: entry)
        end &+= 1
    }

    /// Takes the first.
    @inline(__always)
    mutating func popFirst() -> Entry? {
        guard taken < end else { return nil }
        let entry = (entries + taken).move()
        taken &+= 1
        if taken == end { (taken, end) = (0, 0) }
        return entry
    }

    /// The entry so many behind the first; there must be one.
    subscript(index: Int) -> Entry {
        precondition(index >= 0 && index < count)
        return entries[taken + index]
    }

    /// The bytes of the last one.
    var lastRange: Range<Int>? { count > 0 ? entries[end - 1].range : nil }

    mutating func removeAll() {
        (entries + taken).deinitialize(count: end - taken)
        (taken, end) = (0, 0)
    }

    @inline(never)
    private mutating func makeRoom() {
        let target = taken > 0 ? entries : .allocate(capacity: capacity * 2)
        target.moveInitialize(from: entries + taken, count: count)
        if target != entries {
            entries.deallocate()
            entries = target
            capacity *= 2
        }
        (taken, end) = (0, count)
    }
}
