import Testing
import XMLStream
import XMPPSASL
import XMPPStanzas

@testable import XMPPExtensions

@Suite struct ExtensionTests {
    static func sha1(_ bytes: [UInt8]) -> [UInt8] { (try? HashFunction.sha1.digest(bytes)) ?? [] }

    static let exodus = DiscoInfo(
        identities: [DiscoInfo.Identity(category: "client", type: "pc", name: "Exodus 0.9.1")],
        features: [
            "http://jabber.org/protocol/disco#info", "http://jabber.org/protocol/muc",
            "http://jabber.org/protocol/caps", "http://jabber.org/protocol/disco#items",
        ])

    @Test("Capabilities are hashed as XEP-0115 §5.2 has it")
    func simpleCapabilities() throws {
        #expect(
            try Self.exodus.capabilityString()
                == "client/pc//Exodus 0.9.1<http://jabber.org/protocol/caps<http://jabber.org/protocol/disco#info<"
                + "http://jabber.org/protocol/disco#items<http://jabber.org/protocol/muc<")
        let summary = try EntityCapabilities(
            of: Self.exodus, node: "http://code.google.com/p/exodus", digest: Self.sha1)
        #expect(summary.version == "QgayPKawpkPSDYmwT/WM94uAlu0=")
        #expect(summary.queriedNode == "http://code.google.com/p/exodus#QgayPKawpkPSDYmwT/WM94uAlu0=")
        #expect(summary.describes(Self.exodus, digest: Self.sha1))
        var other = Self.exodus
        other.features.append("urn:xmpp:ping")
        #expect(!summary.describes(other, digest: Self.sha1))
    }

    @Test("Capabilities with forms are hashed as XEP-0115 §5.3 has it")
    func complexCapabilities() throws {
        let info = DiscoInfo(
            identities: [
                DiscoInfo.Identity(category: "client", type: "pc", name: "Psi 0.11", language: "en"),
                DiscoInfo.Identity(category: "client", type: "pc", name: "Ψ 0.11", language: "el"),
            ],
            features: Self.exodus.features,
            forms: [
                DataForm(
                    .result,
                    fields: [
                        DataForm.Field("FORM_TYPE", type: .hidden, values: ["urn:xmpp:dataforms:softwareinfo"]),
                        DataForm.Field("ip_version", values: ["ipv6", "ipv4"]), DataForm.Field("os", values: ["Mac"]),
                        DataForm.Field("os_version", values: ["10.5.1"]), DataForm.Field("software", values: ["Psi"]),
                        DataForm.Field("software_version", values: ["0.11"]),
                    ])
            ])
        let summary = try EntityCapabilities(of: info, node: "http://psi-im.org", digest: Self.sha1)
        #expect(summary.version == "q07IKJEyjvHSyhy//CH0CxmKi8w=")
    }

    @Test("Ill-formed capabilities have no summary (XEP-0115 §5.4)")
    func illFormedCapabilities() throws {
        var info = Self.exodus
        info.features.append("http://jabber.org/protocol/muc")
        #expect(throws: CapabilityError.duplicateFeature("http://jabber.org/protocol/muc")) {
            try info.capabilityString()
        }
        info = Self.exodus
        info.identities.append(info.identities[0])
        #expect(throws: CapabilityError.duplicateIdentity(info.identities[0])) { try info.capabilityString() }
        info = Self.exodus
        let form = DataForm(.result, fields: [DataForm.Field("FORM_TYPE", type: .hidden, values: ["a"])])
        info.forms = [form, form]
        #expect(throws: CapabilityError.duplicateForm("a")) { try info.capabilityString() }
        info.forms = [DataForm(.result, fields: [DataForm.Field("FORM_TYPE", type: .hidden, values: ["a", "b"])])]
        #expect(throws: CapabilityError.ambiguousFormType(["a", "b"])) { try info.capabilityString() }
        info.forms = [DataForm(.result, fields: [DataForm.Field("FORM_TYPE", values: ["a"])])]
        #expect(try info.capabilityString() == Self.exodus.capabilityString())
    }

    @Test("All values of a text-single field are kept, and reported")
    func severalValues() throws {
        let source = try element(
            "<x xmlns='jabber:x:data' type='form'><field var='abuse' type='text-single'><value>a</value><value>b</value>"
                + "</field><field var='odd' type='text-double'><value>c</value></field></x>")
        var diagnostics: [PayloadError] = []
        let form = try DataForm(source, diagnostics: &diagnostics)
        #expect(form["abuse"]?.values == ["a", "b"])
        #expect(form["odd"]?.values == ["c"])
        #expect(form["odd"]?.type == nil)
        #expect(diagnostics.map(\.path) == ["x/field", "x/field[2]"])
    }

    @Test("A contact with a bad address does not hide the others")
    func roster() throws {
        let source = try element(
            "<query xmlns='jabber:iq:roster'><item jid='a@@b'/><item jid='c@d.example' subscription='maybe'/></query>")
        var diagnostics: [PayloadError] = []
        let roster = try Roster(source, diagnostics: &diagnostics)
        #expect(roster.items == [RosterItem(jid("c@d.example"))])
        #expect(diagnostics.count == 2)
    }

    @Test("The condition of a failure is found in an error too")
    func failures() throws {
        let source = try element(
            "<failed xmlns='urn:xmpp:sm:3'><error xmlns='jabber:client' type='cancel'>"
                + "<service-unavailable xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></failed>")
        #expect(try SMFailed(source).condition == .serviceUnavailable)
        #expect(try SMFailed(element("<failed xmlns='urn:xmpp:sm:3'/>")).condition == nil)
        let failure = try SASLFailure(element("<failure xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>"))
        #expect(failure.condition == nil)
    }

    @Test("Empty data of SASL are told from none (RFC 6120 §6.4.2)")
    func emptyData() throws {
        let namespace = "urn:ietf:params:xml:ns:xmpp-sasl"
        #expect(try SASLAuth(element("<auth xmlns='\(namespace)' mechanism='X'/>")).initialResponse == nil)
        #expect(
            try SASLAuth(element("<auth xmlns='\(namespace)' mechanism='X'>=</auth>")).initialResponse == Base64Data([])
        )
        #expect(try SASLChallenge(element("<challenge xmlns='\(namespace)'/>")).data == Base64Data([]))
        #expect(try SASLChallenge(element("<challenge xmlns='\(namespace)'>=</challenge>")).data == Base64Data([]))
        #expect(throws: PayloadError.self) {
            try SASLChallenge(element("<challenge xmlns='\(namespace)'>?</challenge>"))
        }
    }

    @Test("A message within another is read")
    func forwarded() throws {
        let inner = Message(from: jid("a@b.example"), type: .chat, id: "1") { Body("hi") }
        let outer = Message(to: jid("c@d.example")) {
            ArchiveResult(Forwarded(inner, delay: Delay(time("2010-07-10T23:08:25Z"))), id: "x", queryID: "q")
        }
        let result = try #require(try outer[ArchiveResult.self])
        #expect(result.forwarded.message == inner)
        #expect(result.forwarded.delay?.stamp == time("2010-07-10T23:08:25Z"))
        #expect(outer.body == nil)
        let broken = Forwarded(content: [Element(Name.message, attributes: [Attribute(.to, "a@@b")])])
        #expect(throws: ErroneousStanza.self) { try broken.stanza() }
        #expect(broken.message == nil)
    }

    @Test("A delay is found in both formats")
    func delays() throws {
        let both = Message {
            LegacyDelay(time("2001-01-01T00:00:00Z"))
            Delay(time("2002-02-02T00:00:00Z"))
        }
        #expect(both.delay == Delay(time("2002-02-02T00:00:00Z")))
        let legacy = Message { LegacyDelay(time("2001-01-01T00:00:00Z"), reason: "r") }
        #expect(legacy.delay == Delay(time("2001-01-01T00:00:00Z"), reason: "r"))
        #expect(Message().delay == nil)
    }

    @Test("A query for an archive has its form")
    func archiveQuery() throws {
        let query = ArchiveQuery(with: jid("juliet@capulet.lit"), start: time("2010-06-07T00:00:00Z"), version: .first)
        #expect(query.filter?.formType == "urn:xmpp:mam:1")
        #expect(query.filter?["with"]?.jids == [jid("juliet@capulet.lit")])
        #expect(query.filter?["end"] == nil)
        #expect(ArchiveQuery(with: nil).filter == nil)
    }
}
