import Testing
import XMPPPrimitives

@Suite("The calendar")
struct CivilDateTests {
    @Test("Every day of eight centuries is itself, and follows the one before")
    func days() throws {
        var previous = CivilDate(daysSinceEpoch: -150_001)
        for days in -150_000..<150_000 {
            let date = CivilDate(daysSinceEpoch: days)
            let follows =
                date.day == previous.day + 1
                ? (date.month, date.year) == (previous.month, previous.year) : date.day == 1
            guard follows, date.daysSinceEpoch == days,
                CivilDate(year: date.year, month: date.month, day: date.day) == date
            else {
                Issue.record("\(days): \(date)")
                return
            }
            previous = date
        }
    }

    @Test(
        "Days that are known",
        arguments: [
            (1970, 1, 1, 0), (2000, 2, 29, 11_016), (1969, 12, 31, -1), (0, 3, 1, -719_468), (2026, 11, 30, 20_787),
        ]
    )
    func known(year: Int, month: Int, day: Int, number: Int) {
        #expect(CivilDate(year: year, month: month, day: day)?.daysSinceEpoch == number)
    }

    @Test(
        "There is no such day",
        arguments: [
            (2100, 2, 29), (2026, 2, 29), (2026, 6, 31), (2026, 13, 1), (2026, 0, 1), (2026, 1, 0), (2026, 1, 32),
        ])
    func none(year: Int, month: Int, day: Int) {
        #expect(CivilDate(year: year, month: month, day: day) == nil)
    }
}
