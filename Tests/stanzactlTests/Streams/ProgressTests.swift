import Testing

@testable import stanzactl

@Suite("Progress")
struct ProgressTests {
    private let second: Int64 = 1_000_000_000

    @Test("Short work shows nothing, long work a line from time to time")
    func lines() {
        var progress = Progress(name: "a\u{1B}.pcap", total: 2_000_000_000, now: 5 * second)
        #expect(progress.line(read: 100_000_000, now: 5 * second + second / 2) == nil)
        #expect(!progress.isShown)
        #expect(progress.line(read: 500_000_000, now: 7 * second) == "a␛.pcap: 25 % of 2000 MB, 6 s left")
        #expect(progress.isShown)
        #expect(progress.line(read: 510_000_000, now: 7 * second + second / 10) == nil)
        #expect(progress.line(read: 2_000_000_000, now: 9 * second) == "a␛.pcap: 100 % of 2000 MB")
    }

    @Test("Files that grow or are empty do no harm", arguments: [0, 1, 1000] as [Int64])
    func odd(total: Int64) {
        var progress = Progress(name: "f", total: total, now: 0)
        let line = progress.line(read: 5000, now: 10 * second)
        #expect(total == 0 ? line == nil : line == "f: 100 % of 1 KB")
    }
}
