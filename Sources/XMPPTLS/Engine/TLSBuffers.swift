import COpenSSL

/// What stands between OpenSSL and the driver: OpenSSL reads out of the bytes that are being received and writes into
/// an array that is handed over whole, so that a connection at rest holds no buffer at all.
final class TLSBuffers {
    /// Received bytes that are lent for the time of a call.
    private var lent = UnsafeRawBufferPointer(start: nil, count: 0)
    /// Received bytes that OpenSSL did not want yet.
    private var held: ArraySlice<UInt8> = []
    private var outgoing: [UInt8] = []

    /// How many received bytes wait to be read.
    var heldCount: Int { held.count }

    /// Lends bytes to OpenSSL for the time of the call and keeps what it leaves.
    func lend(_ bytes: UnsafeRawBufferPointer, during body: () -> Void) {
        lent = bytes
        body()
        held += lent
        lent = UnsafeRawBufferPointer(start: nil, count: 0)
    }

    /// Forgets received bytes that nobody will read.
    func discardIncoming() {
        held = []
    }

    /// Hands over everything that is to be sent; `nil` if there is nothing.
    func takeOutgoing() -> [UInt8]? {
        guard !outgoing.isEmpty else { return nil }
        defer { outgoing = [] }
        return outgoing
    }

    fileprivate func read(into target: UnsafeMutableRawBufferPointer) -> Int {
        if !held.isEmpty {
            let part = held.prefix(target.count)
            target.copyBytes(from: part)
            held = part.count == held.count ? [] : held.dropFirst(part.count)
            return part.count
        }
        let part = UnsafeRawBufferPointer(rebasing: lent.prefix(target.count))
        target.copyBytes(from: part)
        lent = UnsafeRawBufferPointer(rebasing: lent.dropFirst(part.count))
        return part.count
    }

    fileprivate func write(_ bytes: UnsafeRawBufferPointer) {
        outgoing += bytes
    }

    /// A new BIO over the buffers, which must outlive it; `nil` if OpenSSL has no memory.
    func makeBIO() -> OpaquePointer? {
        guard let bio = BIO_new(Self.method) else { return nil }
        BIO_set_data(bio, Unmanaged.passUnretained(self).toOpaque())
        BIO_set_init(bio, 1)
        return bio
    }

    /// Made once and never changed, so that it may be shared: hence `unsafe`.
    private nonisolated(unsafe) static let method: OpaquePointer? = {
        guard let method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "StanzaKit") else { return nil }
        BIO_meth_set_read_ex(method) { bio, target, count, readCount in
            guard let buffers = TLSBuffers.of(bio), let readCount else { return 0 }
            readCount.pointee = buffers.read(into: UnsafeMutableRawBufferPointer(start: target, count: count))
            if readCount.pointee > 0 { return 1 }
            // Nothing there is no error: OpenSSL is to come back when there is.
            BIO_set_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY)
            return 0
        }
        BIO_meth_set_write_ex(method) { bio, source, count, writtenCount in
            guard let buffers = TLSBuffers.of(bio), let writtenCount else { return 0 }
            buffers.write(UnsafeRawBufferPointer(start: source, count: count))
            writtenCount.pointee = count
            return 1
        }
        BIO_meth_set_ctrl(method) { _, command, _, _ in command == BIO_CTRL_FLUSH ? 1 : 0 }
        return method
    }()

    private static func of(_ bio: OpaquePointer?) -> TLSBuffers? {
        guard let bio, let pointer = BIO_get_data(bio) else { return nil }
        BIO_clear_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY)
        return Unmanaged<TLSBuffers>.fromOpaque(pointer).takeUnretainedValue()
    }
}
