import Synchronization

/// Keeps one piece of scratch memory for whoever needs one next; whoever takes it owns it.
struct IdleSlot<Scratch: ~Copyable>: ~Copyable, Sendable {
    /// The address of the scratch memory, or 0.
    private let address = Atomic<UInt>(0)

    @inline(__always)
    func take() -> UnsafeMutablePointer<Scratch>? {
        UnsafeMutablePointer(bitPattern: address.exchange(0, ordering: .acquiring))
    }

    @inline(__always)
    func put(_ scratch: UnsafeMutablePointer<Scratch>) {
        let old = address.exchange(UInt(bitPattern: scratch), ordering: .acquiringAndReleasing)
        if let old = UnsafeMutablePointer<Scratch>(bitPattern: old) { Self.free(old) }
    }

    /// Gives back what nobody will need.
    @inline(never)
    static func free(_ scratch: UnsafeMutablePointer<Scratch>) {
        scratch.deinitialize(count: 1)
        scratch.deallocate()
    }

    /// Scratch memory where there was none.
    @inline(never)
    static func make(_ scratch: consuming Scratch) -> UnsafeMutablePointer<Scratch> {
        let place = UnsafeMutablePointer<Scratch>.allocate(capacity: 1)
        place.initialize(to: scratch)
        return place
    }
}
