import Testing
import XMPPCapture

/// Short logs of many programs, in the form in which each writes them.
@Suite struct DialectTests {
    /// The items of a log, byte by byte and as a whole the same.
    private func summaries(_ text: String) -> [String] {
        let whole = units(of: text)
        #expect(units(of: text, .byteByByte) == whole)
        return whole.map(\.summary)
    }

    /// Smack 4.4 ConsoleDebugger: a number for each connection.
    @Test func smack() {
        let log = """
            04:51:47 PM SENT (0): <stream:stream xmlns='jabber:client' to='a.test' version='1.0'>
            04:51:47 PM RECV (0): <?xml version='1.0'?><stream:stream id='1' from='a.test'>
            04:51:48 PM SENT (1): <stream:stream xmlns='jabber:client' to='b.test' version='1.0'>
            04:51:48 PM XMPPConnection connected (XMPPTCPConnection[not-authenticated] (0))
            04:51:49 PM RECV (0): <iq id='2' type='result'/><message><bo
            04:51:49 PM SENT (1): <r xmlns='urn:xmpp:sm:3'/>
            04:51:49 PM RECV (0): dy>x</bo
            04:51:49 PM RECV (0): dy></message>
            """
        #expect(
            summaries(log) == [
                "c2s 0 <stream:stream xmlns='jabber:client' to='a.test' version='1.0'>",
                "s2c 0 <?xml version='1.0'?><stream:stream id='1' from='a.test'>",
                "c2s 1 <stream:stream xmlns='jabber:client' to='b.test' version='1.0'>",
                "s2c 0 <iq id='2' type='result'/>", "c2s 1 <r xmlns='urn:xmpp:sm:3'/>",
                "s2c 0 <message><body>x</body></message>",
            ]
        )
    }

    /// Smack on Android (logcat), and Openfire's debugger plugin, where the server writes.
    @Test func numberedElsewhere() {
        #expect(
            summaries("2024-04-05 14:53:36.132 30045-30087/org.example.app D/SMACK: SENT (0): </stream:stream>\n")
                == ["c2s 0 </stream:stream>"]
        )
        #expect(summaries("C2S - RECV (-84112): <presence/>\n") == ["c2s 0 <presence/>"])
    }

    /// Pidgin 2.14's debug window: received data as the socket gave it.
    @Test func purple() {
        let log = """
            (14:08:01) proxy: Connecting to a.test:5222 with no proxy
            (14:08:01) jabber: Sending (ssl) (alice@a.test/b660f5a6): <iq type='set' id='p1'><query/></iq>

            (14:08:01) jabber: Recv (ssl)(302): <iq type="error" id="p1"><que
            (14:08:02) jabber: Sending (ssl) (alice@a.test/b660f5a6): <presence/>
            (14:08:02) jabber: Recv (ssl)(2): ry
            (14:08:02) jabber: Recv (ssl)(10): /></iq><r/>
            (14:08:03) util: Writing file <message/> to disk
            (14:08:04) jabber: Recv (ssl)(16): </stream:stream>
            """
        #expect(
            summaries(log) == [
                "c2s 0 <iq type='set' id='p1'><query/></iq>", "c2s 0 <presence/>",
                "s2c 0 <iq type=\"error\" id=\"p1\"><query/></iq>", "s2c 0 <r/>", "s2c 0 </stream:stream>",
            ]
        )
    }

    /// ejabberd's c2s, and s2s that it opened itself; MongooseIM's older form without Erlang's quoting.
    @Test func erlang() {
        let log = #"""
            2026-11-30 04:52:08.10+00:00 [notice] <0.7.0> (tcp|<0.7.0>) Send XML on stream = <<"<?xml version='1.0'?><stream:stream to='b' xmlns:db='d'>">>
            2026-11-30 04:52:08.11+00:00 [notice] <0.9.0> (tcp|<0.9.0>) Received XML on stream = <<"<iq id=\"1\"/><a b=\"\\\n\"/>">>
            2026-11-30 04:52:08.12+00:00 [notice] <0.9.0> (tcp|<0.9.0>) Received XML on stream = <<"<b>Ã¼</b>">>
            2026-11-30 04:52:08.13+00:00 [notice] <0.9.0> (tcp|<0.9.0>) Send XML on stream = <<"<b>ü\x{20AC}</b>"/utf8>>
            2026-11-30 04:52:08.14+00:00 [notice] <0.9.0> (tcp|<0.9.0>) Send XML on stream = <<60,98,
                                                                               47,62>>
            2026-11-30 04:52:08.15+00:00 [notice] <0.9.0> (tcp|<0.9.0>) Send XML on stream = [<<"<c>">>,
              <<"</c>">>]
            2026-11-30 04:52:08.16+00:00 [notice] <0.7.0> (tcp|<0.7.0>) Received XML on stream = <<"<stream:stream id='5'>">>
            2026-11-30 04:52:08.17+00:00 [notice] <0.9.0> (tcp|<0.9.0>) Received XML on stream = <<"<message><bo">>
            2026-11-30 04:52:08.17+00:00 [debug] <0.9.0>@ejabberd_hooks:safe_apply/4:315 Running <iq/>
            2026-11-30 04:52:08.18+00:00 [notice] <0.9.0> (tcp|<0.9.0>) Received XML on stream = <<"dy/></message>">>
            """#
        #expect(
            summaries(log) == [
                "c2s 0 <?xml version='1.0'?><stream:stream to='b' xmlns:db='d'>", "c2s 1 <iq id=\"1\"/>",
                "c2s 1 <a b=\"\\\n\"/>", "c2s 1 <b>ü</b>", "s2c 1 <b>ü€</b>", "s2c 1 <b/>", "s2c 1 <c></c>",
                "s2c 0 <stream:stream id='5'>", "c2s 1 <message><body/></message>",
            ]
        )
    }

    /// Prosody's sessions: both directions of server-to-server, components, clients.
    @Test func prosodySessions() {
        let log = """
            Nov 30 04:51:47 s2sout55d0c0\tdebug\tSEND: <db:result to='b'>k</db:result>
            Nov 30 04:51:47 s2sin55d0c1\tdebug\tRECV: <db:verify id='1'/>
            Nov 30 04:51:47 s2sout55d0c0\tdebug\tRECV: <db:result type='valid'/>
            Nov 30 04:51:47 jcp55d0c2\tdebug\tRECV: <handshake>h</handshake>
            Nov 30 04:51:47 c2s55d0c3\tdebug\tSending[c2s]: <message type='chat'>
            Nov 30 04:51:47 c2s55d0c3\tdebug\tSEND: <message><body>a
            \tb\tc
            \t
            \t\td</body></message>
            \tstray
            Nov 30 04:51:48 c2s55d0c3\tinfo\tClient disconnected: connection closed
            """
        #expect(
            summaries(log) == [
                "c2s 0 <db:result to='b'>k</db:result>", "c2s 1 <db:verify id='1'/>",
                "s2c 0 <db:result type='valid'/>", "c2s 2 <handshake>h</handshake>",
                "s2c 3 <message><body>a\nb\tc\n\n\td</body></message>",
            ]
        )
    }

    /// Prosody's mod_smacks: a resumed session keeps its name on its new connection.
    @Test func prosodyResumption() {
        let log = """
            Nov 30 04:51:47 c2s55d0c0aa\tdebug\tSEND: <enabled/>
            Nov 30 04:51:48 c2s55d0c0bb\tdebug\tRECV: <resume previd='1'/>
            Nov 30 04:51:48 c2s55d0c0bb\tdebug\tmod_smacks resuming existing session 55d0c0aa...
            Nov 30 04:51:48 c2s55d0c0aa\tdebug\tmod_smacks session resumed from 55d0c0bb...
            Nov 30 04:51:48 c2s55d0c0aa\tdebug\tSEND: <resumed/>
            """
        #expect(summaries(log) == ["s2c 0 <enabled/>", "c2s 1 <resume previd='1'/>", "s2c 1 <resumed/>"])
    }

    /// Programs that write anew what they parsed leave out references; what they sent is what they wrote.
    @Test func referencesAreRestored() {
        let log = "DEBUG    RECV: <a b=\"x\ny\tz\">\t'\r'<c/>\r\n</a>\nDEBUG    SEND: <a b=\"x\ty\"/>\n"
        #expect(
            summaries(log) == ["s2c 0 <a b=\"x&#10;y&#9;z\">\t'&#13;'<c/>\r\n</a>", "c2s 0 <a b=\"x\ty\"/>"]
        )
    }

    /// Prosody's log through syslog.
    @Test func prosodySyslog() {
        let log = """
            Nov 30 04:51:47 host prosody[7]: c2s55d0c0aa: Sending[c2s]: <iq type='result'>
            Nov 30 04:51:47 host prosody[7]: c2s55d0c0aa: SEND: <iq type='result'/>
            Nov 30 04:51:47 host prosody[7]: s2sout55d0c0bb: SEND: <db:result/>
            """
        #expect(summaries(log) == ["s2c 0 <iq type='result'/>", "c2s 1 <db:result/>"])
    }

    /// A container's standard output as Docker keeps it.
    @Test func dockerRecords() {
        let log = #"""
            {"log":"\u001b[32mDEBUG\u001b[0m    starting\n","stream":"stderr","time":"2026-11-30T04:51:47.8Z"}
            {"log":"DEBUG    SEND: \u003ciq id=\"1\"\u003e\n","stream":"stderr","time":"2026-11-30T04:51:47.8Z"}
            {"log":"\u003c/iq\u003e\n","stream":"stderr","time":"2026-11-30T04:51:47.8Z"}
            """#
        #expect(summaries(log) == ["c2s 0 <iq id=\"1\">\n</iq>"])
    }

    /// A console that shows two accounts.
    @Test func consoleOfTwoAccounts() {
        let log = """
            <!-- Out 04:51:48 (alice) -->
            <iq>
            <!-- In 04:51:48 (bob (work)) -->
            <a/>

            <!-- In 04:51:49 (alice) -->
            <b/>
            """
        #expect(summaries(log) == ["s2c 1 <a/>", "s2c 0 <b/>", "c2s 0 <iq> CUT"])
    }

    /// Dino 0.4 `--print-xmpp=all`, profanity's XML console, xmpppy: the direction on a line of its own or far left.
    @Test func announcedAndIndented() {
        let log = """
            XMPP OUT [alice@a.test stream:0x55d0c0 thread:0x7f 2026-11-30T04:51:47+0000]
            <iq id="1">
              <query/>
            </iq>
            XMPP IN [alice@a.test stream:0x55d0c0 thread:0x7f 2026-11-30T04:51:47+0000]
            <iq id="1" type="result"/>
            XMPP OUT [bob@a.test stream:0x55d0ff thread:0x7f 2026-11-30T04:51:47+0000]
            <presence/>
            """
        #expect(
            summaries(log) == [
                "c2s 0 <iq id=\"1\">\n  <query/>\n</iq>", "s2c 0 <iq id=\"1\" type=\"result\"/>", "c2s 1 <presence/>",
            ]
        )
        #expect(summaries("SENT:\n<a/>\n\nRECV:\n<b/>\n") == ["c2s 0 <a/>", "s2c 0 <b/>"])
        let xmpppy = """
            DEBUG: socket       sent  <?xml version='1.0'?>
              <stream:stream to="a" version="1.0" >
            DEBUG: bind         start Plugging <xmpp.auth.Bind object at 0x7f> into <xmpp.client.Client object at 0x7f>
            DEBUG: socket       got   <stream:features/>
            """
        #expect(
            summaries(xmpppy) == [
                "c2s 0 <?xml version='1.0'?>\n  <stream:stream to=\"a\" version=\"1.0\" >", "s2c 0 <stream:features/>",
            ]
        )
    }

    @Test(
        arguments: [
            ("SENT <a/>", "c2s"), ("RECV: <a/>", "s2c"), ("12:00:00 >> <a/>", "c2s"), ("12:00:00 << <a/>", "s2c"),
            ("--> <a/>", "c2s"), ("<-- <a/>", "s2c"), ("→ <a/>", "c2s"), ("[2026-11-30 12:00:00] ← <a/>", "s2c"),
            ("[xmpp] [in] <a/>", "s2c"), ("D/xmpp: [OUT] <a/>", "c2s"), ("Sending XML (12 bytes): <a/>", "c2s"),
            ("received stanza: <a/> in 3 ms", "s2c"), ("2026/11/30 12:00:00 SEND \"<a/>\"", "c2s"),
            (#"level=debug msg=recv: "<a/>""#, "s2c"), ("C: <a/>", "c2s"), ("   S: <a/>", "s2c"),
            ("I: <a/>", "c2s"), ("<!-- 12:00:00 IN -->\n<a/>", "s2c"), ("console.log IN <a/>", "s2c"),
            ("<134>Nov 30 12:00:00 host app: OUT: <a/>", "c2s"),
            ("\u{1B}[32mSENT:\u{1B}[0m \u{1B}[1m<a/>\u{1B}[0m", "c2s"),
            ("SENT <a/>\r", "c2s"), ("Sending (tls)(3): <a/>", "c2s"),
        ]
    )
    func anyMarkerOfADirection(line: String, direction: String) {
        #expect(summaries(line + "\n") == ["\(direction) 0 <a/>"])
    }

    @Test(
        arguments: [
            "Unexpected child in <iq>", "DEBUG enabling SM: <enable/>", "no such thing <a/>", "a < b > c",
            "INFO sent nothing", "Received message from <alice@a.test>", "x -- <a/>", "", "<!-- a comment -->",
        ]
    )
    func proseIsPassedOver(line: String) {
        #expect(summaries("SENT <x/>\n\(line)\nSENT <y/>\n") == ["c2s 0 <x/>", "c2s 0 <y/>"])
    }

    /// Literals of Go, Python and JSON are read; quotes that only stand around XML are not.
    @Test func quoted() {
        #expect(summaries(#"send: "<a b=\"1\">\n\u00fc\ud83d\ude00</a>""#) == ["c2s 0 <a b=\"1\">\nü😀</a>"])
        #expect(summaries(#"send: "<a b="1"/>""#) == [#"c2s 0 <a b="1"/>"#])
        #expect(summaries("send: '<a b='1'/>'") == ["c2s 0 <a b='1'/>"])
        #expect(summaries(#"RECV b'<a>\xc3\xbc\\\'</a>'"#) == [#"s2c 0 <a>ü\'</a>"#])
        #expect(summaries("RECV b'<a>x'\nSENT b'<b/>'\nRECV b'y</a>'\n") == ["c2s 0 <b/>", "s2c 0 <a>xy</a>"])
    }
}
