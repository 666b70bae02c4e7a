/// A scalar on its way through preparation, with the place in the input it came from, so that errors can name it.
struct SourcedScalar: Equatable {
    var scalar: Unicode.Scalar
    /// UTF-8 octets from the start of the input.
    var offset: UInt32

    var value: UInt32 { scalar.value }
    var isASCII: Bool { scalar.isASCII }

    /// Decodes UTF-8 and keeps every scalar's offset.
    static func decode(_ bytes: some Sequence<UInt8>) throws(PreparationError) -> [SourcedScalar] {
        var scalars: [SourcedScalar] = []
        scalars.reserveCapacity(bytes.underestimatedCount)
        var iterator = bytes.makeIterator()
        var parser = Unicode.UTF8.ForwardParser()
        var offset: UInt32 = 0
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .valid(let encoded):
                scalars.append(SourcedScalar(scalar: Unicode.UTF8.decode(encoded), offset: offset))
                offset &+= UInt32(encoded.count)
            case .error:
                throw PreparationError(.notUTF8, character: nil, offset: Int(offset))
            case .emptyInput:
                return scalars
            }
        }
    }
}

extension String {
    init(_ scalars: [SourcedScalar]) {
        var utf8: [UInt8] = []
        utf8.reserveCapacity(scalars.count * 4)
        for sourced in scalars {
            for byte in sourced.scalar.utf8 { utf8.append(byte) }
        }
        self = String(decoding: utf8, as: UTF8.self)
    }
}
