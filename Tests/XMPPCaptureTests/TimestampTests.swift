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

    @Test(
        arguments: [
            ("2026-11-30T04:51:47.846Z", "2026-11-30T04:51:47.846Z"), ("2026-11-30T04:51:47", "2026-11-30T04:51:47Z"),
            ("2026-11-30t00:51:47.10-04:00", "2026-11-30T04:51:47.10Z"),
            ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"), ("2024-02-29T24:00:00Z", nil),
            ("2000-02-29T00:00:00Z", "2000-02-29T00:00:00Z"), ("2100-02-29T00:00:00Z", nil),
            ("2026-02-30T00:00:00Z", nil), ("2026-06-31T00:00:00Z", nil), ("2026-11-30T04:51:60Z", nil),
            ("2026-11-30T04:51:47.0123456789Z", "2026-11-30T04:51:47.012345678Z"), ("Mon Nov 30 04:51:47 2026", nil),
        ] as [(String, String?)]
    )
    func isReadAsRFC3339WritesIt(text: String, expected: String?) {
        #expect(Timestamp(rfc3339: text)?.description == expected)
    }

    /// A log that names a day that there is not has no time there.
    @Test func daysThatAreNoneAreNoTimes() {
        let bytes = Array("2026-02-30 04:51:47".utf8)
        #expect(TimestampScanner(bytes, upTo: bytes.count).firstTimestamp(notAfter: nil) == nil)
    }
}
