import Foundation
import TestServers
import Testing
import XMLStream

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// What a login prints, and what it does at a server that does what it should.
@Suite("login", .needs(.openssl))
struct LoginTests {
    @Test("Each event is one JSON object with its time, in order")
    func events() throws {
        let server = try ScriptedServer {
            try $0.logIn()
            try $0.closeStream()
        }
        let run = try LoginTool.run(port: server.port)
        #expect(run.code == 0, "\(run.errors)")
        #expect(run.errors.isEmpty)
        #expect(server.deviation == nil)
        let objects = try run.objects()
        let names = try run.events()
        #expect(
            names.filter { $0 != "sent" && $0 != "received" } == [
                "connected", "tls", "mechanisms", "authenticated", "bound", "closed",
            ])
        let times = objects.compactMap { $0["time"] as? String }
        #expect(times.count == objects.count)
        #expect(times == times.sorted())
        #expect(times.allSatisfy { $0.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z/) != nil })
        #expect(try run.event("connected")["address"] as? String == "127.0.0.1")
        #expect(try run.event("connected")["port"] as? Int == Int(server.port))
        #expect(try run.event("tls")["version"] as? String == "TLS 1.3")
        #expect(try run.event("tls")["names"] as? [String] == ["good.test"])
        #expect(try run.event("mechanisms")["mechanisms"] as? [String] == ["SCRAM-SHA-256"])
        #expect(try run.event("authenticated")["mechanism"] as? String == "SCRAM-SHA-256")
        #expect(try run.event("bound")["jid"] as? String == "juliet@good.test/balcony")
    }

    @Test("An address of another account is taken where that is permitted")
    func otherAccount() throws {
        let server = try ScriptedServer {
            try $0.secure()
            try $0.authenticate()
            try $0.bind("capulet@good.test/balcony", management: false)
            try $0.closeStream()
        }
        let run = try LoginTool.run(port: server.port, options: ["--accept-other-account"])
        #expect(run.code == 0, "\(run.errors)")
        #expect(server.deviation == nil)
        #expect(try run.event("bound")["jid"] as? String == "capulet@good.test/balcony")
    }

    @Test("What both sides say is XML that parses on its own")
    func xml() throws {
        let server = try ScriptedServer {
            try $0.logIn()
            try $0.send("<message from='romeo@good.test'><body>wherefore</body></message>")
            try $0.closeStream()
        }
        let run = try LoginTool.run(port: server.port)
        let traffic = try run.objects().filter { ["sent", "received"].contains($0["event"] as? String) }
        let texts = traffic.compactMap { $0["xml"] as? String }
        for text in texts { #expect(XMLDocumentCheck.parses(text), "\(text)") }
        #expect(texts.count == traffic.filter { $0["kind"] as? String != "stream-close" }.count)
        #expect(texts.contains { $0.contains("wherefore") && $0.contains("jabber:client") })
        let ends = traffic.filter { $0["kind"] as? String == "stream-close" }
        #expect(Set(ends.compactMap { $0["event"] as? String }) == ["sent", "received"])
    }

    @Test("A ping is answered with a result")
    func ping() throws {
        let server = try ScriptedServer {
            try $0.logIn()
            try $0.send("<iq type='get' from='good.test' id='p1'><ping xmlns='urn:xmpp:ping'/></iq>")
            let text = try $0.receive(until: "p1") + $0.receive(until: "/>")
            let answer = try #require(try elements(text).last)
            guard answer["type"] == "result", answer["id"] == "p1" else {
                throw ScriptedPeer.Deviation(description: "the ping was answered with \(answer)")
            }
            try $0.closeStream()
        }
        let run = try LoginTool.run(port: server.port, options: ["--linger", "1"])
        #expect(run.code == 0, "\(run.errors)")
        #expect(server.deviation == nil)
    }

    @Test("Messages are sent in order, and their acknowledgements are waited for")
    func messages() throws {
        let server = try ScriptedServer { peer in
            try peer.logIn()
            for count in 1...2 {
                try peer.receive(until: "</message>")
                try peer.receive(until: "<r ")
                try peer.send("<a xmlns='urn:xmpp:sm:3' h='\(count)'/>")
            }
            try peer.closeStream()
        }
        let run = try LoginTool.run(
            port: server.port, options: ["--send", "romeo@good.test", "one", "--send", "nurse@good.test/x", "<two> & "])
        #expect(run.code == 0, "\(run.errors)")
        #expect(server.deviation == nil)
        let sent = try run.objects().filter { $0["name"] as? String == "message" }
        #expect(sent.map { $0["to"] as? String } == ["romeo@good.test", "nurse@good.test/x"])
        #expect(
            try sent.map { try elements($0["xml"] as? String ?? "").first?.children.map(\.text) } == [
                ["one"], ["<two> & "],
            ])
        #expect(try run.events().filter { $0 == "acknowledged" }.count == 2)
    }

    @Test("Without stream management nothing is waited for")
    func unmanaged() throws {
        let server = try ScriptedServer {
            try $0.secure()
            try $0.authenticate()
            try $0.bind(management: false)
            try $0.receive(until: "</message>")
            try $0.closeStream()
        }
        let run = try LoginTool.run(port: server.port, options: ["--send", "romeo@good.test", "one"])
        #expect(run.code == 0, "\(run.errors)")
        #expect(server.deviation == nil)
    }

    @Test("A form for registration is filled in with a name and a password")
    func registrationForm() throws {
        let server = try ScriptedServer { peer in
            try peer.secure()
            try peer.open(
                ScriptedPeer.mechanisms("SCRAM-SHA-256") + "<register xmlns='http://jabber.org/features/iq-register'/>")
            let request = try peer.element(until: "</iq>")
            let fields = """
                <field var='FORM_TYPE' type='hidden'><value>jabber:iq:register</value></field>\
                <field var='username' type='text-single'><required/></field>\
                <field var='password' type='text-private'><required/></field>\
                <field var='email' type='text-single'/>
                """
            try peer.send(
                """
                <iq type='result' id='\(request["id"] ?? "")'><query xmlns='jabber:iq:register'>\
                <x xmlns='jabber:x:data' type='form'>\(fields)</x></query></iq>
                """)
            let answer = try peer.element(until: "</iq>")
            let values = answer.descendants.filter { $0.localName == "field" }.map {
                "\($0["var"] ?? "")=\($0.children.map(\.text).joined())"
            }
            guard values == ["FORM_TYPE=jabber:iq:register", "username=juliet", "password=\(ScriptedPeer.password)"]
            else {
                throw ScriptedPeer.Deviation(description: "the form was answered with \(values)")
            }
            try peer.send("<iq type='result' id='\(answer["id"] ?? "")'/>")
            try peer.receive(until: "</auth>")
        }
        let run = try LoginTool.run(port: server.port, options: ["--register"])
        #expect(server.deviation == nil)
        #expect(run.code == 6)
        #expect(!run.output.contains(ScriptedPeer.password))
    }

    #if os(Linux)
        @Test("At a terminal the password is asked for, and not shown")
        func prompt() throws {
            let server = try ScriptedServer {
                try $0.logIn()
                try $0.closeStream()
            }
            let terminal = try TerminalProcess([
                "login", "juliet@good.test", "--host", "127.0.0.1", "--port", "\(server.port)", "--ca",
                TestAuthority.shared.get().certificate.path,
            ])
            try terminal.read(until: "Password of juliet@good.test: ")
            terminal.type("\(ScriptedPeer.password)\n")
            try terminal.read(until: "bound to juliet@good.test/balcony")
            #expect(terminal.waitForExit() == 0)
            #expect(!terminal.shown.contains(ScriptedPeer.password))
        }

        @Test("Whoever interrupts the prompt ends the program, and gets the terminal back as it was")
        func interruptedPrompt() throws {
            let terminal = try TerminalProcess(["login", "juliet@good.test"])
            try terminal.read(until: "Password of juliet@good.test: ")
            #expect(!terminal.echoes)
            terminal.type("\u{3}")
            #expect(terminal.waitForExit() == -SIGINT)
            #expect(terminal.echoes)
        }

        @Test("So does whoever ends it otherwise")
        func endedPrompt() throws {
            let terminal = try TerminalProcess(["login", "juliet@good.test"])
            try terminal.read(until: "Password of juliet@good.test: ")
            #expect(!terminal.echoes)
            terminal.signal(SIGTERM)
            #expect(terminal.waitForExit() == -SIGTERM)
            #expect(terminal.echoes)
        }

        @Test("Whoever stops the program at the prompt has the terminal meanwhile, and is asked again")
        func stoppedPrompt() throws {
            let server = try ScriptedServer {
                try $0.logIn()
                try $0.closeStream()
            }
            let terminal = try TerminalProcess(
                [
                    "login", "juliet@good.test", "--host", "127.0.0.1", "--port", "\(server.port)", "--ca",
                    TestAuthority.shared.get().certificate.path,
                ], canStop: true)
            let prompt = "Password of juliet@good.test: "
            try terminal.read(until: prompt)
            terminal.type("half of it\u{1A}")
            try terminal.read(until: "stopped")
            #expect(terminal.echoes)
            terminal.type("\n")
            try terminal.read(until: "\n" + prompt)
            #expect(!terminal.echoes)
            terminal.type("\(ScriptedPeer.password)\n")
            try terminal.read(until: "bound to juliet@good.test/balcony")
            #expect(terminal.waitForExit() == 0)
            #expect(!terminal.shown.contains(ScriptedPeer.password))
        }
    #endif

    @Test("Secrets are masked, unless they are asked for")
    func secrets() throws {
        for isShown in [false, true] {
            let server = try ScriptedServer {
                try $0.logIn()
                try $0.closeStream()
            }
            let run = try LoginTool.run(port: server.port, options: isShown ? ["--show-secrets"] : [])
            #expect(run.code == 0)
            let texts = try run.objects().filter { $0["name"] as? String == "auth" }.compactMap { $0["xml"] as? String }
            #expect(texts.count == 1)
            #expect(texts.allSatisfy { $0.contains(">***<") != isShown })
            #expect(!run.output.contains(ScriptedPeer.password))
        }
    }

    @Test("One line feed at the end of a password's file does not count", arguments: ["", "\n", "\r\n"])
    func passwordFile(end: String) throws {
        let file = try TemporaryFile(Data("\(ScriptedPeer.password)\(end)".utf8))
        let server = try ScriptedServer {
            try $0.logIn()
            try $0.closeStream()
        }
        let run = try LoginTool.run(port: server.port, password: "wrong", options: ["--password-file", file.url.path])
        #expect(run.code == 0, "\(run.errors)")
    }

    @Test("A second one does")
    func passwordWithLineFeed() throws {
        let file = try TemporaryFile(Data("\(ScriptedPeer.password)\n\n".utf8))
        let server = try ScriptedServer {
            try $0.logIn()
            try $0.closeStream()
        }
        let run = try LoginTool.run(port: server.port, options: ["--password-file", file.url.path])
        #expect(run.code == 3)
    }

    @Test("As text, each event and each stanza has its line")
    func text() throws {
        let server = try ScriptedServer {
            try $0.logIn()
            try $0.closeStream()
        }
        let run = try LoginTool.run(port: server.port, format: "text")
        #expect(run.code == 0)
        for words in [
            " • connected to ", " • TLS 1.3, ", " • bound to juliet@good.test/balcony", " → ", " ← ", " • closed",
        ] {
            #expect(run.output.contains(words), "\(run.output)")
        }
    }

    @Test(
        "What cannot be used ends with 2, before anything is connected to",
        arguments: [
            (["login"], "no address"), (["login", "a@b@c"], "a@b@c"), (["login", "a@b", "c@d"], "c@d"),
            (["login", "a@b", "--tls", "none"], "--allow-plaintext"), (["login", "a@b", "--port", "0"], "65535"),
            (["login", "a@b", "--mechanism", "DIGEST-MD5"], "DIGEST-MD5"),
            (["login", "a@b", "--mechanism", "EXTERNAL"], "client certificate"),
            (["login", "a@b", "--mechanism", "PLAIN", "--mechanism", "oauthbearer"], "access token"),
            (["login", "a@b", "--mechanism", "HT-SHA-256-NONE"], "token of an earlier login"),
            (["login", "a@b", "--mechanism", "HT-SHA-256-EXPR"], "token of an earlier login"),
            (["login", "b.test", "--mechanism", "PLAIN"], "name before the @"),
            (["login", "a@b", "--send", "c@d"], "--send"),
            (["login", "a@b", "--send", "c@d", "\u{1}"], "--send"), (["login", "a@b", "--timeout", "0"], "above 0"),
            (["login", "a@b", "--linger", "-1"], "-1"), (["login", "a@b", "--ca", "/no/such/file"], "/no/such/file"),
            (["login", "a@b", "--password-file", "/no/such/file"], "/no/such/file"),
            (["login", "a@b", "--password-file", "/dev/null"], "empty"),
            (["login", "b.test", "--register"], "--register"),
            (["login", "a@b", "--keylog", "/no/such/file"], "/no/such/file"),
            (["login", "a@b", "--tls", "maybe"], "maybe"),
        ] as [([String], String)])
    func usage(arguments: [String], words: String) throws {
        let run = try Tool.run(arguments: arguments, environment: ["STANZACTL_PASSWORD": "x"])
        #expect(run.code == 2, "\(run.errors)")
        #expect(run.errors.contains(words), "\(run.errors)")
        #expect(run.hasOneReason, "\(run.errors)")
        #expect(run.output.isEmpty)
    }
}

/// Reads XML as any other program would.
private enum XMLDocumentCheck {
    static func parses(_ text: String) -> Bool { XMLParser(data: Data(text.utf8)).parse() }
}
