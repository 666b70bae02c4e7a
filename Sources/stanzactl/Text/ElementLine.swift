/// Knows on which line each element of a text begins, without keeping what it has seen.
struct ElementLine {
    /// The line on which the element begins that is open, counted from 1.
    private(set) var openElement = 1
    private var length = 0
    private var lineFeeds = 0
    /// How far line feeds have been counted in the bytes that come next, so that many elements do not count them anew.
    private var counted = (position: 0, lineFeeds: 0)

    /// The line of an offset that is among `bytes`, which come next, or where the element begins that is open.
    ///
    /// Offsets have to be asked about in their order.
    mutating func number(at offset: Int, in bytes: [UInt8]) -> Int {
        guard offset >= length else { return openElement }
        let position = min(max(offset - length, counted.position), bytes.count)
        counted.lineFeeds += bytes[counted.position..<position].count { $0 == 0x0A }
        counted.position = position
        return 1 + lineFeeds + counted.lineFeeds
    }

    /// Takes bytes that the parser has dealt with.
    ///
    /// - Parameter offset: where the element begins that is open behind them, if one is. When this is among earlier
    ///   bytes, it was open behind those too.
    mutating func pass(_ bytes: [UInt8], openAt offset: Int?) {
        if let offset, offset >= length { openElement = number(at: offset, in: bytes) }
        _ = number(at: length + bytes.count, in: bytes)
        length += bytes.count
        lineFeeds += counted.lineFeeds
        counted = (0, 0)
    }
}
