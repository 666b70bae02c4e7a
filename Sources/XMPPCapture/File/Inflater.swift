// zlib takes and fills memory through pointers, and its state must not move while it is in use; both stay in here.
import CZlib

/// Incremental inflation by zlib, with output pulled in pieces so that a small input cannot fill the memory.
struct Inflater: ~Copyable {
    /// What wraps the compressed data.
    enum Wrapper: Int32, Sendable {
        /// RFC 1950, as XEP-0138 and HTTP's `deflate` use it.
        case zlib = 15
        /// RFC 1952, one or more members.
        case gzip = 31
        /// Bare RFC 1951 data.
        case raw = -15
    }

    /// What a pull for output found.
    enum Output: Sendable, Equatable {
        /// The next bytes, never none.
        case bytes([UInt8])
        /// All input is used up and the compressed data goes on.
        case needsInput
        /// The compressed data ended here; what input is left belongs to something else.
        case end(rest: [UInt8])
        /// The compressed data is damaged; nothing comes after it.
        case damaged(String)
    }

    private let stream: UnsafeMutablePointer<z_stream>
    private let wrapper: Wrapper
    private let isReady: Bool
    private var input: [UInt8] = []
    private var position = 0
    private var failure: String?
    private var hasEnded = false
    /// Whether compressed data is under way, so that an end of input now would cut it.
    private(set) var isInsideMember = false

    /// Makes ready to inflate data in `wrapper`.
    init(_ wrapper: Wrapper) {
        self.wrapper = wrapper
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let size = Int32(MemoryLayout<z_stream>.size)
        isReady = inflateInit2_(stream, wrapper.rawValue, ZLIB_VERSION, size) == Z_OK
    }

    deinit {
        if isReady { inflateEnd(stream) }
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    /// Whether all input was used up to the end of a block, as after a flush: the next byte out begins in later input.
    ///
    /// zlib says so in bit 7 of `data_type`.
    var isBetweenBlocks: Bool { position == input.count && stream.pointee.data_type & 128 != 0 }

    /// Adds compressed input.
    mutating func receive(_ bytes: [UInt8]) {
        if position == input.count {
            input = bytes
            position = 0
        } else {
            if position > input.count / 2 {
                input.removeFirst(position)
                position = 0
            }
            input.append(contentsOf: bytes)
        }
    }

    /// Inflates at most `limit` bytes.
    mutating func next(limit: Int = 1 << 17) -> Output {
        while true {
            if let failure { return .damaged(failure) }
            guard isReady else { return .damaged("zlib cannot be set up") }
            if hasEnded { return .end(rest: Array(input[position...])) }
            guard position < input.count || isInsideMember else { return .needsInput }
            let (output, status) = inflateOnce(limit: limit)
            switch status {
            case Z_OK, Z_BUF_ERROR:
                isInsideMember = true
                if output.isEmpty { return .needsInput }
            case Z_STREAM_END:
                isInsideMember = false
                endMember()
            default:
                failure = stream.pointee.msg.map { String(cString: $0) } ?? "zlib error \(status)"
            }
            if !output.isEmpty { return .bytes(output) }
        }
    }

    /// Goes on with the next gzip member (RFC 1952 §2.2) if one follows.
    private mutating func endMember() {
        guard wrapper == .gzip, position == input.count || input[position] == 0x1f else {
            hasEnded = true
            return
        }
        if inflateReset(stream) != Z_OK { failure = "zlib cannot be reset" }
    }

    private mutating func inflateOnce(limit: Int) -> (output: [UInt8], status: Int32) {
        var status = Z_OK
        var used = 0
        let stream = stream
        let start = position
        let output = input.withUnsafeMutableBufferPointer { input in
            [UInt8](unsafeUninitializedCapacity: max(limit, 1)) { output, count in
                let available = min(input.count - start, Int(UInt32.max))
                let room = min(output.count, Int(UInt32.max))
                stream.pointee.next_in = input.baseAddress.map { $0 + start }
                stream.pointee.avail_in = UInt32(available)
                stream.pointee.next_out = output.baseAddress
                stream.pointee.avail_out = UInt32(room)
                status = inflate(stream, Z_NO_FLUSH)
                used = available - Int(stream.pointee.avail_in)
                count = room - Int(stream.pointee.avail_out)
            }
        }
        position += used
        return (output, status)
    }
}
