/// Collects the head of an HTTP message as it comes in (RFC 9112 §2).
struct HTTPHeadReader: Sendable {
    enum Reading {
        case needsMore
        case invalid(WebSocketHandshakeError)
        /// The head, and what came behind it.
        case head(HTTPHead, rest: ArraySlice<UInt8>)
    }

    private var bytes: [UInt8] = []
    /// Up to where there is no end of the head.
    private var searched = 0

    /// How many bytes have come in.
    var byteCount: Int { bytes.count }

    /// Takes bytes; what lies beyond the limit is not kept.
    mutating func receive(_ new: [UInt8], limit: Int) -> Reading {
        let room = max(0, limit - bytes.count)
        let taken = new.prefix(room)
        bytes += taken
        if bytes.first.map({ !HTTPHead.isTokenByte($0) }) ?? false { return .invalid(.notHTTP) }
        guard let end = endOfHead() else {
            return taken.count < new.count ? .invalid(.headTooLong(limit: limit)) : .needsMore
        }
        guard let head = HTTPHead(bytes[..<end]) else { return .invalid(.notHTTP) }
        return .head(head, rest: bytes[end...] + new.dropFirst(taken.count))
    }

    /// Behind the empty line; lines may end in a line feed alone (RFC 9112 §2.2).
    private mutating func endOfHead() -> Int? {
        var position = searched
        while let feed = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) {
            let next = bytes[(feed + 1)...].prefix(2)
            if next.first == UInt8(ascii: "\n") { return feed + 2 }
            if next.elementsEqual("\r\n".utf8) { return feed + 3 }
            // What follows may not have come yet.
            if next.count < 2, feed + 1 + next.count == bytes.count { break }
            position = feed + 1
        }
        searched = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        return nil
    }
}
