import CBench
import XMPP

/// How long it takes to read an address, by processor time.
enum JIDSuite {
    static let figures = [
        figure(
            "ascii",
            [
                "juliet@capulet.example/balcony", "romeo@montague.example", "montague.example",
                "Nurse.Angelica@Capulet.example/Phone", "verona@rooms.capulet.example/Friar Laurence",
                "mercutio@montague.example/gajim.8OQ1MV2F", "capulet.example/queen-mab", "a_b+c@xn--bcher-kva.example",
            ]
        ),
        figure(
            "unicode",
            [
                "jürgen@bücher.example/Büro", "ромео@пример.рф/Балкон", "τζούλια@παράδειγμα.gr", "朱丽叶@例子.cn/阳台",
                "ｒｏｍｅｏ@montague.example/Cafe\u{301}", "рыцарь@rooms.capulet.example/👻 дух", "ÁNGEL@capulet.example",
                "צוּרִיאֵל@דוגמה.il",
            ]
        ),
    ]

    private static func figure(_ name: String, _ addresses: [String]) -> Figure {
        Figure(name: "jid.\(name)", unit: "ns", baseline: "C that copies the parts in lower case") { settings in
            let (count, slices) = (addresses.count * 20_000, 100)
            let longest = addresses.reduce(0) { max($0, $1.utf8.count) }
            let output = UnsafeMutablePointer<UInt8>.allocate(capacity: longest)
            defer { output.deallocate() }
            let texts = addresses.map { Array($0.utf8) }
            var octets = (ours: 0, baseline: 0)
            let seconds = try Clock.medians(rounds: settings.rounds, slices: slices) { _ in
                for _ in 0..<count / slices / addresses.count {
                    for address in addresses { octets.ours += try JID(address).full.utf8.count }
                }
            } baseline: { _ in
                for _ in 0..<count / slices / addresses.count {
                    for text in texts { octets.baseline += baseline_copy_address(text, text.count, output) }
                }
            }
            if octets.ours == 0 || octets.baseline == 0 { throw Trouble.failed("nothing was read") }
            return Measurement(
                value: seconds.ours / Double(count) * 1e9,
                baselineValue: seconds.baseline / Double(count) * 1e9
            )
        }
    }
}
