import Testing

@testable import XMPPAddress

@Suite struct PunycodeTests {
    /// Samples of RFC 3492 §7.1 that fit in a label, in lower case.
    @Test(
        arguments: [
            ("egbpdaj6bu4bxfgehfvwxn", "ليهمابتكلموشعربي؟"),
            ("ihqwcrb4cv8a8dqg056pqjye", "他们为什么不说中文"),
            ("proprostnemluvesky-uyb24dma41a", "pročprostěnemluvíčesky"),
            ("4dbcagdahymbxekheh6e0a7fei0b", "למההםפשוטלאמדבריםעברית"),
            ("n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa", "なぜみんな日本語を話してくれないのか"),
            ("989aomsvi5e83db1d2a355cv1e0vak1dwrv93d5xbh15a0dt30a5jpsd879ccm6fea98c", nil),
            ("3b-ww4c5e180e575a65lsy2b", "3年b組金八先生"),
            ("-> $1.00 <--", "-> $1.00 <-"),
            ("d9juau41awczczp", "そのスピードで"),
        ] as [(String, String?)]
    )
    func samples(encoded: String, decoded: String?) throws {
        let result = Punycode.decode(Array(encoded.utf8)).map { String(String.UnicodeScalarView($0)) }
        #expect(result == decoded)
        if let decoded, !decoded.allSatisfy(\.isASCII) {
            let scalars = try SourcedScalar.decode(decoded.utf8)
            #expect(Punycode.encode(scalars[...]) == Array(encoded.utf8))
        }
    }

    @Test(arguments: ["0", "99zzzzzz9999", "a_b", "-a!", "9999999999999999"])
    func refuses(encoded: String) {
        #expect(Punycode.decode(Array(encoded.utf8)) == nil)
    }

    @Test func whatIsEncodedDecodes() throws {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<5000 {
            let label = (0..<Int.random(in: 1...10, using: &generator)).map { _ in
                Unicode.Scalar(UInt32.random(in: 0x80..<0xD800, using: &generator)) ?? "a"
            }
            let scalars = label.map { SourcedScalar(scalar: $0, offset: 0) }
            let encoded = try #require(Punycode.encode(scalars[...]))
            #expect(Punycode.decode(encoded) == label)
        }
    }
}
