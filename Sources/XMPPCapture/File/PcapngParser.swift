/// The pcapng format: sections of blocks, each section with its own byte order and interfaces.
struct PcapngParser: Sendable {
    static let sectionHeaderType = PcapngBlock.sectionHeader.rawValue

    /// Type and length before a block's body, and the length again behind it.
    private static let blockOverhead = 12
    /// Room for the options of a packet block beside its packet.
    private static let packetOptionBytes = 1 << 16

    private let limits: CaptureLimits
    private var order: ByteOrder?
    private var interfaces: [PcapngInterface] = []
    private var packets = 0
    /// What is left to skip of a block that is not understood.
    private var bytesToSkip = 0
    /// What a block without a packet gave, the last first.
    private var queue: [CaptureRecord] = []

    init(limits: CaptureLimits) {
        self.limits = limits
    }

    /// The byte order that a section header's magic number, read in network order, announces.
    static func byteOrder(of magic: UInt32) -> ByteOrder? {
        switch magic {
        case 0x1a2b_3c4d: .bigEndian
        case 0x4d3c_2b1a: .littleEndian
        default: nil
        }
    }

    /// Whether the end of a block that is being skipped has not arrived.
    var isInsideBlock: Bool { bytesToSkip > 0 }

    /// The next record, or nil if more input is needed.
    mutating func next(from input: inout InputBuffer) throws(CaptureError) -> CaptureRecord? {
        while queue.isEmpty {
            guard skipRest(of: &input), let (type, length) = try blockHeader(input) else { return nil }
            guard let block = PcapngBlock(rawValue: type) else {
                if PcapngBlock.otherFrames.contains(type) { packets += 1 }
                bytesToSkip = length
                continue
            }
            try checkLimit(length, of: block, at: input.offset)
            guard input.count >= length, let order else { return nil }
            let start = input.offset
            guard let bytes = input.take(length) else { return nil }
            guard bytes.uint32(at: length - 4, order) == UInt32(length) else {
                throw CaptureError(.malformed, at: start, "the lengths before and behind a block differ")
            }
            let body = bytes.part(from: 8, length: length - Self.blockOverhead)
            if let record = try read(block, body: body, at: start) { return record }
        }
        return queue.popLast()
    }

    /// Skips what remains of an unknown block; false if its end has not arrived.
    private mutating func skipRest(of input: inout InputBuffer) -> Bool {
        let step = min(bytesToSkip, input.count)
        input.skip(step)
        bytesToSkip -= step
        return bytesToSkip == 0
    }

    /// Type and total length of the block at the start of the input; a section header sets the byte order.
    private mutating func blockHeader(_ input: InputBuffer) throws(CaptureError) -> (type: UInt32, length: Int)? {
        let bytes = input.unread
        guard bytes.count >= Self.blockOverhead else { return nil }
        if bytes.uint32(at: 0) == Self.sectionHeaderType {
            guard let magic = bytes.uint32(at: 8), let order = Self.byteOrder(of: magic) else {
                throw CaptureError(.malformed, at: input.offset + 8, "a section header without the byte order magic")
            }
            self.order = order
        }
        guard let order, let type = bytes.uint32(at: 0, order), let length = bytes.uint32(at: 4, order) else {
            throw CaptureError(.notACapture, at: input.offset, "a pcapng file begins with a section header")
        }
        guard length >= Self.blockOverhead, length % 4 == 0 else {
            throw CaptureError(.malformed, at: input.offset + 4, "a block cannot be \(length) bytes long")
        }
        return (type, Int(length))
    }

    private func checkLimit(_ length: Int, of block: PcapngBlock, at offset: UInt64) throws(CaptureError) {
        let limit = block.isPacket ? limits.recordBytes + Self.packetOptionBytes : limits.blockBytes
        guard length <= limit else {
            throw CaptureError(
                .limitExceeded,
                at: offset + 4,
                "a block of \(length) bytes exceeds the limit of \(limit)"
            )
        }
    }

    private mutating func read(
        _ block: PcapngBlock,
        body: ArraySlice<UInt8>,
        at offset: UInt64
    ) throws(CaptureError) -> CaptureRecord? {
        let order = order ?? .littleEndian
        switch block {
        case .sectionHeader:
            try beginSection(body, at: offset, order: order)
        case .interface:
            let options = PcapngOption.all(in: body.part(from: 8), order: order)
            guard let interface = PcapngInterface(body, options: options, order: order) else {
                throw CaptureError(.malformed, at: offset, "an interface description without its fixed fields")
            }
            guard interfaces.count < limits.interfaces else {
                throw CaptureError(.limitExceeded, at: offset, "more than \(limits.interfaces) interfaces in a section")
            }
            interfaces.append(interface)
            queue = options.comments.reversed().map { .comment($0) }
        case .enhancedPacket:
            return packet(body, interface: body.uint32(at: 0, order), order: order)
        case .obsoletePacket:
            return packet(body, interface: body.uint16(at: 0, order).map(UInt32.init), order: order)
        case .simplePacket:
            return simplePacket(body, order: order)
        case .decryptionSecrets:
            return secrets(body, order: order)
        }
        return nil
    }

    private mutating func beginSection(
        _ body: ArraySlice<UInt8>,
        at offset: UInt64,
        order: ByteOrder
    ) throws(CaptureError) {
        guard let major = body.uint16(at: 4, order), body.count >= 16 else {
            throw CaptureError(.malformed, at: offset, "a section header without its fixed fields")
        }
        guard major == 1 else {
            throw CaptureError(.unsupportedVersion, at: offset + 12, "pcapng version \(major), where 1 is known")
        }
        interfaces.removeAll()
        queue = PcapngOption.all(in: body.part(from: 16), order: order).comments.reversed().map { .comment($0) }
    }

    /// Enhanced and obsolete packet blocks (§4.3, appendix A) differ only in the width of the interface number.
    private mutating func packet(_ body: ArraySlice<UInt8>, interface: UInt32?, order: ByteOrder) -> CaptureRecord {
        packets += 1
        guard let interface, let high = body.uint32(at: 4, order), let low = body.uint32(at: 8, order),
            let captured = body.uint32(at: 12, order), let original = body.uint32(at: 16, order)
        else { return note("a packet block without its fixed fields") }
        guard interface < interfaces.count else { return note("interface \(interface) is not described") }
        let bytes = body.part(from: 20, length: Int(captured))
        guard bytes.count == Int(captured) else {
            return note("the packet claims \(captured) bytes, its block has \(bytes.count)")
        }
        let options = body.part(from: 20 + (Int(captured) + 3) / 4 * 4)
        return .packet(
            CapturedPacket(
                number: packets,
                time: interfaces[Int(interface)].resolution.timestamp(ticks: UInt64(high) << 32 | UInt64(low)),
                link: interfaces[Int(interface)].link,
                originalLength: Int(original),
                bytes: bytes,
                comments: options.isEmpty ? [] : PcapngOption.all(in: options, order: order).comments
            )
        )
    }

    private mutating func simplePacket(_ body: ArraySlice<UInt8>, order: ByteOrder) -> CaptureRecord {
        packets += 1
        guard let original = body.uint32(at: 0, order) else { return note("a packet block without its fixed fields") }
        guard let interface = interfaces.first else { return note("interface 0 is not described") }
        let captured = interface.snapLength == 0 ? Int(original) : min(Int(original), interface.snapLength)
        let bytes = body.part(from: 4, length: captured)
        return .packet(
            CapturedPacket(
                number: packets,
                time: nil,
                link: interface.link,
                originalLength: Int(original),
                bytes: bytes
            )
        )
    }

    private func secrets(_ body: ArraySlice<UInt8>, order: ByteOrder) -> CaptureRecord {
        guard let format = body.uint32(at: 0, order), let length = body.uint32(at: 4, order) else {
            return .note(CaptureNote("a decryption secrets block without its fixed fields"))
        }
        let bytes = body.part(from: 8, length: Int(length))
        guard bytes.count == Int(length) else {
            return .note(CaptureNote("a decryption secrets block claims \(length) bytes, it has \(bytes.count)"))
        }
        return .secrets(DecryptionSecrets(format: .init(rawValue: format), bytes: Array(bytes)))
    }

    private func note(_ message: String) -> CaptureRecord {
        .note(CaptureNote(packet: packets, message))
    }
}
