import Testing
import XMLStream
import XMPPAddress
import XMPPExtensions
import XMPPSASL
import XMPPStanzas

@testable import XMPPSession

/// Accounts that are made, changed and removed in-band (XEP-0077).
@Suite struct ServerAccountTests {
    private static let fields = "<username>nurse</username><password>secret</password>"

    private static func offering(
        _ configure: (inout ServerConfiguration) -> Void = { _ in }
    ) throws -> ServerHarness {
        try ServerHarness {
            $0.registration = Registration(
                instructions: "Choose a name.", fields: [.username: "", .password: ""])
            configure(&$0)
        }
    }

    @Test func formIsGivenAndRegistrationAsked() throws {
        let harness = try Self.offering()
        try harness.secure()
        #expect(harness.takeWritten().contains("<register xmlns='http://jabber.org/features/iq-register'/>"))
        harness.deliver("<iq type='get' id='f'><query xmlns='jabber:iq:register'/></iq>")
        let form = try element(harness.takeWritten())
        #expect(form["type"] == "result" && form.description.contains("<instructions>"))
        harness.deliver(Ask.register(Self.fields))
        guard case .accountRequested(.registration(let registration))? = harness.events.last else {
            Issue.record("\(harness.eventNames)")
            return
        }
        #expect(registration.fields == [.username: "nurse", .password: "secret"])
        // Nothing more is read meanwhile.
        harness.deliver(Ask.plain)
        #expect(harness.takeWritten() == "")
        try harness.act { try $0.answerAccountRequest(now: harness.now) }
        #expect(harness.written.contains("<iq id='r' type='result'/>"))
        #expect(harness.eventNames.contains("authenticated"))
    }

    @Test func refusalIsToldAndTheLoginGoesOn() throws {
        let harness = try Self.offering()
        try harness.secure()
        harness.deliver(Ask.register(Self.fields))
        try harness.act { try $0.answerAccountRequest(StanzaError(.conflict), now: harness.now) }
        #expect(harness.written.contains("<conflict ") && harness.ending == nil)
        harness.deliver(Ask.plain)
        #expect(harness.eventNames.contains("authenticated"))
    }

    @Test func applicationIsAskedForSoManyAccountsAndNoMore() throws {
        let harness = try Self.offering { $0.maximumRegistrationAttempts = 2 }
        try harness.secure()
        for (id, error) in [("1", StanzaError(.conflict)), ("2", nil)] {
            harness.deliver(Ask.register(Self.fields, id: id))
            try harness.act { try $0.answerAccountRequest(error, now: harness.now) }
        }
        _ = harness.takeWritten()
        for id in ["3", "4"] {
            harness.deliver(Ask.register(Self.fields, id: id))
            let refusal = try IQ(element(harness.takeWritten()))
            #expect(refusal.id == id && refusal.error?.condition == .resourceConstraint)
        }
        #expect(harness.eventNames.count { $0 == "accountRequested" } == 2)
        // The form is still to be had, and the login goes on.
        harness.deliver("<iq type='get' id='f'><query xmlns='jabber:iq:register'/></iq>")
        #expect(harness.takeWritten().contains("<instructions>"))
        harness.deliver(Ask.plain)
        #expect(harness.eventNames.contains("authenticated"))
    }

    @Test func registrationThatIsNotOfferedIsOutOfPlace() throws {
        let harness = try ServerHarness()
        try harness.secure()
        harness.deliver(Ask.register(Self.fields))
        #expect(harness.written.contains("<not-authorized xmlns='urn:ietf:params:xml:ns:xmpp-streams'/>"))
    }

    @Test func registrationWithoutTLSIsRefusedWhereThatIsRequired() throws {
        let harness = try Self.offering()
        harness.deliver(Ask.header)
        #expect(!harness.written.contains("iq-register"))
        harness.deliver(Ask.register(Self.fields))
        #expect(harness.ending?.causeName == "violation")
        #expect(!harness.eventNames.contains("accountRequested"))
    }

    @Test func passwordIsChangedByTheAccountOnly() throws {
        let harness = try Self.offering()
        try harness.establish()
        _ = harness.takeWritten()
        harness.deliver(Ask.register("<username>romeo</username><password>x</password>", id: "1"))
        harness.deliver(Ask.register("<username>juliet</username>", id: "2"))
        #expect(harness.takeWritten().ranges(of: "<bad-request ").count == 2)
        harness.deliver(Ask.register("<username>juliet</username><password>new</password>", id: "3"))
        guard case .accountRequested(.passwordChange(let password))? = harness.events.last else {
            Issue.record("\(harness.eventNames)")
            return
        }
        #expect(password.matches(Secret("new")))
        harness.deliver(Ask.register("<remove/>", id: "4"))
        #expect(harness.takeWritten().contains("<resource-constraint "))
        try harness.act { try $0.answerAccountRequest(now: harness.now) }
        #expect(try element(harness.takeWritten())["id"] == "3")
        #expect(throws: LocalError.unexpectedInput) { try harness.session.answerAccountRequest(now: harness.now) }
    }

    @Test func removedAccountEndsTheSession() throws {
        let harness = try Self.offering()
        try harness.establish()
        _ = harness.takeWritten()
        harness.deliver(Ask.register("<remove/>"))
        guard case .accountRequested(.removal)? = harness.events.last else {
            Issue.record("\(harness.eventNames)")
            return
        }
        try harness.act { try $0.answerAccountRequest(now: harness.now) }
        let written = harness.takeWritten()
        #expect(written.hasPrefix("<iq id='r'") && written.contains("<not-authorized "))
        #expect(harness.ending?.causeName == "accountRemoved")
    }

    @Test func storeKeepsKeysOnly() throws {
        var table = AccountTable()
        var generator = SeededGenerator(3)
        try table.setPassword(Secret("secret"), of: "nurse", iterations: 4096, using: &generator)
        #expect(table.contains("nurse") && !table.contains("juliet"))
        let keys = try #require(table.keys(of: "nurse", hash: .sha512))
        #expect(try keys.match(password: Secret("secret")) && !keys.match(password: Secret("other")))
        #expect(table.keys(of: "nurse", hash: .sha1)?.salt != keys.salt)
        guard case .scramKeys(nil) = table.answer(to: .scramKeys(username: "nobody", hash: nil)) else {
            Issue.record("nobody has keys")
            return
        }
        table.remove("nurse")
        #expect(table.keys(of: "nurse", hash: nil) == nil)
    }
}
