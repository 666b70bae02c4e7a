import Foundation
import Testing

@testable import stanzactl

/// What inputs may look like, and what is said of selections that nothing meets.
@Suite("Forms of input")
struct InputFormTests {
    private static let message = "<message xmlns='jabber:client' id='m'/>"

    @Test("A byte order mark before a fragment is none of its content", arguments: ["", " \n"])
    func byteOrderMark(space: String) throws {
        let text = "\u{FEFF}" + space + Self.message
        let objects = try Tool.run("decode", "--format", "jsonl", input: text).objects()
        #expect(objects.map { $0["kind"] as? String } == ["stanza"])
        #expect(objects.first?["offset"] as? Int == 3 + space.utf8.count)
        #expect(try Tool.run("fmt", "--format", "xml", input: text).output == Self.message + "\n")
    }

    @Test("Of an element over the limit all is passed over, and its length told")
    func tooLong() throws {
        let before = Self.message + "\n"
        let filling = String(repeating: "x", count: 7 << 20)
        let long = "<message xmlns='jabber:client'><body>\(filling)</body></message>\n"
        let objects = try Tool.run("decode", "--format", "jsonl", input: before + long + Self.message).objects()
        #expect(objects.map { $0["kind"] as? String } == ["stanza", "error", "gap", "stanza"])
        #expect(objects.count == 4)
        #expect(objects.dropFirst(2).first?["offset"] as? Int == before.utf8.count)
        #expect(objects.dropFirst(2).first?["bytes"] as? Int == long.utf8.count)
        #expect(objects.last?["offset"] as? Int == before.utf8.count + long.utf8.count)
    }

    @Test("A type that there is not is refused; others select")
    func types() throws {
        let run = try Tool.run("decode", "--type", "foo", input: Self.message)
        #expect(run.code == 2 && run.errors.contains("--type is “foo”, but has to be one of chat, "))
        for type in ["message", "normal", "iq"] {
            let run = try Tool.run("decode", "--type", type, input: Self.message)
            #expect(run.code == 0 && run.output.isEmpty == (type == "iq"))
        }
    }

    @Test("A stream that there is not is told, one that there is not", arguments: ["decode", "redact"])
    func streams(subcommand: String) throws {
        let file = Tool.capture("prosody-scram-im.pcapng")
        let run = try Tool.run(subcommand, "--stream", "0", "--stream", "7", file)
        #expect(run.code == 0 && !run.output.isEmpty)
        #expect(run.errors == "stanzactl: there is no stream 7 in what was read\n")
        #expect(try Tool.run(subcommand, "--stream", "0", file).errors.isEmpty)
    }

    @Test("An option of jid with a value it does not take is no address")
    func addressOption() throws {
        let run = try Tool.run("jid", "--json=1", "a@b.test")
        #expect(run.code == 2 && run.output.isEmpty && run.errors.contains("--json takes no value"))
    }

    @Test("On a terminal JSON has escapes for what turns the direction of writing, and says the same")
    func terminalJSON() throws {
        let text = "a\u{202E}b\u{2066}c\u{2028}d\u{2010}é\u{2070}€"
        var object = JSONObjectWriter()
        object.add("x", text)
        object.finish()
        let escaped = JSONObjectWriter.escapingForTerminal(object.bytes)
        let string = String(decoding: escaped, as: UTF8.self)
        #expect(string.contains("a\\u202eb\\u2066c\\u2028d\u{2010}é\u{2070}€"))
        let read = try JSONSerialization.jsonObject(with: Data(escaped)) as? [String: String]
        #expect(read?["x"] == text)
    }

    @Test("Keys in a capture can be given as a key log")
    func keysOfCapture() throws {
        let file = Tool.capture("slixmpp-direct-tls13-embedded-keys.pcapng")
        let run = try Tool.run("decode", "--keylog", file, file)
        #expect(run.code == 0 && run.errors.isEmpty)
        let none = try Tool.run("decode", "--keylog", Tool.capture("prosody-scram-im.pcapng"), file)
        #expect(none.errors.contains("there is no TLS secret in this key log"))
    }
}
