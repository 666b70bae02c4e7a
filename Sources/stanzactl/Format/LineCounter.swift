/// Finds the line of an offset that lies behind everything that has been dealt with.
struct LineCounter {
    private var length = 0
    private var lineFeedsBefore = 0
    /// The offsets of the line feeds that are not forgotten.
    private var lineFeeds: [Int] = []

    mutating func receive(_ bytes: [UInt8]) {
        for (index, byte) in bytes.enumerated() where byte == 0x0A { lineFeeds.append(length + index) }
        length += bytes.count
    }

    /// Nothing before `offset` will be asked for.
    mutating func forget(before offset: Int) {
        guard let first = lineFeeds.first, first < offset else { return }
        let kept = lineFeeds.firstIndex { $0 >= offset } ?? lineFeeds.count
        lineFeedsBefore += kept
        lineFeeds.removeFirst(kept)
    }

    /// The line that an offset is on, counted from 1.
    func line(at offset: Int) -> Int {
        1 + lineFeedsBefore + lineFeeds.prefix { $0 < offset }.count
    }
}
