/// The classic libpcap format: a file header, then records.
struct PcapParser: Sendable {
    /// What a file's magic number says about the rest of it.
    struct Variant: Sendable, Hashable {
        let order: ByteOrder
        /// Decimal digits of the second's fraction in the record header: 6 or 9.
        let fractionDigits: UInt8
        /// Bytes between the standard file header and the first record.
        let extraFileHeader: Int
        /// Bytes between a standard record header and the packet.
        let extraRecordHeader: Int

        /// `magic` is the file's first four bytes in network order; nil if they are no known magic number.
        init?(magic: UInt32) {
            switch magic {
            case 0xa1b2_c3d4, 0xa1b2_3c4d, 0xa1b2_cd34, 0x1c00_01ac, 0x1c00_01ab: order = .bigEndian
            default: order = .littleEndian
            }
            switch order == .bigEndian ? magic : magic.byteSwapped {
            case 0xa1b2_c3d4: (fractionDigits, extraFileHeader, extraRecordHeader) = (6, 0, 0)
            case 0xa1b2_3c4d: (fractionDigits, extraFileHeader, extraRecordHeader) = (9, 0, 0)
            // Kuznetzov's libpcap adds interface, protocol and packet type to each record.
            case 0xa1b2_cd34: (fractionDigits, extraFileHeader, extraRecordHeader) = (6, 0, 8)
            // Ixia's lcap, by hardware and by software: the size of all records follows the file header.
            case 0x1c00_01ac, 0x1c00_01ab: (fractionDigits, extraFileHeader, extraRecordHeader) = (9, 4, 0)
            default: return nil
            }
        }
    }

    private static let fileHeaderLength = 24
    private static let recordHeaderLength = 16

    private let limits: CaptureLimits
    private var header: (variant: Variant, link: LinkType)?
    private var packets = 0

    init(limits: CaptureLimits) {
        self.limits = limits
    }

    /// The next packet, or nil if more input is needed.
    mutating func next(from input: inout InputBuffer) throws(CaptureError) -> CaptureRecord? {
        if header == nil {
            header = try readFileHeader(from: &input)
        }
        guard let (variant, link) = header else { return nil }
        let order = variant.order
        let headerLength = Self.recordHeaderLength + variant.extraRecordHeader
        guard let captured = input.uint32(at: 8, order), input.count >= headerLength else { return nil }
        guard captured <= limits.recordBytes else {
            throw CaptureError(
                .limitExceeded,
                at: input.offset + 8,
                "packet \(packets + 1) claims \(captured) bytes, more than the limit of \(limits.recordBytes)"
            )
        }
        guard input.count - headerLength >= Int(captured), let seconds = input.uint32(at: 0, order),
            let fraction = input.uint32(at: 4, order), let original = input.uint32(at: 12, order)
        else { return nil }
        input.skip(headerLength)
        guard let bytes = input.take(Int(captured)) else { return nil }
        packets += 1
        let scale: UInt32 = variant.fractionDigits == 6 ? 1000 : 1
        let nanoseconds = fraction.multipliedReportingOverflow(by: scale)
        let time = Timestamp(
            seconds: Int64(seconds),
            nanoseconds: nanoseconds.overflow ? .max : nanoseconds.partialValue,
            digits: variant.fractionDigits
        )
        return .packet(
            CapturedPacket(number: packets, time: time, link: link, originalLength: Int(original), bytes: bytes)
        )
    }

    private func readFileHeader(from input: inout InputBuffer) throws(CaptureError) -> (Variant, LinkType)? {
        let bytes = input.unread
        guard let magic = bytes.uint32(at: 0) else { return nil }
        guard let variant = Variant(magic: magic) else {
            throw CaptureError(.notACapture, at: input.offset, "not the magic number of a pcap file")
        }
        guard bytes.count >= Self.fileHeaderLength + variant.extraFileHeader,
            let major = bytes.uint16(at: 4, variant.order), let link = bytes.uint32(at: 20, variant.order)
        else { return nil }
        guard major == 2 else {
            throw CaptureError(.unsupportedVersion, at: input.offset + 4, "pcap version \(major), where 2 is known")
        }
        input.skip(Self.fileHeaderLength + variant.extraFileHeader)
        // The upper half tells the length of the frame check sequence, which no layer here reads.
        return (variant, LinkType(rawValue: UInt16(truncatingIfNeeded: link)))
    }
}
