import Testing
import XMPPAddress

/// The tables in `Fixtures`, row by row.
@Suite struct VectorTests {
    @Test(arguments: try Fixture.rows("addresses.tsv"))
    func address(row: [String]) throws {
        let (address, expected) = (row[0], row[1])
        if expected.hasPrefix("! ") {
            let error = try #require(throws: JIDError.self) { try JID(address) }
            #expect("! \(error.part.rawValue) \(error.rule.reference)" == expected, "\(row[2])")
        } else {
            let jid = try JID(address)
            #expect(jid.full.isIdentical(to: expected), "\(row[2])")
            #expect(try JID(expected) == jid)
        }
    }

    @Test(arguments: try Fixture.rows("comparisons.tsv"))
    func comparison(row: [String]) throws {
        #expect((try JID(row[0]) == JID(row[1])) == (row[2] == "equal"))
    }

    @Test(arguments: try Fixture.rows("escapes.tsv"))
    func escape(row: [String]) throws {
        let (typed, escaped) = (row[0], row[1])
        if escaped == "!" {
            let error = try #require(throws: PreparationError.self) { try JIDEscaping.escape(typed) }
            #expect(error.rule == .escapedSpaceAtEdge)
            #expect(error.character == " ")
        } else {
            #expect(try JIDEscaping.escape(typed) == escaped)
            #expect(JIDEscaping.unescape(escaped) == typed)
        }
    }

    @Test(arguments: try Fixture.rows("unescapes.tsv"))
    func unescape(row: [String]) {
        #expect(JIDEscaping.unescape(row[0]) == row[1])
    }
}
