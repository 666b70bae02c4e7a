#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Writing text so that a parser reads the same text (XML 1.0 §2.4, §2.11, §3.3.3).
enum XMLEscaping {
    /// Appends `text`, with references for what markup or a parser's normalisation would change.
    ///
    /// Returns the first character that XML cannot carry, having stopped there, unless such are replaced.
    @inline(__always)
    static func append(
        _ text: UnsafeBufferPointer<UInt8>,
        to output: inout [UInt8],
        inAttribute: Bool,
        replacing: Bool
    ) -> Unicode.Scalar? {
        var runStart = 0
        var position = 0
        while position < text.count {
            let byte = text[position]
            if isPlain(byte, inAttribute) {
                position &+= 1
                continue
            }
            output.append(contentsOf: UnsafeBufferPointer(rebasing: text[runStart..<position]))
            var length = 1
            if let reference = reference(byte, inAttribute) {
                reference.withUTF8Buffer { output.append(contentsOf: $0) }
            } else if let (scalar, width) = excluded(text, at: position) {
                guard replacing else { return scalar }
                length = width
                output.append(contentsOf: [0xEF, 0xBF, 0xBD])
            } else {
                output.append(byte)
            }
            position += length
            runStart = position
        }
        output.append(contentsOf: UnsafeBufferPointer(rebasing: text[runStart...]))
        return nil
    }

    /// Whether a byte needs no second look. 0xEF may begin U+FFFE or U+FFFF.
    @inline(__always)
    static func isPlain(_ byte: UInt8, _ inAttribute: Bool) -> Bool {
        if byte >= 0x40 { return byte != 0xEF }
        switch byte {
        case 0x26, 0x3C, 0x3E: return false
        case 0x27: return !inAttribute
        case 0x09, 0x0A: return !inAttribute
        default: return byte >= 0x20
        }
    }

    static func reference(_ byte: UInt8, _ inAttribute: Bool) -> StaticString? {
        switch byte {
        case 0x26: "&amp;"
        case 0x3C: "&lt;"
        case 0x3E: "&gt;"
        case 0x27: "&apos;"
        case 0x09: "&#9;"
        case 0x0A: "&#10;"
        case 0x0D: "&#13;"
        default: nil
        }
    }

    static func excluded(_ text: UnsafeBufferPointer<UInt8>, at position: Int) -> (Unicode.Scalar, Int)? {
        let byte = text[position]
        if byte < 0x20 { return (Unicode.Scalar(byte), 1) }
        guard position + 2 < text.count, text[position + 1] == 0xBF, text[position + 2] >= 0xBE else { return nil }
        return (text[position + 2] == 0xBE ? "\u{FFFE}" : "\u{FFFF}", 3)
    }
}
