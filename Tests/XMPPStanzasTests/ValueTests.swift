import Testing

@testable import XMPPStanzas

@Suite struct ValueTests {
    @Test(
        "Times are read and written as XEP-0082 has them",
        arguments: [
            ("1969-07-21T02:56:15Z", -14_159_025, 0), ("1970-01-01T00:00:00Z", 0, 0),
            ("2002-09-10T23:08:25Z", 1_031_699_305, 0), ("1969-07-20T21:56:15-05:00", -14_159_025, 0),
            ("2000-02-29T12:00:00.125+05:30", 951_805_800, 125_000_000),
            ("9999-12-31T23:59:59.999999999Z", 253_402_300_799, 999_999_999),
            ("0000-01-01T00:00:00Z", -62_167_219_200, 0), ("2024-12-31T23:59:59-00:30", 1_735_691_399, 0),
        ])
    func times(_ text: String, _ seconds: Int64, _ nanoseconds: Int32) throws {
        let time = try #require(DateTime(xmlText: text))
        #expect(time.secondsSinceEpoch == seconds)
        #expect(time.nanoseconds == nanoseconds)
        #expect(time.xmlText == text)
    }

    @Test(
        "What is no time is none",
        arguments: [
            "", "2002-09-10", "2002-09-10T23:08:25", "2002-13-10T23:08:25Z", "2001-02-29T00:00:00Z",
            "2002-09-10T23:60:25Z",
            "2002-09-10T23:08:25.Z", "20020910T23:08:25", "2002-09-10T24:00:01Z",
            "1900-02-29T00:00:00Z", "2002-09-10T23:08:25+5:30", "٢٠٠٢-09-10T23:08:25Z",
        ])
    func noTimes(_ text: String) { #expect(DateTime(xmlText: text) == nil) }

    @Test("White space around a time does not count (XML Schema Part 2 §4.3.6)")
    func timesInWhiteSpace() {
        let time = DateTime(xmlText: "2002-09-10T23:08:25Z")
        let space = String(repeating: " \n\t\r", count: 100_000)
        #expect(DateTime(xmlText: space + "2002-09-10T23:08:25Z" + space) == time)
        #expect(DateTime(xmlText: space) == nil && DateTime(xmlText: "2002-09-10T23:08:25 Z") == nil)
    }

    @Test("Legacy times are UTC (XEP-0091)")
    func legacyTimes() throws {
        let time = try #require(DateTime(legacy: "20020910T23:08:25"))
        #expect(time.xmlText == "2002-09-10T23:08:25Z")
        #expect(time.legacyText == "20020910T23:08:25")
        #expect(DateTime(legacy: "2002-09-10T23:08:25Z") == nil)
        #expect(DateTime(xmlText: "2002-09-10T23:08:25+00:00") != time)
        #expect(DateTime(xmlText: "2016-12-31T23:59:60Z")?.secondsSinceEpoch == 1_483_228_800)
    }

    @Test("Offsets from UTC", arguments: [("Z", 0), ("-06:00", -360), ("+05:45", 345), ("-00:30", -30)])
    func offsets(_ text: String, _ minutes: Int) {
        #expect(TimeZoneOffset(xmlText: text) == TimeZoneOffset(minutes: minutes))
        #expect(TimeZoneOffset(minutes: minutes).xmlText == text)
        #expect(TimeZoneOffset(xmlText: text + "x") == nil)
    }

    @Test(
        "Base64 of RFC 4648 §10",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func base64(_ plain: String, _ text: String) {
        #expect(Base64Data(Array(plain.utf8)).xmlText == text)
        #expect(Base64Data(xmlText: text) == Base64Data(Array(plain.utf8)))
    }

    @Test("Base64 may be broken into lines, and is refused otherwise")
    func base64Lines() {
        #expect(Base64Data(xmlText: " Zm9v\r\n\tYmFy ") == Base64Data(Array("foobar".utf8)))
        for text in ["Zg", "Zg=", "Zg===", "Zm9v!", "Zh==", "=Zg=", "Zg==Zg==", "-_-_", "A===", "Zm9vA==="] {
            #expect(Base64Data(xmlText: text) == nil, "\(text)")
        }
        let all = (0...255).map { UInt8($0) }
        #expect(Base64Data(xmlText: Base64Data(all).xmlText)?.bytes == all)
    }

    @Test(
        "Languages are looked up as RFC 4647 §3.4 has it",
        arguments: [
            (["zh-Hant-CN-x-private1"], ["zh-Hant", "zh"], 0), (["zh-Hant-CN-x-private1"], ["zh", "zh-Hant-CN"], 1),
            (["de-CH", "en"], ["en-US", "EN", "de"], 2), (["fr", "en"], ["en", "de"], 0),
            (["de-x-a"], ["de-x", "de"], 1),
        ])
    func languages(_ ranges: [String], _ tags: [String], _ index: Int) {
        #expect(LanguageMatching.lookup(ranges, in: tags) == index)
    }

    @Test("No language matches where none is wanted")
    func noLanguage() {
        #expect(LanguageMatching.lookup(["fr"], in: ["de", nil]) == nil)
        #expect(LanguageMatching.lookup(["*"], in: ["de"]) == nil)
        #expect(LanguageMatching.lookup([""], in: ["de"]) == nil)
    }

    @Test("The body in the reader's language is found (RFC 6121 §5.2.3)")
    func bodies() throws {
        let message = try message(
            "<message xml:lang='en'><body xml:lang='cs'>Dobrý den</body><body>Hello</body>"
                + "<body xml:lang='de-AT'>Servus</body><body xml:lang='de'>Hallo</body></message>")
        #expect(message.body == "Hello")
        #expect(message.body(for: ["de-CH"])?.text == "Hallo")
        #expect(message.body(for: ["de-AT", "cs"])?.text == "Servus")
        #expect(message.body(for: ["fr", "cs"])?.text == "Dobrý den")
        #expect(message.body(for: ["fr"])?.text == "Hello")
        #expect(message.body(for: ["en-GB"])?.text == "Hello")
    }

    @Test(
        "Hosts with ports",
        arguments: [
            ("example.org", "example.org", nil), ("example.org:9222", "example.org", 9222),
            ("[2001:41D0:1:A49b::1]:9222", "2001:41D0:1:A49b::1", 9222), ("[::1]", "::1", nil), ("::1", "::1", nil),
        ] as [(String, String, UInt16?)])
    func hosts(_ text: String, _ host: String, _ port: UInt16?) throws {
        let parsed = try #require(HostAndPort(text))
        #expect(parsed.host == host)
        #expect(parsed.port == port)
    }

    @Test(
        "What is no host is none",
        arguments: ["", ":80", "[::1", "[::1]80", "a:b", "a:0", "a:65536", "a b", "a@b", "[]:1"])
    func noHosts(_ text: String) { #expect(HostAndPort(text) == nil) }
}
