import Testing
import XMLStream
import XMPPAddress
import XMPPStanzas

@testable import XMPPExtensions

/// Dialback as servers write it (XEP-0220), errors in all their forms.
@Suite struct DialbackTests {
    @Test func errorIsReadInTheNamespaceOfTheStream() throws {
        let result = try DialbackResult(
            element(
                """
                <db:result xmlns:db='jabber:server:dialback' xmlns='jabber:server' from='a.example' to='b.example' \
                type='error'><error type='cancel'>\
                <remote-server-not-found xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></db:result>
                """))
        #expect(result.outcome == .error && result.error?.condition == .remoteServerNotFound)
    }

    @Test func keyIsWhatTheTextSays() throws {
        let verification = try DialbackVerification(
            element("<db:verify xmlns:db='jabber:server:dialback' from='a.example' to='b.example' id='1'>k</db:verify>")
        )
        #expect(verification.key == "k" && verification.outcome == nil && verification.error == nil)
    }

    @Test(arguments: [
        "<db:result xmlns:db='jabber:server:dialback' to='b.example'>k</db:result>",
        "<db:result xmlns:db='jabber:server:dialback' from='@' to='b.example'>k</db:result>",
    ])
    func addressesMustBeThere(xml: String) {
        #expect(throws: PayloadError.self) { try DialbackResult(element(xml)) }
    }

    @Test func headerOfServersDeclaresDialback() throws {
        let header = StreamHeader.betweenServers(from: jid("a.example"), to: jid("b.example"))
        var bytes: [UInt8] = []
        try XMLWriter(in: .document).writeStart(of: header.opening, to: &bytes)
        var parser = XMLStreamParser()
        parser.receive(bytes)
        guard case .streamOpen(let opening)? = try parser.next() else {
            Issue.record("no header in \(String(decoding: bytes, as: UTF8.self))")
            return
        }
        let read = StreamHeader(opening)
        #expect(read == header && read.declaresDialback && read.contentNamespace == .server)
        #expect(!StreamHeader.betweenServers(dialback: false).declaresDialback)
        let result = DialbackResult(from: jid("a.example"), to: jid("b.example"), key: "k")
        var element: [UInt8] = []
        try XMLWriter(in: .server).write(result.encoded(), to: &element)
        #expect(String(decoding: element, as: UTF8.self) == "<db:result from='a.example' to='b.example'>k</db:result>")
    }
}
