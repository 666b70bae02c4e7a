import TestServers
import Testing
import XMLStream
import XMPPAddress
import XMPPSASL
import XMPPStanzas

@testable import XMPPSession

extension RealServers {
    /// The life of accounts, and what they are there for.
    @Suite struct Accounts {
        /// Registers an account, and goes on to the login.
        private static func register(_ account: TestAccount, at server: any TestServer) throws -> BlockingDriver {
            let driver = try driver(server, account, configure: { $0.registersAccount = true })
            try driver.run { $0.name == "registrationForm" }
            try driver.act { session, now in
                let query = Element(.registration) {
                    Element(.registrationUsername, text: account.name)
                    Element(.registrationPassword, text: account.password)
                }
                try session.submitRegistration(query, now: now)
            }
            try driver.run { $0.name == "bound" }
            return driver
        }

        @Test(arguments: ServerKind.expected) func accountLivesFromRegistrationToRemoval(_ kind: ServerKind) throws {
            let server = try kind.shared()
            let account = TestAccount()
            let first = try Self.register(account, at: server)
            let second = try driver(server, account, .directTLS)
            try second.run { $0.name == "streamManagementEnabled" }
            #expect(second.session.boundJID?.bare.full == account.address)

            let password = Secret("battery staple")
            _ = try second.act { session, now in try session.changePassword(to: password, now: now) }
            try second.run {
                guard case .response(let outcome) = $0 else { return false }
                if case .failure = outcome.result { Issue.record("\(outcome)") }
                return true
            }
            #expect(ending(try driver(server, account))?.causeName == "authenticationRefused")
            try second.act { session, now in try session.close(now: now) }
            try second.run { $0.name == "ended" }
            guard case .closed(.answered)? = second.session.ending?.cause else {
                Issue.record("\(String(describing: second.session.ending))")
                return
            }
            withExtendedLifetime(first) {}

            let last = try driver(
                server, account,
                configure: { $0.credentials = SASLCredentials(username: account.name, password: password) })
            try last.run { $0.name == "bound" }
            _ = try last.act { session, now in try session.removeAccount(now: now) }
            try last.run { $0.name == "ended" }
            #expect(last.session.ending?.causeName == "accountRemoved")
            let gone = try driver(
                server, account,
                configure: { $0.credentials = SASLCredentials(username: account.name, password: password) })
            #expect(ending(gone)?.causeName == "authenticationRefused")
        }

        @Test(.needs(.prosody)) func prosodyEndsOtherSessionsOfAChangedPassword() throws {
            let server = try ServerKind.prosody.shared()
            let account = try server.makeAccount()
            let (first, second) = (try loggedIn(server, account), try loggedIn(server, account))
            _ = try second.act { session, now in try session.changePassword(to: Secret("battery staple"), now: now) }
            guard case .streamError(let error)? = ending(first, before: "")?.cause else {
                Issue.record("\(String(describing: first.session.ending))")
                return
            }
            #expect(error.condition == .reset)
        }

        @Test(arguments: ServerKind.expected) func takenNameCannotBeRegistered(_ kind: ServerKind) throws {
            let server = try kind.shared()
            let account = try server.makeAccount()
            #expect(throws: BlockingDriver.Failure.self) { try Self.register(account, at: server) }
        }

        @Test(arguments: ServerKind.expected) func takenResourceIsGivenUpForAnother(_ kind: ServerKind) throws {
            let server = try kind.shared()
            let account = try server.makeAccount()
            let first = try driver(server, account, configure: { $0.resource = .named("balcony") })
            try first.run { $0.name == "bound" }
            #expect(first.session.boundJID?.resource == "balcony")
            let second = try driver(server, account, configure: { $0.resource = .named("balcony") })
            try second.run {
                if case .resourceRefused(let error) = $0 { #expect(error.condition == .conflict) }
                return $0.name == "resourceRefused"
            }
            try second.act { session, now in try session.answerResourceConflict(.named("garden"), now: now) }
            try second.run { $0.name == "bound" }
            #expect(second.session.boundJID?.resource == "garden")
            #expect(first.session.ending == nil)
        }

        @Test(arguments: ServerKind.expected) func messagesGoBothWays(_ kind: ServerKind) throws {
            let server = try kind.shared()
            let romeo = try loggedIn(server, try server.makeAccount())
            let juliet = try loggedIn(server, try server.makeAccount())
            let addresses = (try #require(romeo.session.boundJID), try #require(juliet.session.boundJID))
            let texts = ["O Romeo, Romeo! <&>", "\u{1F339} ]]>", String(repeating: "x", count: 40_000)]
            for text in texts {
                for (from, to, sender, recipient) in [
                    (romeo, juliet, addresses.0, addresses.1), (juliet, romeo, addresses.1, addresses.0),
                ] {
                    try send(text, from, to: recipient)
                    try to.run {
                        guard case .stanza(.message(let message)) = $0 else { return false }
                        #expect(message.from == sender)
                        #expect(message.body == text)
                        return true
                    }
                }
            }
        }

        @Test(arguments: ServerKind.expected) func rosterIsReadChangedAndPushed(_ kind: ServerKind) throws {
            let server = try kind.shared()
            let account = try server.makeAccount()
            let roster = Name("query", in: "jabber:iq:roster")
            let item = Name("item", in: "jabber:iq:roster")
            let driver = try driver(server, account, configure: { $0.answeredRequests = [roster] })
            try driver.run { $0.name == "bound" }
            func request(_ type: IQType, _ query: Element) throws -> (pushes: [IQ], items: [Element]) {
                let iq = try #require(IQ(type, element: query, id: driver.session.makeID()))
                _ = try driver.act { session, now in try session.send(iq, now: now) }
                var pushes: [IQ] = []
                var items: [Element] = []
                try driver.run {
                    if case .stanza(.iq(let push)) = $0 { pushes.append(push) }
                    guard case .response(let outcome) = $0 else { return false }
                    items =
                        try outcome.result.get().element.firstChild(roster)?.children(item).map { $0.detached() } ?? []
                    return true
                }
                return (pushes, items)
            }
            #expect(try request(.get, Element(roster)).items.isEmpty)
            let nurse = Element(roster) {
                Element(item, attributes: [.init(Name("jid"), "nurse@good.test"), .init(Name("name"), "Nurse")])
            }
            var pushes = try request(.set, nurse).pushes
            if pushes.isEmpty {
                try driver.run {
                    if case .stanza(.iq(let push)) = $0 { pushes.append(push) }
                    return !pushes.isEmpty
                }
            }
            let push = try #require(pushes.first)
            #expect(push.element.firstChild(roster)?.firstChild(item)?["jid"] == "nurse@good.test")
            let result = try #require(push.result())
            _ = try driver.act { session, now in try session.send(result, now: now) }
            #expect(try request(.get, Element(roster)).items.map { $0["name"] } == ["Nurse"])
        }
    }

    static func send(_ text: String, _ driver: BlockingDriver, to address: JID) throws {
        try driver.act { session, now in
            _ = try session.send(Message(to: address, type: .chat) { Body(text) }, now: now)
        }
    }
}
