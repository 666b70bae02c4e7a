import Testing
import XMLStream
import XMPPSASL
import XMPPStanzas

@testable import XMPPSession

/// In-band registration (XEP-0077).
@Suite struct RegistrationTests {
    private static let fields = """
        <query xmlns='jabber:iq:register'><instructions>Choose</instructions><username/><password/></query>
        """

    private static func awaitingForm(cut: Harness.Cut = .whole) throws -> Harness {
        let harness = try Harness(cut: cut) { $0.registersAccount = true }
        try harness.secure()
        try harness.deliver(Say.header + Say.features(Say.plain, Say.register))
        return harness
    }

    private static func completed() throws -> Element {
        try element(
            "<query xmlns='jabber:iq:register'><username>juliet</username><password>correct horse</password></query>")
    }

    @Test(arguments: Harness.Cut.allCases)
    func accountIsRegisteredThenLoggedInTo(cut: Harness.Cut) throws {
        let harness = try Self.awaitingForm(cut: cut)
        #expect(harness.takeWritten().hasSuffix("><query xmlns='jabber:iq:register'/></iq>"))
        try harness.deliver("<iq type='result' id='\(harness.lastValue(of: "id"))'>\(Self.fields)</iq>")
        guard case .registrationForm(let form)? = harness.events.last else {
            Issue.record("\(harness.eventNames)")
            return
        }
        #expect(form.children.map(\.localName) == ["instructions", "username", "password"])
        try harness.session.submitRegistration(try Self.completed(), now: harness.now)
        harness.drain()
        let request = try element(harness.takeWritten())
        #expect(request["type"] == "set" && request["to"] == "example.com")
        try harness.deliver("<iq type='result' id='\(request["id"] ?? "")'/>")
        #expect(harness.eventNames.suffix(2) == ["registered", "mechanismChosen"])
        #expect(harness.takeWritten().contains("mechanism='PLAIN'"))
    }

    @Test func refusalIsReported() throws {
        let harness = try Self.awaitingForm()
        try harness.deliver("<iq type='result' id='\(harness.lastValue(of: "id"))'>\(Self.fields)</iq>")
        try harness.session.submitRegistration(try Self.completed(), now: harness.now)
        harness.drain()
        try harness.deliver(
            """
            <iq type='error' id='\(harness.lastValue(of: "id"))'><error type='cancel'>\
            <conflict xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></iq>
            """)
        guard case .registrationRefused(let error)? = harness.ending?.cause else {
            Issue.record("\(String(describing: harness.ending))")
            return
        }
        #expect(error.condition == .conflict)
        #expect(!harness.transcript.contains("<auth"))
    }

    @Test func registrationNeedsTLSToo() throws {
        let harness = try Harness { $0.registersAccount = true }
        try harness.connect()
        try harness.deliver(Say.header + Say.features(Say.plain, Say.register))
        #expect(harness.ending?.causeName == "tlsNotOffered")
        #expect(!harness.transcript.contains("jabber:iq:register"))
    }

    @Test(arguments: [ClientConfiguration.TLSPolicy.none, .preferred], [nil, SASLMechanism.scramSHA256])
    func passwordIsNotShownWithoutTLS(tls: ClientConfiguration.TLSPolicy, named: SASLMechanism?) throws {
        let harness = try Harness {
            $0.registersAccount = true
            $0.tls = tls
            $0.mechanisms.permitted = named.map { [$0] }
            $0.mechanisms.plain = .evenWithoutTLS
        }
        try harness.connect()
        try harness.deliver(Say.header + Say.features(Say.plain, Say.register))
        #expect(harness.ending?.causeName == "registrationUnprotected")
        #expect(harness.ending?.side == .local)
        #expect(!harness.transcript.contains("jabber:iq:register"))
    }

    @Test func passwordIsShownWithoutTLSWherePlainIsPermittedSo() throws {
        let harness = try Harness {
            $0.registersAccount = true
            $0.tls = .none
            $0.mechanisms.permitted = [.plain]
            $0.mechanisms.plain = .evenWithoutTLS
        }
        try harness.connect()
        try harness.deliver(Say.header + Say.features(Say.plain, Say.register))
        #expect(harness.takeWritten().hasSuffix("><query xmlns='jabber:iq:register'/></iq>"))
    }

    @Test func newPasswordIsNotShownWithoutTLS() throws {
        let harness = try Harness { configuration in
            configuration.tls = .none
            configuration.credentials.isAnonymous = true
        }
        try harness.connect()
        try harness.deliver(Say.header + Say.features(Say.mechanisms("ANONYMOUS")))
        try harness.deliver(Say.success)
        try harness.deliver(Say.header + Say.features(Say.bind))
        try harness.deliver(Say.bound(harness.lastValue(of: "id")))
        _ = harness.takeWritten()
        #expect(throws: LocalError.passwordUnprotected) {
            try harness.session.changePassword(to: Secret("other"), now: harness.now)
        }
        harness.drain()
        #expect(harness.written.isEmpty)
    }

    @Test func serverWithoutRegistrationIsLeft() throws {
        let harness = try Harness { $0.registersAccount = true }
        try harness.secure()
        try harness.deliver(Say.header + Say.features(Say.plain))
        #expect(harness.ending?.causeName == "registrationNotOffered")
    }

    @Test func applicationMayTakeItsTimeButNotForEver() throws {
        let harness = try Self.awaitingForm()
        try harness.deliver("<iq type='result' id='\(harness.lastValue(of: "id"))'>\(Self.fields)</iq>")
        harness.pass(.seconds(200))
        #expect(harness.ending == nil)
        harness.pass(.seconds(200))
        guard case .timedOut(.application)? = harness.ending?.cause else {
            Issue.record("\(String(describing: harness.ending))")
            return
        }
    }

    @Test func passwordIsChangedByARequest() throws {
        let harness = try Harness()
        try harness.establish(Say.bind)
        _ = harness.takeWritten()
        let id = try harness.session.changePassword(to: Secret("new <pass>"), now: harness.now)
        harness.drain()
        let request = try element(harness.takeWritten())
        let query = try #require(request.firstChild(.registration))
        #expect(query.firstChild(.registrationUsername)?.text == "juliet")
        #expect(query.firstChild(.registrationPassword)?.text == "new <pass>")
        try harness.deliver("<iq type='result' id='\(id)'/>")
        #expect(harness.eventNames.last == "response")
    }

    @Test(arguments: ["<iq type='result' id='ID'/>", Say.streamError("not-authorized") + "</stream:stream>"])
    func removedAccountEndsTheSession(answer: String) throws {
        let harness = try Harness()
        try harness.establish(Say.bind)
        let id = try harness.session.removeAccount(now: harness.now)
        harness.drain()
        #expect(harness.written.contains("<remove/>"))
        try harness.deliver(answer.replacing("ID", with: id))
        #expect(harness.ending?.causeName == "accountRemoved")
        #expect(harness.eventNames.suffix(2) == ["response", "ended"])
    }
}
