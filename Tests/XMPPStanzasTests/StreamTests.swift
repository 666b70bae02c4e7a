import Testing
import XMLStream
import XMPPAddress

@testable import XMPPStanzas

@Suite struct StreamTests {
    @Test("Features are typed, and unknown ones stay")
    func features() throws {
        let source = try element(
            "<stream:features><starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'><required/></starttls>"
                + "<mechanisms xmlns='urn:ietf:params:xml:ns:xmpp-sasl'><mechanism>EXTERNAL</mechanism>"
                + "<mechanism>PLAIN</mechanism></mechanisms><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/>"
                + "<session xmlns='urn:ietf:params:xml:ns:xmpp-session'><optional/></session><sm xmlns='urn:xmpp:sm:2'/>"
                + "<sm xmlns='urn:xmpp:sm:3'><required/></sm><ver xmlns='urn:xmpp:features:rosterver'/>"
                + "<sub xmlns='urn:xmpp:features:pre-approval'/><csi xmlns='urn:xmpp:csi:0'/>"
                + "<compression xmlns='http://jabber.org/features/compress'><method>zlib</method></compression>"
                + "<register xmlns='http://jabber.org/features/iq-register'/>"
                + "<c xmlns='http://jabber.org/protocol/caps' node='n' ver='v'/>"
                + "<authentication xmlns='urn:xmpp:sasl:2'><mechanism>PLAIN</mechanism>"
                + "<inline><bind xmlns='urn:xmpp:bind:0'/><fast xmlns='urn:xmpp:fast:0'/></inline></authentication>"
                + "<strange xmlns='urn:strange'/></stream:features>")
        let features = try #require(StreamFeatures(source))
        #expect(features.startTLS == StartTLSFeature(isRequired: true))
        #expect(features.mechanisms == ["EXTERNAL", "PLAIN"])
        #expect(features.bind == BindFeature())
        #expect(features.session == SessionFeature(isOptional: true))
        #expect(
            features.streamManagement
                == [StreamManagementFeature(isRequired: true), StreamManagementFeature(version: 2)])
        #expect(features.hasRosterVersioning)
        #expect(features.hasSubscriptionPreApproval)
        #expect(features.hasClientStateIndication)
        #expect(features.compressionMethods == ["zlib"])
        #expect(features.hasRegistration)
        #expect(features.capabilities?["node"] == "n")
        #expect(features.authentication != nil)
        #expect(features.bind2 != nil)
        #expect(features.fast != nil)
        #expect(features.element == source)
        #expect(StreamFeatures(try element("<message/>")) == nil)
        let empty = try #require(StreamFeatures(try element("<stream:features/>")))
        #expect(empty.startTLS == nil)
        #expect(empty.mechanisms == [])
        #expect(!empty.hasRosterVersioning)
        #expect(empty.bind2 == nil)
    }

    @Test("Features are built")
    func builtFeatures() throws {
        let features = StreamFeatures {
            StartTLSFeature(isRequired: true)
            SASLMechanisms(["PLAIN"])
        }
        #expect(
            try features.element.xml(in: .client)
                == "<stream:features><starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'><required/></starttls>"
                + "<mechanisms xmlns='urn:ietf:params:xml:ns:xmpp-sasl'><mechanism>PLAIN</mechanism></mechanisms>"
                + "</stream:features>")
    }

    @Test("A header is written and read")
    func header() throws {
        let header = StreamHeader(
            to: jid("example.com"), from: jid("a@example.net"), id: "i", language: "en", contentNamespace: .server,
            prefixes: [StreamOpening.Prefix(prefix: "db", namespace: .dialback)])
        var bytes: [UInt8] = []
        try XMLWriter(in: .document).writeStart(of: header.opening, to: &bytes)
        var parser = XMLStreamParser()
        parser.receive(bytes)
        guard case .streamOpen(let opening)? = try parser.next() else {
            Issue.record("no header")
            return
        }
        #expect(StreamHeader(opening) == header)
    }

    @Test("A header that is wrong is read as far as it goes")
    func wrongHeader() throws {
        var parser = XMLStreamParser()
        parser.receive(
            Array(
                "<stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' to='a@@b' version='one'>"
                    .utf8))
        guard case .streamOpen(let opening)? = try parser.next() else {
            Issue.record("no header")
            return
        }
        var diagnostics: [PayloadError] = []
        let header = StreamHeader(opening, diagnostics: &diagnostics)
        #expect(header == StreamHeader(version: .none))
        #expect(diagnostics.count == 2)
        #expect(StreamHeader.Version(xmlText: "1.10") == StreamHeader.Version(major: 1, minor: 10))
        #expect(StreamHeader.Version(major: 1, minor: 10) > StreamHeader.Version(major: 1, minor: 9))
        #expect(StreamHeader.Version(xmlText: "-1.0") == nil)
    }

    @Test("All conditions of a stream's errors are read and written", arguments: StreamErrorCondition.all)
    func streamErrors(_ condition: StreamErrorCondition) throws {
        let error = StreamError(condition, text: "why")
        let written = try element(error.encoded().xml())
        #expect(try StreamError(written, strict: true) == error)
        #expect(written.firstChild(Name(condition.rawValue, in: "urn:ietf:params:xml:ns:xmpp-streams")) != nil)
        #expect(StreamErrorCondition.all.count == 25)
    }

    @Test("All conditions of a stanza's errors are read and written", arguments: StanzaErrorCondition.all)
    func stanzaErrors(_ condition: StanzaErrorCondition) throws {
        let error = StanzaError(condition, text: "why")
        let written = try element(error.encoded().xml())
        #expect(try StanzaError(written, strict: true) == error)
        #expect(written.firstChild(Name(condition.rawValue, in: "urn:ietf:params:xml:ns:xmpp-stanzas")) != nil)
        #expect(StanzaErrorCondition.all.count == 22)
    }

    @Test("Errors of other times are read too")
    func legacyErrors() throws {
        let legacy = try StanzaError(element("<error code='404'/>"))
        #expect(legacy.condition == .itemNotFound)
        #expect(legacy.kind == .cancel)
        #expect(legacy.legacyCode == 404)
        #expect(throws: PayloadError.self) { try StanzaError(element("<error code='404'/>"), strict: true) }
        let unknown = try StanzaError(
            element("<error type='odd'><payment-required xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error>"))
        #expect(unknown.condition == "payment-required")
        #expect(unknown.kind == .cancel)
        #expect(try StreamError(element("<stream:error>text</stream:error>")).condition == .undefinedCondition)
        let moved = try StreamError(
            element(
                "<stream:error><see-other-host xmlns='urn:ietf:params:xml:ns:xmpp-streams'>h:1</see-other-host></stream:error>"
            ))
        #expect(moved.otherHost == HostAndPort("h:1"))
        #expect(StreamError(.conflict, host: "h").otherHost == nil)
    }
}
