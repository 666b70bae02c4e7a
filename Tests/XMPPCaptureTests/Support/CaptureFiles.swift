@testable import XMPPCapture

/// Builds the capture files of tests.
enum CaptureFiles {
    static func pcap(
        magic: UInt32 = 0xa1b2_c3d4,
        order: ByteOrder = .littleEndian,
        link: UInt32 = 101,
        extraFileHeader: [UInt8] = [],
        records: [[UInt8]]
    ) -> [UInt8] {
        magic.bytes(order) + UInt16(2).bytes(order) + UInt16(4).bytes(order) + [UInt8](repeating: 0, count: 8)
            + UInt32(65_535).bytes(order) + link.bytes(order) + extraFileHeader + records.joined()
    }

    static func record(
        _ bytes: [UInt8],
        order: ByteOrder = .littleEndian,
        seconds: UInt32 = 1_700_000_000,
        fraction: UInt32 = 0,
        captured: UInt32? = nil,
        original: UInt32? = nil,
        extra: [UInt8] = []
    ) -> [UInt8] {
        let count = UInt32(bytes.count)
        return seconds.bytes(order) + fraction.bytes(order) + (captured ?? count).bytes(order)
            + (original ?? count).bytes(order) + extra + bytes
    }

    static func block(_ type: UInt32, order: ByteOrder = .littleEndian, _ body: [UInt8]) -> [UInt8] {
        let padded = body + padding(body.count)
        let length = UInt32(padded.count + 12).bytes(order)
        return type.bytes(order) + length + padded + length
    }

    static func section(order: ByteOrder = .littleEndian, major: UInt16 = 1, options: [UInt8] = []) -> [UInt8] {
        let version = major.bytes(order) + UInt16(0).bytes(order)
        return block(0x0a0d_0d0a, order: order, UInt32(0x1a2b_3c4d).bytes(order) + version + Int64(-1).bytes + options)
    }

    static func interface(
        order: ByteOrder = .littleEndian,
        link: UInt16 = 101,
        snapLength: UInt32 = 0,
        options: [UInt8] = []
    ) -> [UInt8] {
        block(1, order: order, link.bytes(order) + [0, 0] + snapLength.bytes(order) + options)
    }

    static func packet(
        order: ByteOrder = .littleEndian,
        interface: UInt32 = 0,
        ticks: UInt64 = 1_700_000_000_000_000,
        captured: UInt32? = nil,
        original: UInt32? = nil,
        options: [UInt8] = [],
        _ bytes: [UInt8]
    ) -> [UInt8] {
        let count = UInt32(bytes.count)
        let time = UInt32(ticks >> 32).bytes(order) + UInt32(truncatingIfNeeded: ticks).bytes(order)
        let lengths = (captured ?? count).bytes(order) + (original ?? count).bytes(order)
        return block(6, order: order, interface.bytes(order) + time + lengths + bytes + padding(bytes.count) + options)
    }

    static func option(_ code: UInt16, order: ByteOrder = .littleEndian, _ value: [UInt8]) -> [UInt8] {
        code.bytes(order) + UInt16(value.count).bytes(order) + value + padding(value.count)
    }

    private static func padding(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: (4 - count % 4) % 4) }

    /// What the reader gives for a file pushed in pieces of `chunk` bytes, and the error it ends with.
    static func read(
        _ file: [UInt8],
        chunk: Int = .max,
        limits: CaptureLimits = CaptureLimits()
    ) -> (records: [CaptureRecord], error: CaptureError?) {
        var reader = CaptureReader(limits: limits)
        var records: [CaptureRecord] = []
        do {
            var rest = file[...]
            while !rest.isEmpty {
                reader.receive(Array(rest.prefix(chunk)))
                rest = rest.dropFirst(chunk)
                while let record = try reader.next() { records.append(record) }
            }
            reader.finish()
            while let record = try reader.next() { records.append(record) }
        } catch {
            return (records, error)
        }
        return (records, nil)
    }
}

extension [CaptureRecord] {
    var packets: [CapturedPacket] {
        compactMap { record in
            if case .packet(let packet) = record { packet } else { nil }
        }
    }

    var notes: [String] {
        compactMap { record in
            if case .note(let note) = record { note.description } else { nil }
        }
    }
}
