import Testing
import XMPPAddress
import XMPPSASL

@testable import stanzactl

/// What is found of a password that somebody repeats.
@Suite struct PasswordFormsTests {
    private static func forms(_ password: String = "pass wörd+100%") throws -> PasswordForms {
        PasswordForms(of: Secret(password), account: try JID("juliet@example.com"))
    }

    @Test(arguments: [
        "pass%20w%C3%B6rd%2B100%25", "pass+w%c3%b6rd%2b100%25", "p%61ss wörd+100%", "pass+wörd+100%",
        "%70%61%73%73%20%77%C3%B6%72%64%2B%31%30%30%25", "706173732077c3b672642b31303025",
        "706173732077C3b672642B31303025", "70 61 73 73 20 77 c3 b6 72 64 2b 31 30 30 25",
        "0x70, 0x61, 0x73, 0x73, 0x20, 0x77, 0xC3, 0xB6, 0x72, 0x64, 0x2B, 0x31, 0x30, 0x30, 0x25",
        #"\x70\x61\x73\x73\x20\x77\xc3\xb6\x72\x64\x2b\x31\x30\x30\x25"#,
        "70-61-73-73-20-77-C3-B6-72-64-2B-31-30-30-25", "cGFzcyB3w7ZyZCsxMDAl",
    ])
    func passwordIsMaskedHoweverItIsEncoded(echo: String) throws {
        let masked = try Self.forms().masked("<\(echo)>")
        #expect(["<***>", "<0x***>", #"<\x***>"#].contains(masked), "\(masked)")
    }

    @Test(arguments: ["pass%20w%C3%B…", "pass%20w%…", "pas%73…", "706173732…", "70:61:73:7…", "70, 0x61, 0x73, 0x7…"])
    func whatACutLeavesIsMaskedToo(echo: String) throws {
        #expect(try Self.forms().masked("so: " + echo) == "so: ***…")
    }

    @Test(arguments: [
        "", "%", "%2", "100%", "a+b", "pass", "pass%20word", "70617373", "7061737320", "%70%61", "passé…", "0x70, 0x61",
    ])
    func whatIsNotThePasswordIsLeft(text: String) throws {
        #expect(try Self.forms().masked(text) == text)
    }

    /// The digits of a short password are those of any number.
    @Test func shortPasswordIsNotLookedForInNumbers() throws {
        #expect(try Self.forms("a").masked("1961 %61 b") == "1961 *** b")
    }
}
