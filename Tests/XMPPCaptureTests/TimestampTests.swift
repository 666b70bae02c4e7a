import Testing

@testable import XMPPCapture

@Suite struct TimestampTests {
    @Test(
        arguments: [
            (0, 0, 0, "1970-01-01T00:00:00Z"), (951_782_400, 5_000, 6, "2000-02-29T00:00:00.000005Z"),
            (-1, 999_000_000, 3, "1969-12-31T23:59:59.999Z"),
            (1_796_014_307, 846_000_000, 9, "2026-11-30T04:51:47.846000000Z"),
            (Int64.max, 0, 0, "9999-12-31T23:59:59Z"), (Int64.min, 0, 0, "0000-01-01T00:00:00Z"),
        ] as [(Int64, UInt32, UInt8, String)]
    )
    func isWrittenAsPreciseAsRecorded(seconds: Int64, nanoseconds: UInt32, digits: UInt8, text: String) {
        #expect(Timestamp(seconds: seconds, nanoseconds: nanoseconds, digits: digits).description == text)
    }
}
