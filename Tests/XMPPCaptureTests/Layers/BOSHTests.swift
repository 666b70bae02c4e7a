import Testing
import XMLStream

@testable import XMPPCapture

@Suite struct BOSHTests {
    private let namespace = "xmlns='http://jabber.org/protocol/httpbind'"

    private func request(_ body: String, fields: String = "") -> String {
        "POST /bosh HTTP/1.1\r\nContent-Length: \(body.utf8.count)\r\n\(fields)\r\n\(body)"
    }

    private func response(_ body: String, status: Int = 200, fields: String = "") -> String {
        "HTTP/1.1 \(status) OK\r\nContent-Length: \(body.utf8.count)\r\n\(fields)\r\n\(body)"
    }

    private func body(_ attributes: String, _ content: String = "") -> String {
        "<body \(namespace) \(attributes)>\(content)</body>"
    }

    // MARK: Bodies

    @Test func eachElementHasThePacketsOfItsOwnBytes() throws {
        let connection = Connection()
        let text = request(
            body(
                "rid='7' sid='s'",
                "\n <message xmlns='jabber:client' id='a'><body>/></body></message> <iq id='b' xmlns='jabber:client'/>")
        )
        connection.client(text, by: 25)
        let records = connection.records()
        #expect(records.map { $0.element?.localName } == ["body", "message", "iq"])
        let starts: [StaticString] = ["<body xmlns", "<message", "<iq"]
        for (record, start) in zip(records, starts) {
            let offset = try #require(Array(text.utf8).find(start))
            #expect(record.packets.first == offset / 25 + 1)
            #expect(record.layers == [.bosh])
            #expect(record.session == "s")
        }
        #expect(records.first?.element?.isEmpty == true)
        #expect(records.first?.packets.last == connection.packet)
        #expect(records.map(\.time?.seconds) == records.map { $0.packets.last.map(Int64.init) })
    }

    @Test func aBodyThatCannotBeReadIsAnError() throws {
        let connection = Connection()
        connection.client(request(body("rid='1' sid='s'", "<presence></iq>")))
        connection.client(request("<body \(namespace)><presence/>"))
        connection.client(request(body("rid='2' sid='s'") + "<more/>"))
        connection.client(request(body("rid='3' sid='s'", "text")))
        connection.client(request(body("rid='4' sid='s'", "<message/>")))
        let log = connection.log()
        try #require(log.count == 6)
        #expect(log[0].hasPrefix("c2s 1 bosh error: not-well-formed"))
        #expect(log[1] == "c2s 2 bosh error: The element that begins here has no end.")
        #expect(log[2] == "c2s 3 bosh error: Something follows the body element. (XEP-0124 §6)")
        #expect(log[3].hasSuffix("body 3 ! There is text among the elements of the body. (XEP-0124 §6)"))
        #expect(
            log[5].hasSuffix("message ! The stanza is in the namespace of BOSH instead of jabber:client. (XEP-0206 §2)")
        )
    }

    @Test(
        arguments: [("gzip", Inflater.Wrapper.gzip), ("x-gzip", .gzip), ("deflate", .zlib), ("deflate", .raw)],
        [1, 1000])
    func contentCodingsAreUndone(coding: (name: String, wrapper: Inflater.Wrapper), length: Int) {
        let connection = Connection()
        connection.client(request(body("rid='1' sid='s'")))
        let text = body("", "<presence id='a' xmlns='jabber:client'/>")
        let bytes = Deflater(coding.wrapper).deflate(text, flush: 4)
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding.name)\r\nContent-Length: \(bytes.count)\r\n\r\n"
        connection.server(head)
        connection.server(bytes, by: length)
        let records = connection.records()
        #expect(records.map { $0.element?.localName } == ["body", "body", "presence"])
        #expect(records.last?.packets.allSatisfy { $0 > 2 } == true)
    }

    @Test func codingsThatCannotBeUndoneAndBombsAreErrors() {
        let connection = Connection()
        connection.client(request(body("rid='1' sid='s'")))
        connection.server(response("<body/>", fields: "Content-Encoding: br\r\n"))
        let bomb = Deflater(.gzip).deflate(Array("<body".utf8) + [UInt8](repeating: 0x20, count: 17 << 20), flush: 4)
        connection.client(request(body("rid='2' sid='s'")))
        connection.server(
            Array("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(bomb.count)\r\n\r\n".utf8) + bomb)
        #expect(
            connection.log() == [
                "c2s 1 bosh body 1",
                "s2c 2 bosh error: The body of this HTTP message has the content coding “br”, which cannot be undone.",
                "c2s 3 bosh body 2",
                "s2c 4 bosh error: The body of this HTTP message inflates to more than 16777216 bytes.",
            ])
    }

    // MARK: Sessions

    @Test func oneSessionGoesOverSeveralConnections() {
        let context = ChannelContext()
        let first = Connection(stream: 0, context: context)
        let second = Connection(stream: 1, context: context)
        first.client(request(body("rid='10' to='example.test'")))
        first.server(response(body("sid='s' requests='2'")))
        first.client(request(body("rid='11' sid='s'")))
        second.client(request(body("rid='12' sid='s'", "<presence id='a' xmlns='jabber:client'/>")))
        first.server(response(body("", "<presence id='b' xmlns='jabber:client'/>")))
        let records = first.records()
        #expect(records.map(\.stream) == [0, 0, 0, 1, 1, 0, 0])
        #expect(records.map(\.session) == [nil, "s", "s", "s", "s", "s", "s"])
        #expect(records.allSatisfy { $0.diagnostics.isEmpty })
    }

    @Test func aProxyThatEndsTLSDoesNotRepeatRequests() {
        let context = ChannelContext()
        let outside = Connection(stream: 0, layers: [.tls], context: context)
        let inside = Connection(stream: 1, context: context)
        for connection in [outside, inside] {
            connection.client(request(body("rid='10' to='example.test'")))
            connection.server(response(body("sid='s' requests='2'")))
        }
        for connection in [outside, inside] { connection.client(request(body("rid='11' sid='s'"))) }
        let records = outside.records()
        #expect(records.map(\.stream) == [0, 0, 1, 1, 0, 1])
        #expect(records.allSatisfy { $0.diagnostics.isEmpty })
    }

    /// A capture of both sides of a proxy without TLS; a server with several addresses has one recording all the same.
    @Test func eachSideOfAProxyIsJudgedByItself() {
        let context = ChannelContext()
        for stream in 0..<4 {
            context.servers[stream] = Endpoint(
                address: IPAddress(ipv4: UInt32(0x7F00_0001 + stream % 3)), port: stream == 1 ? 5280 : 80)
        }
        let connections = (0..<4).map { Connection(stream: $0, context: context) }
        let (outside, inside, other) = (connections[0], connections[1], connections[2])
        outside.client(request(body("rid='10' to='example.test'")))
        inside.client(request(body("rid='10' to='example.test'")))
        inside.server(response(body("sid='s'")))
        outside.server(response(body("sid='s'")))
        for id in ["11", "12"] {
            for connection in [outside, inside] {
                connection.client(
                    request(body("rid='\(id)' sid='s'", "<iq type='get' id='\(id)' xmlns='jabber:client'/>")))
            }
        }
        other.client(request(body("rid='13' sid='s'")))
        inside.client(request(body("rid='13' sid='s' type='terminate'")))
        outside.client(request(body("rid='14' sid='s' type='terminate'")))
        outside.client(request(body("rid='14' sid='s'")))
        let records = outside.records()
        #expect(
            records.flatMap(\.diagnostics) == [
                "The session had been terminated before. (XEP-0124 §13)",
                "Request 14 has been sent before. (XEP-0124 §14.3)",
            ])
        #expect(Set(records.filter { $0.session != nil }.compactMap { StreamKey($0) }).count == 2)
    }

    @Test func orderOfRequestsIsFollowed() {
        let connection = Connection()
        for id in ["5", "6", "9", "7", "7", "10", "x", "9007199254740992", "8", "11"] {
            connection.client(request(body("rid='\(id)' sid='s'")))
        }
        connection.client(request(body("sid='s' type='terminate'")))
        connection.client(request(body("rid='12' sid='s'")))
        let faults = connection.records().map { $0.diagnostics.joined(separator: " ") }
        #expect(
            faults == [
                "", "", "Request 9 comes where 7 is next. (XEP-0124 §14.2)",
                "Request 7 comes after later ones. (XEP-0124 §14.2)",
                "Request 7 has been sent before. (XEP-0124 §14.3)", "",
                "The request has no valid ‘rid’. (XEP-0124 §14.1)", "The request has no valid ‘rid’. (XEP-0124 §14.1)",
                "Request 8 comes after later ones. (XEP-0124 §14.2)", "",
                "The request has no valid ‘rid’. (XEP-0124 §14.1)",
                "The session had been terminated before. (XEP-0124 §13)",
            ])
    }

    @Test func pipelinedRequestsAreAnsweredInOrder() {
        let connection = Connection()
        connection.client(
            "GET /page HTTP/1.1\r\n\r\n" + request(body("rid='1' sid='s'")) + request(body("rid='2' sid='t'")))
        connection.server(response("<html/>") + response(body("")) + response(body("")))
        #expect(connection.records().map(\.session) == ["s", "t", "s", "t"])
    }

    @Test func answersOtherThanABodyAreNoted() {
        let connection = Connection()
        connection.client(request(body("rid='1' sid='s'")) + request(body("rid='2' sid='s'")))
        connection.server(response("gone", status: 404) + response(""))
        #expect(
            connection.log().suffix(2) == [
                "s2c 2 bosh note: Request 1 was answered with HTTP status 404. (XEP-0124 §17.1)",
                "s2c 2 bosh note: The response to request 2 has no body element. (XEP-0124 §6)",
            ])
    }

    // MARK: What is missing

    @Test func captureThatStartsMidwayIsReadFromTheNextMessage() {
        let connection = Connection(isWhole: false)
        connection.client("sence xmlns='jabber:client'/></body>")
        connection.server(response(body("sid='s'", "<message id='a' xmlns='jabber:client'/>")))
        connection.client(request(body("rid='4' sid='s'")))
        #expect(
            connection.log() == [
                "s2c 2 bosh body", "s2c 2 bosh message a", "c2s 1 bosh gap 36 \(passed)", "c2s 3 bosh body 4",
            ])
    }

    private let passed = "! These bytes belong to an HTTP message whose beginning is missing or broken."

    @Test(arguments: [true, false])
    func aBodyWhoseHeadIsMissingIsRead(isWhole: Bool) {
        let connection = Connection(isWhole: isWhole)
        if isWhole {
            connection.client(request(body("rid='1' sid='s'")))
            connection.lose(.clientToServer, 100)
        }
        let text = body("rid='2' sid='s'", "<presence id='a' xmlns='jabber:client'/>")
        let start = connection.packet
        connection.client(text, by: 100)
        connection.server(response(body("")))
        let log = connection.log()
        let count = connection.packet - start - 1
        #expect(count > 1)
        let expected = [
            "c2s \(start + 1)-\(start + count) bosh body 2", "c2s \(start + 2) bosh presence a",
            "s2c \(start + count + 1) bosh body",
        ]
        #expect(log.filter { $0.contains("presence") == false }.suffix(2) == [expected[0], expected[2]])
        #expect(log.contains { $0.hasSuffix("bosh presence a") })
    }

    @Test func whatIsLostBeforeTheFirstBodyIsToldWithIt() {
        let connection = Connection()
        connection.lose(.clientToServer, 700)
        connection.client("mode='x'/></body>")
        connection.client(request(body("rid='2' sid='s'")))
        #expect(
            connection.log() == ["c2s 1 bosh gap 700", "c2s 2 bosh gap 17 \(passed)", "c2s 3 bosh body 2"])
    }

    @Test func otherHTTPKeepsSilentAboutItsGaps() {
        let connection = Connection()
        connection.client("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        connection.lose(.serverToClient, 700)
        connection.server("<html>rest</html>")
        connection.server(response("<html/>"))
        connection.close()
        #expect(connection.log() == [])
    }

    @Test func gapsAreReportedAndTheNextMessageIsRead() {
        let connection = Connection()
        connection.client(request(body("rid='1' sid='s'")))
        connection.server(String(response(body("", "<message id='a' xmlns='jabber:client'/>")).prefix(80)))
        connection.lose(.serverToClient, 5)
        connection.lose(.serverToClient, 5000)
        connection.client(request(body("rid='2' sid='s'")))
        connection.server(response(body("")))
        #expect(
            connection.log() == [
                "c2s 1 bosh body 1", "s2c 3 bosh gap 5",
                "s2c 2 bosh error: The body of this HTTP message lacks 5 bytes that the capture does not have.",
                "s2c 4 bosh gap 5000", "c2s 5 bosh body 2", "s2c 6 bosh body",
            ])
    }

    @Test func messagesWithoutATellableEndAreReported() {
        let connection = Connection()
        connection.client(request(body("rid='1' sid='s'")) + request(body("rid='2' sid='t'")))
        connection.server("HTTP/1.1 200 OK\r\nContent-Length: two\r\n\r\n")
        connection.server(response(body("")))
        connection.client("POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\nabc")
        connection.client(request(body("rid='2' sid='s'")))
        let error = "bosh error: Where this HTTP message ends cannot be told (RFC 9112 §6.3)."
        #expect(
            connection.log().dropFirst(2) == [
                "s2c 2 \(error)", "s2c 3 bosh body", "c2s 4 \(error)", "c2s 4 bosh gap 3 \(passed)",
                "c2s 5 bosh body 2",
            ])
    }

    @Test(arguments: [false, true])
    func unfinishedBodiesAreReported(isCutOff: Bool) {
        let connection = Connection()
        connection.client(String(request(body("rid='1' sid='s'", "<presence/>")).dropLast(3)))
        connection.close(isCutOff: isCutOff)
        let fate = isCutOff ? "goes on beyond the capture" : "is cut off by the end of the connection"
        #expect(connection.log() == ["c2s 1 bosh error: The body element that begins here \(fate)."])
    }

    @Test func aResponseMayEndWithTheConnection() {
        let connection = Connection()
        connection.client(request(body("rid='1' sid='s'")))
        connection.server("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + body(""))
        #expect(connection.log() == ["c2s 1 bosh body 1"])
        connection.close()
        #expect(connection.log() == ["s2c 2 bosh body"])
    }

    @Test func theRegistryOfSessionsIsBounded() {
        let sessions = BOSHSessions()
        let first = sessions.session("0")
        for id in 1..<6000 { _ = sessions.session(String(id)) }
        #expect(sessions.session("0") !== first)
        #expect(sessions.session("5999") === sessions.session("5999"))
        #expect(sessions.session("") == nil)
        #expect(sessions.session(String(repeating: "s", count: 2000)) == nil)
    }

    @Test func aGapAmongResponsesDropsNoRequest() {
        let connection = Connection()
        connection.client(request(body("rid='1' sid='s'")))
        let second = request(body("rid='2' sid='s'"))
        connection.client(String(second.dropLast(9)))
        connection.lose(.serverToClient, 300)
        connection.client(String(second.suffix(9)))
        #expect(connection.log() == ["c2s 1 bosh body 1", "s2c 3 bosh gap 300", "c2s 2-4 bosh body 2"])
    }

    // MARK: Behind a hole in TLS

    /// How many bytes of the body are missing is not known, so that its end cannot be either.
    @Test func aHoleOfUnknownSizeEndsTheMessage() {
        let connection = Connection()
        connection.client(request(body("rid='1' sid='s'")))
        let long = request(body("rid='2' sid='s'", "<x xmlns='y'>\(String(repeating: "x", count: 900))</x>"))
        connection.client(String(long.prefix(400)))
        connection.lose(.clientToServer, 300, .records)
        connection.client(String(long.suffix(100)))
        connection.client(request(body("rid='3' sid='s'")))
        #expect(
            connection.log() == [
                "c2s 1 bosh body 1",
                "c2s 2 bosh error: The body element that begins here is cut off by bytes that the capture does not have.",
                "c2s 3 bosh gap 300 ! \(GapKind.records.sentence ?? "")", "c2s 4 bosh gap 100 \(passed)",
                "c2s 5 bosh body 3",
            ])
    }
}
