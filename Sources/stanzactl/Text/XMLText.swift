/// XML that the library's writer wrote, made fit for where it is shown.
enum XMLText {
    /// Appends `xml` with character references in place of characters that could control a terminal, which are
    /// C1 controls, DEL and those that turn the direction of writing; the same is read from it.
    ///
    /// With `isOneLine`, line feeds too become references; in what the writer writes they only occur in text.
    static func append(_ xml: ArraySlice<UInt8>, to output: inout [UInt8], isOneLine: Bool) {
        var runStart = xml.startIndex
        var position = xml.startIndex
        while position < xml.endIndex {
            guard let (scalar, length) = control(xml, at: position), isOneLine || scalar != 0x0A else {
                position += 1
                continue
            }
            output.append(contentsOf: xml[runStart..<position])
            output.append(contentsOf: "&#\(scalar);".utf8)
            position += length
            runStart = position
        }
        output.append(contentsOf: xml[runStart...])
    }

    /// The control character that begins at a position, and its length in bytes.
    private static func control(_ xml: ArraySlice<UInt8>, at position: Int) -> (scalar: UInt32, length: Int)? {
        let byte = xml[position]
        if byte == 0x0A || byte == 0x7F { return (UInt32(byte), 1) }
        guard byte == 0xC2 || byte == 0xE2, position + 1 < xml.endIndex else { return nil }
        let second = xml[position + 1]
        if byte == 0xC2 { return second < 0xA0 ? (UInt32(second), 2) : nil }
        guard second == 0x80 || second == 0x81, position + 2 < xml.endIndex else { return nil }
        let scalar = 0x2000 + UInt32(second & 0x3F) << 6 + UInt32(xml[position + 2] & 0x3F)
        switch scalar {
        case 0x2028...0x202E, 0x2066...0x2069: return (scalar, 3)
        default: return nil
        }
    }
}
