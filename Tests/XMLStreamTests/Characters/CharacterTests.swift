import Testing

@testable import XMLStream

@Suite struct CharacterTests {
    /// Characters at the edges of what XML 1.0 §2.2 allows.
    @Test(arguments: [
        (0x0 as UInt32, false), (0x8, false), (0x9, true), (0xA, true), (0xB, false), (0xC, false), (0xD, true),
        (0x1F, false),
        (0x20, true), (0x7F, true), (0xD7FF, true), (0xE000, true), (0xFFFD, true), (0xFFFE, false), (0xFFFF, false),
        (0x10000, true), (0x1FFFE, true), (0x10FFFF, true),
    ])
    func carriedCharacters(_ value: UInt32, _ isCarried: Bool) throws {
        let scalar = try #require(Unicode.Scalar(value))
        #expect(XMLCharacters.isCarried(scalar) == isCarried)
        let parsed = try? Stream.element("<a b='x\(scalar)'>&#\(value);</a>")
        #expect((parsed != nil) == isCarried)
        let written = try? Element(Name("a"), text: "x\(scalar)").xml()
        #expect((written != nil) == isCarried)
    }

    /// The scanner's idea of a name is that of expat, for every character of the first plane.
    @Test func namesAreWhatExpatTakesForNames() {
        for value in UInt32(0x21)...0xFFFD {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let starts = (try? Stream.elements("<\(scalar)/>"))?.count == 1
            let isStart = XMLCharacters.isNameStart(scalar) && scalar != ":"
            if starts != isStart { Issue.record("U+\(String(value, radix: 16)) begins a name: \(starts)") }
            let goesOn = (try? Stream.elements("<a\(scalar)/>"))?.count == 1
            let isFurther = (XMLCharacters.isName(scalar) && scalar != ":") || scalar == "/"
            if goesOn != isFurther, scalar != "/", scalar != ">" {
                Issue.record("U+\(String(value, radix: 16)) goes on in a name: \(goesOn)")
            }
        }
    }

    @Test func everySequenceOfTwoAndThreeBytesDecodesAsInTheStandardLibrary() {
        for first in UInt8(0xC0)...0xEF {
            let length = UTF8Sequence.length(startingWith: first)
            for second in stride(from: UInt8(0), through: 255, by: 1) {
                for third in length == 3 ? [0x7F, 0x80, 0xBF, 0xC0] as [UInt8] : [0] {
                    let bytes = [first, second, third].prefix(length)
                    let packed = bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
                    let expected = String(validating: bytes, as: UTF8.self)?.unicodeScalars.first
                    #expect(UTF8Sequence.decode(packed, length: UInt8(length)) == expected)
                }
            }
        }
    }
}
