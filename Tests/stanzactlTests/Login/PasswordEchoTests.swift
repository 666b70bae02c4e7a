import Foundation
import TestServers
import Testing

/// What a server says that has learnt the password.
@Suite("login at servers that repeat the password", .needs(.openssl))
struct PasswordEchoTests {
    @Test("A server that repeats the password makes it known to nobody", arguments: [false, true])
    func echo(isText: Bool) throws {
        func escaped(_ text: String) -> String {
            text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        }
        // As it is typed, with a fullwidth letter, and as SASLprep leaves it (RFC 4013 §2.2).
        let password = "\u{FF43}orrect & <horse>"
        let forms = [password, "correct & <horse>"].flatMap { password in
            [
                password, Data(password.utf8).base64EncodedString(),
                Data("\0juliet\0\(password)".utf8).base64EncodedString(),
                escaped(password), escaped(escaped(password)),
            ] + Self.encoded(password)
        }
        let said = forms.map(escaped).joined(separator: " | ")
        let long = String(repeating: "x", count: 170) + said
        let messages: [(Int32, @Sendable (ScriptedPeer) throws -> Void)] = [
            (
                3,
                {
                    try $0.secure()
                    try $0.open(ScriptedPeer.mechanisms("PLAIN"))
                    try $0.receive(until: "</auth>")
                    let text = "<text xmlns='\(ScriptedPeer.saslNamespace)'>\(said)</text>"
                    try $0.send("<failure xmlns='\(ScriptedPeer.saslNamespace)'><not-authorized/>\(text)</failure>")
                    $0.receiveEnd()
                }
            ),
            (
                5,
                {
                    try $0.secure()
                    try $0.open(ScriptedPeer.mechanisms("PLAIN"))
                    try $0.receive(until: "</auth>")
                    let text = "<text xmlns='urn:ietf:params:xml:ns:xmpp-streams'>\(long)</text>"
                    try $0.send(
                        ScriptedPeer.streamError("conflict").replacing(
                            "</stream:error>", with: text + "</stream:error>"))
                    $0.receiveEnd()
                }
            ),
            (
                0,
                {
                    try $0.secure()
                    try $0.open(ScriptedPeer.mechanisms("PLAIN"))
                    try $0.receive(until: "</auth>")
                    try $0.send("<success xmlns='\(ScriptedPeer.saslNamespace)'/>")
                    try $0.bind(management: false)
                    let payloads = "<body>\(said)</body><x xmlns='urn:x' y='\(said)'/>"
                    try $0.send("<message from='good.test' id='\(said)'>\(payloads)</message>")
                    try $0.receive(until: "</stream:stream>")
                    try $0.send("</stream:stream>")
                    $0.receiveEnd()
                }
            ),
        ]
        for (code, script) in messages {
            let server = try ScriptedServer(script)
            let run = try LoginTool.run(
                port: server.port, password: password, format: isText ? "text" : "jsonl", options: ["--linger", "1"])
            #expect(run.code == code, "\(run.errors)")
            #expect(server.deviation == nil)
            #expect((run.output + run.errors).contains("***"))
            for form in forms + ["correct &"] {
                let isShown = run.output.contains(form) || run.errors.contains(form)
                #expect(!isShown, "\(form): \(run.output)\(run.errors)")
            }
        }
    }

    /// As URLs, forms and dumps have it.
    private static func encoded(_ password: String) -> [String] {
        let digits = password.utf8.map { String(format: "%02x", $0) }
        let letters = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyz")
        let url = password.addingPercentEncoding(withAllowedCharacters: letters) ?? ""
        return [
            digits.joined(), digits.joined().uppercased(), digits.joined(separator: ":"),
            digits.map { "0x" + $0.uppercased() }.joined(separator: ", "), digits.map { "\\x" + $0 }.joined(),
            digits.map { "%" + $0 }.joined(), url,
            url.replacing("%20", with: "+"), url.replacing("%3C", with: "%3c").replacing("%26", with: "&"),
        ]
    }
}
