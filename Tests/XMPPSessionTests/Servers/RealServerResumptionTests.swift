import TestServers
import Testing
import XMPPAddress
import XMPPStanzas

@testable import XMPPSession

extension RealServers {
    /// What becomes of stanzas when the connection is lost.
    @Suite struct Resumption {
        /// Where the connection is lost.
        enum Cut: CaseIterable {
            /// Behind a stanza that was sent, before it is known whether it arrived.
            case behindStanza
            /// Within a stanza of the client's.
            case withinSent
            /// Within a stanza of the server's.
            case withinReceived
        }

        private static let long = String(repeating: "long ", count: 20_000)

        /// A stanza that is cut within itself on its way to a server. To Prosody it goes in one TLS record, of which no part
        /// can be read: Prosody 0.12 parses what comes after a resumption as the rest of what was read before.
        private static func cutStanza(_ kind: ServerKind) -> String {
            kind == .prosody ? String(long.prefix(10_000)) : long
        }

        @Test(arguments: ServerKind.expected, Cut.allCases)
        func nothingIsLostOrDoubled(_ kind: ServerKind, _ cut: Cut) throws {
            let server = try kind.shared()
            let romeo = try loggedIn(server, try server.makeAccount())
            let account = try server.makeAccount()
            let proxy = try CuttingProxy(to: server.startTLSPort)
            let juliet = try driver(server, account, port: proxy.port)
            try juliet.run { $0.name == "streamManagementEnabled" }
            let to = try #require(romeo.session.boundJID)
            let back = try #require(juliet.session.boundJID)
            try send("1", juliet, to: to)
            try juliet.run { $0.name == "acknowledged" }
            var incoming: [String] = []
            let cutStanza = Self.cutStanza(kind)

            switch cut {
            case .behindStanza:
                try send("2", juliet, to: to)
                juliet.cut()
            case .withinSent:
                try send("2", juliet, to: to)
                proxy.cut(after: cutStanza.utf8.count / 2, .fromClient)
                try send(cutStanza, juliet, to: to)
            case .withinReceived:
                try send("2", juliet, to: to)
                proxy.cut(after: 30_000, .fromServer)
                try send(Self.long, romeo, to: back)
            }
            try? juliet.run {
                if let text = body($0) { incoming.append(text) }
                return false
            }
            try? send("too late", juliet, to: to)
            let ending = try #require(juliet.session.ending)
            let stream = try #require(ending.resumption, "\(ending)")
            #expect(incoming.isEmpty)
            // While she is away a message comes for her.
            try send("a", romeo, to: back)

            let again = try driver(server, account, configure: { $0.resumption = stream })
            try send("3", again, to: to)
            try again.run { $0.name == "resumed" }
            #expect(again.session.boundJID == back)
            try again.run {
                if let text = body($0) { incoming.append(text) }
                return incoming.last == "a"
            }
            #expect(incoming == (cut == .withinReceived ? [Self.long, "a"] : ["a"]))
            try send("4", again, to: to)
            var received: [String] = []
            try romeo.run {
                if let text = body($0) { received.append(text) }
                return received.last == "4"
            }
            #expect(received == (cut == .withinSent ? ["1", "2", cutStanza, "3", "4"] : ["1", "2", "3", "4"]))
        }

        @Test(arguments: ServerKind.expected) func killedServerIsComeBackTo(_ kind: ServerKind) throws {
            let server = try kind.new()
            let account = try server.makeAccount()
            let first = try loggedIn(server, account)
            let address = try #require(first.session.boundJID)
            server.kill()
            try? send("lost?", first, to: address)
            let lost = try #require(ending(first, before: "never"))
            #expect(lost.causeName == "transportClosed")
            let stream = try #require(lost.resumption)
            #expect(throws: (any Error).self) { try driver(server, account) }

            try server.restart()
            let second = try driver(server, account, configure: { $0.resumption = stream })
            var unacknowledged: [String?] = []
            try second.run {
                if case .resumptionFailed(_, let stanzas) = $0 {
                    unacknowledged = stanzas.map { $0.element.firstChild(.body)?.text }
                }
                return $0.name == "streamManagementEnabled"
            }
            #expect(unacknowledged == ["lost?"])
            let there = try #require(second.session.boundJID)
            try send("hello again", second, to: there)
            try second.run { body($0) == "hello again" }
        }
    }
}
