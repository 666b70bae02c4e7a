import Testing

@testable import XMPPCapture

@Suite struct HTTPTests {
    // MARK: Heads

    @Test func headIsRead() throws {
        let text = "POST /bosh HTTP/1.1\r\nHost: a\r\nX-List: one, two\r\nx-list:three\r\nFolded: a\r\n\t b\r\n\r\n"
        let head = try #require(HTTPHead(Array(text.utf8)[...]))
        #expect(head.start == .request(method: "POST", target: "/bosh"))
        #expect(head.list("x-list") == ["one", "two", "three"])
        #expect(head.list("folded") == ["a b"])
    }

    @Test(arguments: ["", "GET", "GET /", "GET / FTP/1.1", "HTTP/1.1", "HTTP/1.1 abc", "HTTP/1.1 7 Odd"])
    func whatIsNoHeadIsRefused(text: String) {
        #expect(HTTPHead(Array(text.utf8)[...]) == nil)
    }

    // MARK: Framing

    private func framing(_ fields: String, status: Int = 200, to method: String? = "POST") throws -> HTTPFraming {
        let head = try #require(HTTPHead(Array("HTTP/1.1 \(status) OK\r\n\(fields)\r\n\r\n".utf8)[...]))
        return HTTPFraming(response: head, status: status, to: method)
    }

    @Test func responsesEndWhereRFC9112Says() throws {
        #expect(try framing("Content-Length: 5") == .length(5))
        #expect(try framing("Content-Length: 5, 5") == .length(5))
        #expect(try framing("Content-Length: 5\r\nContent-Length: 6") == .invalid)
        #expect(try framing("Content-Length: -5") == .invalid)
        #expect(try framing("Content-Length: 99999999999999999999") == .invalid)
        #expect(try framing("Transfer-Encoding: chunked\r\nContent-Length: 5") == .chunked)
        #expect(try framing("Transfer-Encoding: gzip, Chunked") == .chunked)
        #expect(try framing("Transfer-Encoding: gzip") == .untilClose)
        #expect(try framing("Server: x") == .untilClose)
        #expect(try framing("Content-Length: 5", to: "HEAD") == .length(0))
        #expect(try framing("Content-Length: 5", status: 304) == .length(0))
        #expect(try framing("Content-Length: 5", status: 204) == .length(0))
        #expect(try framing("Server: x", status: 100) == .length(0))
        #expect(try framing("Server: x", to: "CONNECT") == .tunnel)
        #expect(try framing("Content-Length: 5", status: 403, to: "CONNECT") == .length(5))
    }

    // MARK: Messages

    /// The bodies that one direction carries, with `!` before those that lack bytes, and the losses.
    private func bodies(_ side: HTTPSide, _ text: [String], gaps: [Int: Int64] = [:]) -> [String] {
        var result: [String] = []
        for (index, text) in text.enumerated() {
            if let gap = gaps[index] { side.receive(.gap(.serverToClient, byteCount: gap, .missing, .none)) }
            let run = SourceRun(direction: .serverToClient, bytes: Array(text.utf8)[...], origin: .none)
            side.receive(.run(run))
            while let part = side.next() {
                switch part {
                case .head(let head, _):
                    result.append("")
                    side.beginBody(HTTPFraming(response: head, status: 200, to: "POST"))
                case .body(let run): result[result.count - 1] += String(decoding: run.bytes, as: UTF8.self)
                case .missing(let count, _): result[result.count - 1] += "<\(count)>"
                case .end: result[result.count - 1] += "."
                case .lost(.gap(let count, _), _): result.append("lost \(count)")
                case .lost(.malformed(let reason), _): result.append("lost: \(reason)")
                case .stray(let run): result.append("stray \(run.bytes.count)")
                }
            }
        }
        return result
    }

    private func side(isWhole: Bool = true) -> HTTPSide { HTTPSide(.serverToClient, isWhole: isWhole) }

    private let messages =
        "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc\r\n"
        + "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;a=\"b\"\r\nde\r\nA\r\n0123456789\r\n0\r\nX: y\r\n\r\n"
        + "HTTP/1.1 200 OK\nContent-Length: 0\n\nHTTP/1.1 200 OK\r\n\r\nto the end"

    @Test(arguments: [1, 2, 3, 7, 1000])
    func messagesAreToldApartHoweverTheyAreCut(length: Int) {
        let bytes = Array(messages.utf8)
        let pieces = stride(from: 0, to: bytes.count, by: length)
            .map { String(decoding: bytes[$0..<min($0 + length, bytes.count)], as: UTF8.self) }
        #expect(bodies(side(), pieces) == ["abc.", "de0123456789.", ".", "to the end"])
    }

    @Test func gapWithinABodyOfKnownLengthCostsThatBodyOnly() {
        let pieces = ["HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab", "fghi", messages]
        #expect(bodies(side(), pieces, gaps: [1: 3]).prefix(2) == ["ab<3>fghi.", "abc."])
        let chunks = ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nab", "fghi\r\n0\r\n\r\n", messages]
        #expect(bodies(side(), chunks, gaps: [1: 3]).prefix(2) == ["ab<3>fghi.", "abc."])
    }

    @Test func afterAnotherGapTheNextMessageIsFound() {
        let pieces = ["HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab", "rest of something", messages]
        #expect(bodies(side(), pieces, gaps: [1: 30]).prefix(4) == ["ab", "lost 30", "stray 17", "abc."])
        #expect(bodies(side(isWhole: false), ["rest", messages]).prefix(2) == ["stray 4", "abc."])
    }

    @Test(arguments: ["\r\n", "x\r\n", "-1\r\n", "+1\r\n", "fffffffffffffffff\r\n", "2\r\nabcdef\r\n"])
    func malformedChunksAreLost(chunk: String) throws {
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        let found = bodies(side(), [head + chunk, "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nz"])
        try #require(found.count == 3)
        #expect(found[1].contains("RFC 9112 §7.1"))
        #expect(found[2] == "z.")
    }

    @Test func endlessHeadsAndLinesAreGivenUp() {
        let blanks = String(repeating: " ", count: 70_000)
        #expect(bodies(side(), ["HTTP/1.1 200 OK\r\nX:", blanks]) == ["lost: The head of an HTTP message has no end"])
        let chunk = ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1", blanks]
        #expect(bodies(side(), chunk) == ["", "lost: A line of an HTTP body has no end"])
    }

    // MARK: What is none of ours

    @Test func otherTrafficIsPassedOver() {
        let connection = Connection()
        connection.client("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        connection.server(
            "HTTP/1.1 200 OK\r\nContent-Length: 60\r\n\r\n<html><body><message xmlns='jabber:client'/></body></html>  ")
        connection.client("POST / HTTP/1.1\r\nContent-Length: 27\r\n\r\n<?xml version='1.0'?><body>")
        connection.server("HTTP/1.1 500 Error\r\nContent-Length: 0\r\n\r\n")
        connection.close()
        #expect(connection.log() == [])
    }

    @Test func requestToAnXMPPServerIsAFailedAttemptAtXMPP() {
        let connection = Connection()
        connection.client("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        connection.server("<?xml version='1.0'?><stream:stream xmlns='jabber:client' xml", by: 10)
        connection.server(
            "ns:stream='http://etherx.jabber.org/streams'><stream:error><bad-format xmlns='urn:ietf:params:xml:ns:xmpp-streams'/></stream:error>"
        )
        let log = connection.log()
        #expect(log.contains("s2c 4-9 open"))
        #expect(log.contains("s2c 9 error"))
        #expect(log.contains { $0.hasPrefix("c2s 1 error: ") })
    }

    @Test func aProxysTunnelIsReadLikeAConnection() {
        let connection = Connection()
        connection.client("CONNECT example.test:5222 HTTP/1.1\r\n\r\n")
        connection.server("HTTP/1.1 200 OK\r\n\r\n")
        connection.client("<stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>")
        connection.client("<presence id='a'/>")
        #expect(connection.log() == ["c2s 3 open", "c2s 4 presence a"])
    }
}
