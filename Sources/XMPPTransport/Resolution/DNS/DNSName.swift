import XMPPPrimitives

/// A domain name as DNS has it: labels of bytes, compared without regard to the case of ASCII letters (RFC 1035 §2.3.3).
struct DNSName: Hashable {
    /// The most bytes that a name has on the wire (RFC 1035 §3.1).
    static let maximumLength = 255

    /// The labels in lower case, without the empty one of the root.
    let labels: [[UInt8]]

    /// Reads a name with dots between its labels, with or without a final one; nil if it is too long or has an empty label.
    init?(_ text: String) {
        let text = text.hasSuffix(".") ? text.dropLast() : text[...]
        let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.allSatisfy({ 1...63 ~= $0.count }) else { return nil }
        self.init(labels: labels.map { Array($0) })
    }

    fileprivate init?(labels: [[UInt8]]) {
        guard labels.reduce(1, { $0 + $1.count + 1 }) <= Self.maximumLength else { return nil }
        self.labels = labels.map { $0.map(\.lowercased) }
    }

    /// The name with dots between its labels, empty for the root. What no host name has is escaped (RFC 1035 §5.1), so
    /// that it cannot be taken for anything else.
    var text: String {
        labels.map { label in
            label.map { byte in
                let isPlain = 0x21...0x7E ~= byte && byte != UInt8(ascii: ".") && byte != UInt8(ascii: "\\")
                if isPlain { return String(Unicode.Scalar(byte)) }
                let digits = String(byte)
                return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
            }.joined()
        }.joined(separator: ".")
    }
}

extension DNSReader {
    /// Reads a name, compressed or not (RFC 1035 §4.1.4). A pointer leads only to what came before where it is in the name,
    /// so that there are no circles.
    mutating func readName() throws(DNSMessageError) -> DNSName {
        var labels: [[UInt8]] = []
        var length = 1
        var bound = position
        /// Where to read on behind the name, once a pointer has led away.
        var end: Int?
        while true {
            let size = try readByte()
            switch size >> 6 {
            case 0 where size == 0:
                if let end { position = end }
                guard let name = DNSName(labels: labels) else { throw .malformed }
                return name
            case 0:
                let label = try readBytes(Int(size))
                length += label.count + 1
                guard length <= DNSName.maximumLength else { throw .malformed }
                labels.append(Array(label))
            case 3:
                let target = Int(size & 0x3F) << 8 | Int(try readByte())
                guard target < bound else { throw .malformed }
                end = end ?? position
                bound = target
                position = target
            default:
                throw .malformed
            }
        }
    }
}
