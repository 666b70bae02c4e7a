import Synchronization

/// Keeps one object with scratch memory for whoever needs one next; whoever takes it owns it.
struct IdleSlot<Object: AnyObject>: ~Copyable, Sendable {
    /// The address of the object, which counts as one reference to it, or 0.
    private let address = Atomic<UInt>(0)

    func take() -> Object? {
        let address = address.exchange(0, ordering: .acquiring)
        return UnsafeRawPointer(bitPattern: address).map { Unmanaged<Object>.fromOpaque($0).takeRetainedValue() }
    }

    func put(_ object: consuming Object) {
        let new = UInt(bitPattern: Unmanaged.passRetained(object).toOpaque())
        let old = UnsafeRawPointer(bitPattern: address.exchange(new, ordering: .acquiringAndReleasing))
        if let old { Unmanaged<Object>.fromOpaque(old).release() }
    }
}
