import Testing

@testable import XMPPCapture

@Suite struct SlidingPeakTests {
    private func peak(width: Int, _ seconds: [Int64]) -> SlidingPeak {
        var peak = SlidingPeak(width: width)
        for second in seconds { peak.add(at: Timestamp(seconds: second, digits: 0)) }
        return peak
    }

    @Test(
        arguments: [
            ([], 0), ([5], 1), ([5, 5, 6], 3), ([0, 9], 2), ([0, 10], 1), ([0, 9, 10, 19, 20], 2),
            ([0, 5, 8, 12, 13, 100, 101], 4), ([-3, -2, 4], 3), ([.min, .max], 1), ([10, 3], 2),
        ] as [([Int64], Int)])
    func mostWithinTenSeconds(seconds: [Int64], most: Int) {
        #expect(peak(width: 10, seconds).peak == most)
    }

    @Test func thePeakHasItsSecond() {
        #expect(peak(width: 1, [1, 2, 2, 3]).peakSecond == 2)
        #expect(peak(width: 1, [1, 2, 2, 3]).peak == 2)
    }
}
