/// Knows on which line the element begins that is open, without keeping what it has seen.
struct OpenElementLine {
    /// The line, counted from 1.
    private(set) var number = 1
    private var length = 0
    private var lineFeeds = 0

    /// Takes bytes that the parser has dealt with.
    ///
    /// - Parameter offset: where the element begins that is open behind them, if one is. When this is among earlier
    ///   bytes, it was open behind those too.
    mutating func pass(_ bytes: [UInt8], openAt offset: Int?) {
        if let offset, offset >= length {
            number = 1 + lineFeeds + bytes.prefix(offset - length).count { $0 == 0x0A }
        }
        length += bytes.count
        lineFeeds += bytes.count { $0 == 0x0A }
    }
}
