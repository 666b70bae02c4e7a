import Testing
import XMLStream
import XMPPAddress
import XMPPSASL

@testable import stanzactl

@Suite("The password in elements")
struct LoginMaskTests {
    private func mask() throws -> LoginMask {
        LoginMask(password: Secret("correct horse"), account: try JID("juliet@example.test"))
    }

    @Test("It goes from wherever it is, and everything else stays")
    func places() throws {
        let depth = 1000
        let open = (0..<depth).map { "<b xmlns='urn:b' n='\($0)'>" }.joined()
        let close = String(repeating: "t<c/></b>", count: depth)
        let element = try #require(try elements(open + "correct horse" + close).first)
        let masked = try mask().masked(element)
        let expected = try #require(try elements(open + "***" + close).first)
        #expect(masked == expected)
        let attribute = try #require(try elements("<a xmlns='urn:a' b='my correct horse'><c/></a>").first)
        #expect(try mask().masked(attribute) == elements("<a xmlns='urn:a' b='my ***'><c/></a>").first)
    }

    @Test("An element without it is the very same")
    func same() throws {
        let element = try #require(try elements("<a xmlns='urn:a' b='correct'><c>horse</c></a>").first)
        #expect(try mask().masked(element).isSame(as: element))
    }
}
