/// Masks or unmasks bytes in place (RFC 6455 §5.3).
///
/// - Parameters:
///   - bytes: Part of the payload of a frame.
///   - mask: The mask of the frame, its first byte in the lowest bits.
///   - offset: How many bytes of the payload come before `bytes`.
func applyMask(_ mask: UInt32, to bytes: UnsafeMutableRawBufferPointer, at offset: Int) {
    let turn = UInt32(truncatingIfNeeded: offset & 3) &* 8
    let turned = turn == 0 ? mask : mask >> turn | mask << (32 &- turn)
    let word = UInt64(turned) | UInt64(turned) << 32
    let wholeWords = bytes.count & ~7
    var position = 0
    while position < wholeWords {
        let value = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        bytes.storeBytes(of: value ^ word.littleEndian, toByteOffset: position, as: UInt64.self)
        position &+= 8
    }
    while position < bytes.count {
        bytes[position] ^= UInt8(truncatingIfNeeded: turned >> (UInt32(truncatingIfNeeded: position & 3) &* 8))
        position &+= 1
    }
}
