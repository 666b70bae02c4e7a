/// What waits to be written to a socket.
struct OutgoingBytes {
    /// Small writes are joined up to this size, so that each system call carries many.
    private static let joinedSize = 1 << 16

    private var chunks: [[UInt8]] = []
    private var head = 0
    /// How much of the first chunk was written.
    private var offset = 0
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    mutating func append(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        count += bytes.count
        if let last = chunks.indices.last, last >= head, chunks[last].count + bytes.count <= Self.joinedSize {
            chunks[last] += bytes
        } else {
            chunks.append(bytes)
        }
    }

    /// Writes as much as the socket takes; returns how much that was.
    mutating func write(to socket: Socket) throws(SocketError) -> Int {
        var total = 0
        while head < chunks.count {
            let result = chunks[head].withUnsafeBytes { bytes in
                Result { () throws(SocketError) in
                    try socket.write(UnsafeRawBufferPointer(rebasing: bytes.dropFirst(offset)))
                }
            }
            guard let written = try result.get() else { break }
            total += written
            advance(by: written)
        }
        return total
    }

    private mutating func advance(by written: Int) {
        count -= written
        offset += written
        guard offset == chunks[head].count else { return }
        offset = 0
        // The memory goes at once, the places in the list when all of them are empty.
        chunks[head] = []
        head += 1
        if head == chunks.count {
            chunks = []
            head = 0
        } else if head >= 64 {
            chunks.removeFirst(head)
            head = 0
        }
    }
}
