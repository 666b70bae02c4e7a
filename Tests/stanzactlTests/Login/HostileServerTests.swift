import Foundation
import TestServers
import Testing

/// What becomes of a login to a server that does not do what it should.
@Suite("login at hostile servers", .needs(.openssl))
struct HostileServerTests {
    /// One server, and how the login ends.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let code: Int32
        /// What the reason says, among other things.
        let reason: String
        var options: [String] = []
        let script: @Sendable (ScriptedPeer) throws -> Void

        var testDescription: String { name }
    }

    private static func expect(_ test: Case, timeout: String) throws {
        let server = try ScriptedServer(test.script)
        let run = try LoginTool.run(port: server.port, timeout: timeout, options: test.options)
        #expect(run.code == test.code, "\(run.output)\(run.errors)")
        #expect(run.errors.contains(test.reason), "\(run.errors)")
        #expect(run.hasOneReason, "\(run.errors)")
        let last = try #require(try run.objects().last)
        #expect(last["event"] as? String == "failed")
        #expect(last["exit_code"] as? Int == Int(test.code))
        #expect(run.errors == "stanzactl: \(last["reason"] as? String ?? "")\n")
        for place in [run.output, run.errors, server.received] {
            #expect(!place.contains(ScriptedPeer.password))
            #expect(!place.contains(Data("\0juliet\0\(ScriptedPeer.password)".utf8).base64EncodedString()))
        }
    }

    // MARK: Silence and loss

    static let stages: [(name: String, words: String, script: @Sendable (ScriptedPeer) throws -> Void)] = [
        ("nothing", "the stream header", { try $0.receiveHeader() }),
        (
            "a header", "the stream features",
            {
                try $0.receiveHeader()
                try $0.send(ScriptedPeer.header)
            }
        ),
        (
            "features", "the answer to STARTTLS",
            {
                try $0.open(ScriptedPeer.startTLS)
                try $0.receive(until: "<starttls")
            }
        ),
        ("the go-ahead for TLS", "the TLS handshake", { try $0.proceed() }),
        (
            "TLS", "the stream header",
            {
                try $0.secure()
                try $0.receiveHeader()
            }
        ),
        (
            "mechanisms", "the authentication",
            {
                try $0.secure()
                try $0.open(ScriptedPeer.mechanisms("SCRAM-SHA-256"))
                try $0.receive(until: "</auth>")
            }
        ),
        (
            "success", "the stream header",
            {
                try $0.secure()
                try $0.authenticate()
                try $0.receiveHeader()
            }
        ),
        (
            "the offer to bind", "the bound address",
            {
                try $0.secure()
                try $0.authenticate()
                _ = try $0.offerBinding(management: false)
            }
        ),
        (
            "an address", "stream management",
            {
                try $0.secure()
                try $0.authenticate()
                try $0.bind()
                try $0.receive(until: "<enable")
            }
        ),
        (
            "a login without acknowledgements", "acknowledgement",
            {
                try $0.logIn()
                try $0.receive(until: "</message>")
            }
        ),
    ]

    @Test("A server that falls silent is left when the time is up", arguments: stages.indices)
    func silence(stage: Int) throws {
        let (name, words, script) = Self.stages[stage]
        let test = Case(
            name: name, code: 6, reason: words, options: ["--send", "romeo@good.test", "hello"],
            script: { peer in
                try script(peer)
                peer.receiveEnd()
            })
        try Self.expect(test, timeout: "5")
    }

    @Test("A server that goes away is a lost connection", arguments: stages.indices)
    func loss(stage: Int) throws {
        let (name, _, script) = Self.stages[stage]
        try Self.expect(
            Case(
                name: name, code: 6, reason: "connection", options: ["--send", "romeo@good.test", "hello"],
                script: script),
            timeout: "30")
    }

    // MARK: Wrong answers

    /// A form that is not answered.
    private static func registration(_ name: String, _ content: String, _ reason: String) -> Case {
        Case(name: name, code: 3, reason: reason, options: ["--register"]) {
            try $0.secure()
            try $0.open(
                ScriptedPeer.mechanisms("SCRAM-SHA-256") + "<register xmlns='http://jabber.org/features/iq-register'/>")
            let id = try $0.element(until: "</iq>")["id"] ?? ""
            try $0.send("<iq type='result' id='\(id)'><query xmlns='jabber:iq:register'>\(content)</query></iq>")
            $0.receiveEnd()
        }
    }

    static let faults: [Case] = [
        Case(name: "no TLS", code: 4, reason: "does not offer TLS") {
            try $0.open(ScriptedPeer.mechanisms("SCRAM-SHA-256", "PLAIN"))
            $0.receiveEnd()
        },
        Case(name: "TLS refused", code: 4, reason: "refused to begin TLS") {
            try $0.open(ScriptedPeer.startTLS)
            try $0.receive(until: "<starttls")
            try $0.send("<failure xmlns='urn:ietf:params:xml:ns:xmpp-tls'/></stream:stream>")
            $0.receiveEnd()
        },
        Case(name: "no TLS behind the go-ahead", code: 4, reason: "TLS failed") {
            try $0.proceed()
            // The client's handshake has begun.
            try $0.receive(until: "\u{16}")
            try $0.send("this is no TLS at all")
            $0.receiveEnd()
        },
        Case(name: "self-signed certificate", code: 4, reason: "certificate") {
            try $0.proceed()
            try $0.secure(with: try TestAuthority.shared.get().selfSigned("DNS:good.test"))
        },
        Case(name: "expired certificate", code: 4, reason: "expired") {
            try $0.proceed()
            try $0.secure(
                with: try TestAuthority.shared.get().certify("old", alternativeName: "DNS:good.test", days: -1))
        },
        Case(name: "certificate of another domain", code: 4, reason: "good.test") {
            try $0.proceed()
            try $0.secure(with: try TestAuthority.shared.get().certify("other", alternativeName: "DNS:other.test"))
        },
        Case(name: "stanzas in place of TLS", code: 7, reason: "plaintext") {
            try $0.open(ScriptedPeer.startTLS)
            try $0.receive(until: "<starttls")
            try $0.send("<proceed xmlns='urn:ietf:params:xml:ns:xmpp-tls'/><message/>")
            $0.receiveEnd()
        },
        Case(name: "login refused", code: 3, reason: "not-authorized") {
            try $0.secure()
            try $0.open(ScriptedPeer.mechanisms("SCRAM-SHA-256"))
            try $0.receive(until: "</auth>")
            try $0.send("<failure xmlns='\(ScriptedPeer.saslNamespace)'><not-authorized/></failure>")
            $0.receiveEnd()
        },
        Case(name: "no mechanism", code: 3, reason: "DIGEST-MD5") {
            try $0.secure()
            try $0.open(ScriptedPeer.mechanisms("DIGEST-MD5", "X-TOKEN"))
            $0.receiveEnd()
        },
        Case(name: "wrong server signature", code: 3, reason: "server-signature-mismatch") {
            try $0.secure()
            try $0.authenticate { $0 = Array("v=".utf8) + Data(repeating: 7, count: 32).base64EncodedString().utf8 }
            $0.receiveEnd()
        },
        Case(name: "no server signature", code: 3, reason: "server-signature-missing") {
            try $0.secure()
            try $0.authenticate { $0 = [] }
            $0.receiveEnd()
        },
        Case(name: "registration not offered", code: 3, reason: "registration", options: ["--register"]) {
            try $0.secure()
            try $0.open(ScriptedPeer.mechanisms("SCRAM-SHA-256"))
            $0.receiveEnd()
        },
        Case(name: "registration wants more", code: 3, reason: "email", options: ["--register"]) {
            try $0.secure()
            try $0.open(
                ScriptedPeer.mechanisms("SCRAM-SHA-256") + "<register xmlns='http://jabber.org/features/iq-register'/>")
            let id = try $0.element(until: "</iq>")["id"] ?? ""
            try $0.send(
                """
                <iq type='result' id='\(id)'><query xmlns='jabber:iq:register'>\
                <username/><password/><email/></query></iq>
                """)
            $0.receiveEnd()
        },
        registration("an account that is there already", "<registered/><username>juliet</username>", "already"),
        registration("a form that asks for nothing", "<instructions>Hello</instructions>", "neither"),
        registration("a form that asks for a key only", "<key>x</key>", "neither"),
        registration(
            "a data form that asks for nothing",
            """
            <x xmlns='jabber:x:data' type='form'><field var='FORM_TYPE' type='hidden'>\
            <value>jabber:iq:register</value></field></x>
            """, "neither"),
        Case(name: "stream error", code: 5, reason: "host-unknown") {
            try $0.receiveHeader()
            try $0.send(ScriptedPeer.header + ScriptedPeer.streamError("host-unknown"))
            $0.receiveEnd()
        },
        Case(name: "another host", code: 5, reason: "elsewhere.test:5999") {
            try $0.secure()
            try $0.receiveHeader()
            let error = "see-other-host xmlns='urn:ietf:params:xml:ns:xmpp-streams'>elsewhere.test:5999</see-other-host"
            try $0.send(ScriptedPeer.header + "<stream:error><\(error)></stream:error></stream:stream>")
            $0.receiveEnd()
        },
        Case(name: "the stream of another server", code: 7, reason: "evil.test") {
            try $0.receiveHeader()
            try $0.send(
                ScriptedPeer.header.replacing("good.test", with: "evil.test")
                    + ScriptedPeer.features(ScriptedPeer.startTLS))
            $0.receiveEnd()
        },
        Case(name: "bind conflict", code: 5, reason: "conflict", options: ["--resource", "balcony"]) {
            try $0.secure()
            try $0.authenticate()
            try $0.refuseBinding("<error type='modify'><conflict xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error>")
        },
        Case(name: "bind not allowed", code: 5, reason: "not-allowed") {
            try $0.secure()
            try $0.authenticate()
            try $0.refuseBinding(
                "<error type='cancel'><not-allowed xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error>")
        },
        Case(name: "another domain bound", code: 7, reason: "juliet@evil.test/balcony") {
            try $0.secure()
            try $0.authenticate()
            try $0.bind("juliet@evil.test/balcony")
            $0.receiveEnd()
        },
        Case(name: "another account bound", code: 7, reason: "mallory@good.test/balcony") {
            try $0.secure()
            try $0.authenticate()
            try $0.bind("mallory@good.test/balcony")
            $0.receiveEnd()
        },
        Case(name: "an address bound by another", code: 7, reason: "iq") {
            try $0.secure()
            try $0.authenticate()
            let id = try $0.offerBinding(management: false)["id"] ?? ""
            let jid = "<bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><jid>juliet@good.test/balcony</jid></bind>"
            try $0.send("<iq type='result' from='mallory@evil.test' id='\(id)'>\(jid)</iq>")
            $0.receiveEnd()
        },
        Case(name: "another stream resumed", code: 7, reason: "resumed", options: ["--linger", "20"]) {
            try $0.secure()
            try $0.authenticate()
            try $0.bind()
            try $0.receive(until: "<enable")
            try $0.send("<resumed xmlns='urn:xmpp:sm:3' h='0' previd='x'/>")
            $0.receiveEnd()
        },
        Case(name: "impossible h", code: 7, reason: "7 stanzas", options: ["--linger", "20"]) {
            try $0.logIn()
            try $0.send("<a xmlns='urn:xmpp:sm:3' h='7'/>")
            $0.receiveEnd()
        },
        Case(name: "no XML", code: 7, reason: "broke the protocol") {
            try $0.receiveHeader()
            try $0.send("HTTP/1.1 400 Bad Request\r\n\r\n")
            $0.receiveEnd()
        },
        Case(name: "a comment", code: 7, reason: "restricted-xml", options: ["--linger", "20"]) {
            try $0.logIn()
            try $0.send("<!-- no -->")
            $0.receiveEnd()
        },
        Case(name: "no end of the stream", code: 6, reason: "did not close its side in time") {
            try $0.logIn()
            try $0.receive(until: "</stream:stream>")
            $0.receiveEnd()
        },
        Case(name: "the end of the connection in its place", code: 6, reason: "before the peer closed its side") {
            try $0.logIn()
            try $0.receive(until: "</stream:stream>")
        },
    ]

    @Test("A server that does something wrong is left for the right reason", arguments: faults)
    func fault(test: Case) throws {
        try Self.expect(test, timeout: "30")
    }

    @Test("What is wrong with a certificate is said once")
    func certificateReason() throws {
        let server = try ScriptedServer {
            try $0.proceed()
            try $0.secure(with: try TestAuthority.shared.get().certify("other", alternativeName: "DNS:other.test"))
        }
        let run = try LoginTool.run(port: server.port)
        #expect(run.code == 4)
        #expect(run.errors.ranges(of: "certificate is not accepted").count == 1, "\(run.errors)")
    }

    @Test("A certificate of a public authority alone is not enough")
    func untrusted() throws {
        let server = try ScriptedServer { try $0.secure() }
        let run = try Tool.run(
            "login", "juliet@good.test", "--host", "127.0.0.1", "--port", "\(server.port)",
            environment: ["STANZACTL_PASSWORD": "x"])
        #expect(run.code == 4, "\(run.errors)")
        #expect(run.errors.contains("certificate"))
    }

    @Test("Nobody listens")
    func refused() throws {
        let port = try Loopback.freePort()
        let run = try LoginTool.run(port: port)
        #expect(run.code == 6)
        #expect(run.errors.contains("127.0.0.1:\(port)"))
        #expect(try run.events() == ["failed"])
    }

    // MARK: Without TLS

    @Test(
        "Without TLS the password is sent only where it is twice permitted",
        arguments: [
            ([], 3), (["--mechanism", "SCRAM-SHA-1"], 3), (["--mechanism", "PLAIN"], 6),
        ] as [([String], Int32)])
    func plaintext(options: [String], code: Int32) throws {
        let server = try ScriptedServer { peer in
            try peer.open(ScriptedPeer.mechanisms("PLAIN"))
            if code == 6 { try peer.receive(until: "</auth>") } else { peer.receiveEnd() }
        }
        let run = try LoginTool.run(
            port: server.port, options: ["--tls", "none", "--allow-plaintext"] + options)
        #expect(run.code == code, "\(run.errors)")
        let message = Data("\0juliet\0\(ScriptedPeer.password)".utf8).base64EncodedString()
        #expect(server.received.contains(message) == (code == 6))
        #expect(!run.output.contains(message))
    }

    @Test(
        "Without TLS a password is not given to a form either, unless it is twice permitted",
        arguments: [([], 3), (["--mechanism", "SCRAM-SHA-1"], 3), (["--mechanism", "PLAIN"], 6)] as [([String], Int32)])
    func plaintextRegistration(options: [String], code: Int32) throws {
        let server = try ScriptedServer { peer in
            try peer.open(
                ScriptedPeer.mechanisms("SCRAM-SHA-1", "PLAIN")
                    + "<register xmlns='http://jabber.org/features/iq-register'/>")
            guard code == 6 else { return peer.receiveEnd() }
            let id = try peer.element(until: "</iq>")["id"] ?? ""
            try peer.send(
                "<iq type='result' id='\(id)'><query xmlns='jabber:iq:register'><username/><password/></query></iq>")
            try peer.receive(until: "</iq>")
        }
        let run = try LoginTool.run(
            port: server.port, options: ["--register", "--tls", "none", "--allow-plaintext"] + options)
        #expect(run.code == code, "\(run.errors)")
        #expect(run.hasOneReason)
        #expect(server.received.contains(ScriptedPeer.password) == (code == 6))
        #expect(server.received.contains("jabber:iq:register") == (code == 6))
        #expect(!run.output.contains(ScriptedPeer.password))
    }

    @Test("PLAIN under TLS is refused beside SCRAM, unless it is named")
    func plainUnderTLS() throws {
        for isNamed in [false, true] {
            let server = try ScriptedServer { peer in
                try peer.secure()
                try peer.open(ScriptedPeer.mechanisms("SCRAM-SHA-256", "PLAIN"))
                try peer.receive(until: "</auth>")
            }
            let run = try LoginTool.run(port: server.port, options: isNamed ? ["--mechanism", "PLAIN"] : [])
            #expect(run.code == 6)
            #expect(try run.event("mechanisms")["chosen"] as? String == (isNamed ? "PLAIN" : "SCRAM-SHA-256"))
        }
    }
}

extension ScriptedPeer {
    /// Refuses to bind an address.
    fileprivate func refuseBinding(_ error: String) throws {
        let id = try offerBinding(management: false)["id"] ?? ""
        try send("<iq type='error' id='\(id)'>\(error)</iq>")
        receiveEnd()
    }
}
