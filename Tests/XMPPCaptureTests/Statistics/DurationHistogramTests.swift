import Testing

@testable import XMPPCapture

@Suite struct DurationHistogramTests {
    @Test func percentilesOfFewAreThose() {
        var histogram = DurationHistogram()
        #expect(histogram.percentile(50) == nil)
        for value in [40, 10, 30, 20] as [Int64] { histogram.add(value) }
        #expect([25, 50, 75, 90, 100].map { histogram.percentile($0) } == [10, 20, 30, 40, 40])
        #expect(histogram.percentile(0) == 10)
        #expect(histogram.shortest == 10 && histogram.longest == 40 && histogram.count == 4)
    }

    @Test func percentilesOfManyAreOffByLittle() throws {
        var histogram = DurationHistogram()
        let values = (1...10_000).map { Int64($0) * 1_234_567 }
        for value in values.shuffled() { histogram.add(value) }
        for percent in [1.0, 50, 90, 99, 99.9] {
            let exact = Double(values[Int((percent / 100 * 10_000).rounded(.up)) - 1])
            let found = Double(try #require(histogram.percentile(percent)))
            #expect(abs(found - exact) / exact <= 0.004, "\(percent)")
        }
        #expect(histogram.percentile(100) == values.last)
    }

    @Test func anyDurationHasAPlace() {
        var histogram = DurationHistogram()
        for value in [Int64.min, -1, 0, 127, 128, 255, 256, Int64.max] { histogram.add(value) }
        #expect(histogram.shortest == 0 && histogram.longest == .max)
        #expect(histogram.percentile(50) == 127)
        #expect(histogram.percentile(62.5) == 128)
    }
}
