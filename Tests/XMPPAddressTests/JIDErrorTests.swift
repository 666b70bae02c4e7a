import Testing
import XMPPAddress

@Suite struct JIDErrorTests {
    /// The character as it is after mapping, and the place in the input it came from.
    @Test(
        arguments: [
            ("a@b.example/x\u{7}", JIDError.Part.resource, "\u{7}", 13),
            ("ü\u{2163}@b", .local, "\u{2173}", 2),
            ("ab\u{FF20}c@b", .local, "@", 2),
            ("a@ü.exa_mple", .domain, "_", 8),
            ("e\u{301}\u{265A}@b", .local, "\u{265A}", 3),
            ("a@xn--bcher-kva.xn--a", .domain, "\u{80}", 16),
        ] as [(String, JIDError.Part, Unicode.Scalar, Int)]
    )
    func namesTheCharacter(address: String, part: JIDError.Part, character: Unicode.Scalar, offset: Int) throws {
        let error = try #require(throws: JIDError.self) { try JID(address) }
        #expect(error.part == part)
        #expect(error.character == character)
        #expect(error.offset == offset)
    }

    @Test func describesItself() throws {
        let character = try #require(throws: JIDError.self) { try JID("a@exa_mple") }
        #expect(
            character.description
                == "domainpart: U+005F '_' at octet 5: is not a letter, digit or hyphen (RFC 5890 §2.3.1)"
        )
        let control = try #require(throws: JIDError.self) { try JID("b/\u{1B}") }
        #expect(control.reason == "U+001B at octet 2: is a control character (RFC 8264 §9.12)")
        let empty = try #require(throws: JIDError.self) { try JID("a@/c") }
        #expect(empty.description == "domainpart: must not be empty (RFC 7622 §3.1)")
        #expect(empty.character == nil)
        let long = try #require(throws: JIDError.self) { try JID(String(repeating: "/", count: 20_000)) }
        #expect(long.description == "address: must not be longer than 3071 octets (RFC 7622 §3.1)")
    }

    @Test(arguments: [
        ("\u{5D0}a@b", 2), ("1\u{5D0}@b", 1), ("\u{5D0}.@b", 3), ("\u{627}1\u{661}@b", 4), ("a\u{5D0}@b", 5),
    ])
    func namesTheBidiCondition(address: String, condition: Int) throws {
        let error = try #require(throws: JIDError.self) { try JID(address) }
        #expect(error.rule == .bidiRule(condition: condition))
    }
}
