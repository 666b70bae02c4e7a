/// Restores what a program loses that parses XML and writes it anew without references for white space.
///
/// A parser turns a carriage return, and in an attribute's value a line feed or tab, into other white space
/// (XML 1.0 §2.11, §3.3.3). So where a program has one of them after parsing, a reference stood on the wire.
enum Rerendering {
    static func withReferences(_ item: [UInt8]) -> [UInt8] {
        // In a CDATA section there are no references.
        guard item.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0x09 }), item.find("<![CDATA[") == nil else {
            return item
        }
        var result: [UInt8] = []
        result.reserveCapacity(item.count + 16)
        var isInTag = false
        var quote: UInt8?
        for (index, byte) in item.enumerated() {
            if let open = quote {
                if byte == open { quote = nil }
            } else if isInTag, byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
                quote = byte
            } else if byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") {
                isInTag = byte == UInt8(ascii: "<")
            }
            // A carriage return before a line feed may be the log's own.
            let endsLine = index + 1 < item.count && item[index + 1] == 0x0A
            switch byte {
            case 0x0D where !endsLine: result += "&#13;".utf8
            case 0x0A where quote != nil: result += "&#10;".utf8
            case 0x09 where quote != nil: result += "&#9;".utf8
            default: result.append(byte)
            }
        }
        return result
    }
}
