import Foundation
import Testing
import XMPPCapture

/// Logs as they come out of systems that collect the output of programs.
@Suite struct LineWrapperTests {
    enum Wrapping: CaseIterable {
        case journal, journalWithZone, compose, containerRuntime, containerTime, composeWithTime, colour
        case carriageReturns, journalWithoutProcess, shortFull, shortISO, shortUnix, shortMonotonic, podPrefix, stern
        case syslog, syslogWithData, priority, dockerRecord, dockerRecordInOrder

        func wrapped(_ line: String, number: Int) -> String {
            let clock = String(format: "12:%02d:%02d", number / 60 % 60, number % 60)
            return switch self {
            case .journal: "Nov 30 \(clock) example xmppd[1234]: \(line)"
            case .journalWithZone: "2026-11-30T\(clock)+0100 example xmppd[1234]: \(line)"
            case .compose: "xmpp-1  | \(line)"
            case .containerRuntime: "2026-11-30T\(clock).123456789Z stdout F \(line)"
            case .containerTime: "2026-11-30T\(clock).123456789Z \(line)"
            case .composeWithTime: "xmpp_1 | 2026-11-30T\(clock).123456789Z \(line)"
            case .colour: "\u{1B}[36mxmpp-1  |\u{1B}[0m \(line)"
            case .carriageReturns: line + "\r"
            case .journalWithoutProcess: "Nov 30 \(clock) example xmppd: \(line)"
            case .shortFull: "Mon 2026-11-30 \(clock) CET example xmppd[1234]: \(line)"
            case .shortISO: "2026-11-30T\(clock).123456+01:00 example xmppd: \(line)"
            case .shortUnix: "1796014307.\(123456 + number) example xmppd[1234]: \(line)"
            case .shortMonotonic: "[   12.\(123456 + number)] example xmppd[1234]: \(line)"
            case .podPrefix: "[pod/xmpp-5d5f8c9b7d-x2x4k/xmppd] 2026-11-30T\(clock).123456789Z \(line)"
            case .stern: "xmpp-0 xmppd \(line)"
            case .syslog: "<34>1 2026-11-30T\(clock).003Z example xmppd 1234 ID47 - \(line)"
            case .syslogWithData:
                "<165>1 2026-11-30T\(clock)+01:00 example xmppd - - [a@1 b=\"]\\\" <c\"][d@1] \u{FEFF}\(line)"
            case .priority: "<34>Nov 30 \(clock) example xmppd[1234]: \(line)"
            case .dockerRecord: "{\"log\":\(Self.json(line)),\"stream\":\"stdout\",\"time\":\"2026-11-30T\(clock).1Z\"}"
            case .dockerRecordInOrder:
                "{ \"attrs\": {\"log\": \"}\", \"n\": [1, null]}, \"time\":\"2026-11-30T\(clock)Z\", \"stream\" : \"stderr\","
                    + "\"log\":\(Self.json(line))}"
            }
        }

        private static func json(_ line: String) -> String {
            let data = try? JSONSerialization.data(withJSONObject: [line + "\n"])
            return String(decoding: data ?? Data(), as: UTF8.self).dropFirst().dropLast() + ""
        }

        func wrapped(_ log: Data) -> [UInt8] {
            let lines = log.split(separator: 0x0A, omittingEmptySubsequences: false)
                .map { String(decoding: $0, as: UTF8.self) }
            let isEnded = lines.last == ""
            let texts = (isEnded ? lines.dropLast() : lines[...]).enumerated().map { wrapped($1, number: $0) }
            return Array((texts + (isEnded ? [""] : [])).joined(separator: "\n").utf8)
        }
    }

    private static let logs =
        RecordedLogTests.names + ["aioxmpp-0.13.3", "gloox-1.0.24", "libstrophe-0.12.2", "prosody-0.12.3-console"]

    @Test("A wrapped log says what it says without", arguments: logs, Wrapping.allCases)
    func wrapped(name: String, wrapping: Wrapping) throws {
        let log = try fixture(name + ".log")
        let bare = units(of: log)
        let found = units(of: wrapping.wrapped(log))
        #expect(found.map(\.direction) == bare.map(\.direction))
        #expect(found.map(\.connection) == bare.map(\.connection))
        #expect(found.map(\.line) == bare.map(\.line))
        #expect(found.map(\.isCut) == bare.map(\.isCut))
        for (found, bare) in zip(found, bare) { #expect(canonical(found.text) == canonical(bare.text)) }
    }

    @Test("A program that writes no times has those of the system that collects its lines")
    func time() {
        let log = """
            2026-11-30T04:51:47.846123456Z stdout F SENT <message><body>one
            2026-11-30T04:51:47.900000000Z stdout F two</body></message>
            2026-11-30T04:51:48.000000001Z stdout F RECV <r/>
            """
        let found = units(of: log)
        #expect(found.map(\.text) == ["<message><body>one\ntwo</body></message>", "<r/>"])
        let times = ["2026-11-30T04:51:47.846123456Z", "2026-11-30T04:51:48.000000001Z"]
        #expect(found.map { $0.time?.description } == times)
    }

    @Test("What journald says at the head does not hide that lines are wrapped")
    func head() {
        let log = """
            -- Logs begin at Sun 2026-11-29 00:00:00 UTC, end at Mon 2026-11-30 12:00:00 UTC. --
            Nov 30 04:51:47 example xmppd[9]: SENT <message><body>one
            Nov 30 04:51:47 example xmppd[9]: two</body></message>
            """
        #expect(units(of: log).map(\.text) == ["<message><body>one\ntwo</body></message>"])
    }

    @Test("Text that looks like a wrapping stays where lines are not wrapped")
    func text() {
        let log = """
            2026-11-30 04:51:47 SENT <message><body>a table:
            name  | value
            Nov 30 12:00:00 example xmppd[1234]: quoted</body></message>
            """
        #expect(
            units(of: log).map(\.text) == [
                "<message><body>a table:\nname  | value\nNov 30 12:00:00 example xmppd[1234]: quoted</body></message>"
            ])
    }

    @Test("Lines of other programs are no part of an entry, and its own go on behind them")
    func others() {
        let composed = """
            xmpp-1   | SENT <message><body>one
            db-1     | a secret of another program
            xmpp-2   | SENT <message><body>uno
            xmpp-1   | two</body></message>
            xmpp-2   | dos</body></message>
            """
        let texts = ["<message><body>one\ntwo</body></message>", "<message><body>uno\ndos</body></message>"]
        #expect(units(of: composed).map(\.text) == texts)
        let collected = """
            Nov 30 04:51:47 example xmppd[9]: SENT <message><body>one
            Nov 30 04:51:47 example sshd[99]: session opened 640
            Nov 30 04:51:47 example xmppd[9]: two</body></message>
            """
        #expect(units(of: collected).map(\.text) == ["<message><body>one\ntwo</body></message>"])
    }

    @Test("Lines may be wrapped from the middle of a text on, each in its way")
    func middle() {
        let log = """
            starting | in a container
            SENT <message><body>a table
            name | value</body></message>
            2026-11-30T04:51:47.846123456+01:00 SENT <message><body>one
            2026-11-30T04:51:47.846123456+01:00 two</body></message>
            xmpp-1 | SENT <message><body>a table
            xmpp-1 | name | value
            x | not wrapped</body></message>
            """
        #expect(
            units(of: log).map(\.text) == [
                "<message><body>a table\nname | value</body></message>", "<message><body>one\ntwo</body></message>",
                "<message><body>a table\nname | value\nx | not wrapped</body></message>",
            ])
    }

    @Test("Text behind a wrapping that looks like another stays")
    func nestedText() {
        let log = """
            xmpp-1  | SENT <message><body>a table:
            xmpp-1  | name  | value</body></message>
            """
        #expect(units(of: log).map(\.text) == ["<message><body>a table:\nname  | value</body></message>"])
    }

    @Test("Lines that a runtime has cut are put together", arguments: 1...4)
    func parts(length: Int) throws {
        let lines = ["SENT <message><body>one Ä", "two</body></message>", "RECV <r/>", ""]
        func pieces(_ line: String) -> [Substring] {
            stride(from: 0, to: max(line.count, 1), by: length * 3).map { line.dropFirst($0).prefix(length * 3) }
        }
        let time = "2026-11-30T04:51:47.846123456Z"
        let runtime = lines.map { line in
            let pieces = pieces(line)
            return pieces.enumerated().map { index, piece in
                "\(time) stdout \(index < pieces.count - 1 ? "P" : "F") \(piece)\n\(time) stderr P other "
            }.joined(separator: "\n")
        }
        let docker = try lines.map { line in
            try pieces(line + "\n").map { piece in
                let record = ["log": String(piece), "stream": "stdout", "time": time]
                return String(decoding: try JSONSerialization.data(withJSONObject: record), as: UTF8.self)
            }.joined(separator: "\n")
        }
        for log in [runtime, docker] {
            let found = units(of: log.joined(separator: "\n"))
            #expect(found.map(\.text) == ["<message><body>one Ä\ntwo</body></message>", "<r/>"])
            #expect(found.map { $0.time?.description } == [time, time])
            #expect(found.map(\.isCut) == [false, false])
        }
    }

    @Test(
        "Times of journald and syslog are those of entries that have none",
        arguments: [
            ("1796014307.846123 example xmppd[9]: ", "2026-11-30T04:51:47.846123Z"),
            ("2026-11-30T05:51:47+0100 example xmppd: ", "2026-11-30T04:51:47Z"),
            ("Mon 2026-11-30 04:51:47 UTC example xmppd[9]: ", "2026-11-30T04:51:47Z"),
            ("Mon 2026-11-30 05:51:47 CET example xmppd[9]: ", "2026-11-30T04:51:47Z"),
            ("Mon 2026-11-30 06:51:47.123456 EET example xmppd[9]: ", "2026-11-30T04:51:47.123456Z"),
            ("Sun 2026-11-29 23:51:47 EST example xmppd: ", "2026-11-30T04:51:47Z"),
            ("Tue 2026-06-30 01:02:03 CEST example xmppd[9]: ", "2026-06-29T23:02:03Z"),
            ("Mon 2026-11-30 01:51:47 -03 example xmppd[9]: ", "2026-11-30T04:51:47Z"),
            ("Mon 2026-11-30 04:51:47 XYZT example xmppd[9]: ", "2026-11-30T04:51:47Z"),
            ("<34>1 2026-11-30T05:51:47.003+01:00 example xmppd 9 - - ", "2026-11-30T04:51:47.003Z"),
            ("[   12.345678] example xmppd[9]: ", nil), ("[pod/xmpp-0/xmppd] ", nil), ("<34>1 - example x - - - ", nil),
        ])
    func times(head: String, time: String?) {
        let found = units(of: "\(head)SENT <r/>\n")
        #expect(found.map(\.text) == ["<r/>"])
        #expect(found.map { $0.time?.description } == [time])
    }

    @Test(
        "What only resembles a wrapping is the program's own",
        arguments: [
            "Nov 30 04:51:47 bot RECV: ", "2026-11-30T04:51:47+0100 bot Received: ", "[12.5] client in: ",
            "2026-11-30 04:51:47,846 DEBUG xmpp: RECV: ", "Mon Nov 30 04:51:53 2026 bot XML-IN: ", "client-1 RECV: ",
        ])
    func resembling(head: String) {
        let found = units(of: "\(head)<iq type='result' id='1'/>\n")
        #expect(found.map(\.text) == ["<iq type='result' id='1'/>"])
        #expect(found.map(\.direction) == [.serverToClient])
    }
}
