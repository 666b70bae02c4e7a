import Foundation
import Testing
import XMPPCapture

@testable import stanzactl

@Suite("stanzactl decode --format html")
struct ReportTests {
    /// Stanzas that try to become part of the page.
    private let hostile = """
        <stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' \
        to='x&quot;&gt;&lt;img src=x onerror=document.title=1&gt;'>
        <message from='a@b/&lt;/script&gt;&lt;script&gt;document.title=2&lt;/script&gt;' id='&lt;!--&lt;script&gt;'>\
        <body>&lt;/script&gt;&lt;script&gt;document.title=3&lt;/script&gt;</body><html xmlns='http://www.w3.org/1999/xhtml'>\
        <script>document.title=4</script><img src='x' onerror='document.title=5'/></html></message>
        <message><body><![CDATA[<!--<script></SCRIPT ]]>&#8238;&#133;</body></message>
        </stream:stream>
        """

    /// The JSON in the script element of this id.
    private func data(_ id: String, in page: String) throws -> [[String: Any]] {
        let open = "<script type=\"application/json\" id=\"\(id)\">"
        let start = try #require(page.range(of: open)).upperBound
        let end = try #require(page.range(of: "</script>", range: start..<page.endIndex)).lowerBound
        let object = try JSONSerialization.jsonObject(with: Data(page[start..<end].utf8))
        return try #require(object as? [[String: Any]])
    }

    @Test("The records of the page are those of jsonl")
    func records() throws {
        let file = Tool.capture("prosody-scram-im.pcapng")
        let records = try data("records", in: Tool.run("decode", "--format", "html", file).output)
        let objects = try Tool.run("decode", "--format", "jsonl", file).objects()
        #expect(records.count == objects.count)
        for (record, object) in zip(records, objects) {
            for key in ["n", "packets", "offset"] { #expect(record[key] as? NSObject == object[key] as? NSObject) }
            for key in ["time", "dir", "kind", "name", "ns", "type", "from", "to", "id"] {
                #expect(record[key] as? String == object[key] as? String)
            }
            // Characters that turn the direction of writing are character references on the page.
            let xml = try [record, object].map { try ($0["xml"] as? String).map(elements) }
            #expect(xml[0] == xml[1])
            #expect((record["payloadWords"] as? [String])?.count == (record["payloads"] as? [String])?.count)
        }
    }

    @Test("Connections are named by who is at their ends")
    func connections() throws {
        func ends(_ capture: String) throws -> [[String]] {
            try data("connections", in: Tool.run("decode", "--format", "html", Tool.capture(capture)).output)
                .map { [$0["client"] as? String ?? "-", $0["server"] as? String ?? "-"] }
        }
        #expect(
            try ends("prosody-scram-im.pcapng") == [
                ["alice@example.test/desk", "example.test"], ["bob@example.test/phone", "example.test"],
            ])
        #expect(try ends("prosody-dialback.pcapng").contains { $0.allSatisfy { $0 != "-" && !$0.contains("@") } })
        #expect(try ends("prosody-component-vlan.pcap").contains { $0[0] != "-" && !$0[0].contains("@") })
        #expect(try ends("slixmpp-midstream-start.pcap").allSatisfy { $0[1] == "example.test" })
    }

    @Test("What is selected away still tells whose connections they are")
    func selected() throws {
        let file = Tool.capture("prosody-scram-im.pcapng")
        let page = try Tool.run("decode", "--format", "html", "--type", "chat", "--stream", "1", file).output
        #expect(try data("connections", in: page).first?["client"] as? String == "bob@example.test/phone")
        #expect(try data("records", in: page).allSatisfy { $0["type"] as? String == "chat" })
    }

    @Test("A page holds only so many records, and says how many it lacks")
    func limit() throws {
        func page(of count: Int) -> String {
            var format = ReportFormat(recordLimit: 3)
            var bytes: [UInt8] = []
            format.begin(to: &bytes)
            for number in 1...count {
                let place = RecordPlace(number: number, file: nil)
                let record = TrafficRecord(.note("this is \(number)"), stream: number)
                if format.observesAll { format.observe(record, at: place) }
                format.print(record, at: place, to: &bytes)
            }
            format.finish(to: &bytes)
            return String(decoding: bytes, as: UTF8.self)
        }
        for (count, left) in [(2, 0), (3, 0), (4, 1), (10, 7)] {
            let page = page(of: count)
            #expect(try data("records", in: page).count == min(count, 3))
            #expect(try data("connections", in: page).count == min(count, 3))
            #expect(page.contains("<script type=\"application/json\" id=\"left\">\(left)</script>"))
        }
    }

    @Test("Nothing from the traffic can end the data or begin a script")
    func escaping() throws {
        let page = try Tool.run("decode", "--format", "html", input: hostile).output
        let records = try data("records", in: page)
        #expect(records.count == 4)
        #expect((records[1]["xml"] as? String)?.contains("document.title=4") == true)
        #expect(page.components(separatedBy: "</script").count == 5)
        #expect(page.components(separatedBy: "<script").count == 5)
        #expect(!page.contains("<!--") && !page.contains("<img"))
        #expect(!page.unicodeScalars.contains { $0.value == 0x202E || $0.value == 0x85 })
    }

    @Test("Nothing is loaded, and only the page's own script may run")
    func policy() throws {
        let page = try Tool.run("decode", "--format", "html", input: hostile).output
        let policy = try #require(page.firstMatch(of: /Content-Security-Policy" content="([^"]*)"/)).output.1
        #expect(policy.contains("default-src 'none'") && !policy.contains("unsafe"))
        #expect(policy.matches(of: /'sha256-[A-Za-z0-9+\/]{43}='/).count == 2)
        #expect(page.firstMatch(of: /(src|href)=/) == nil || !page.contains("http-equiv=\"refresh\""))
    }

    @Test("A file that cannot be read leaves a whole page, and a page of nothing is whole")
    func whole() throws {
        let run = try Tool.run("decode", "--format", "html", "/no/such/file")
        #expect(run.code == 2)
        #expect(run.output.hasSuffix("</html>\n"))
        #expect(try data("records", in: run.output).isEmpty)
    }

    @Test(
        "The digest is that of CSP Level 3",
        arguments: [
            ("", "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="),
            ("alert('Hello, world.');", "qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng="),
        ])
    func digest(text: String, value: String) { #expect(ScriptDigest.source(of: text) == "'sha256-\(value)'") }

    private static let browser = ["/usr/bin/chromium", "/usr/bin/google-chrome", "/usr/bin/chromium-browser"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    @Test("A browser draws the rows, and runs nothing that came with them", .enabled(if: browser != nil))
    func inBrowser() throws {
        let page = try Tool.run("decode", "--format", "html", input: hostile).output
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).html")
        try page.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(Self.browser))
        process.arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--dump-dom", "\(file)#n=2"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(text.contains("<title>XMPP traffic</title>"))
        #expect(text.contains("4 records"))
        #expect(text.components(separatedBy: "role=\"option\"").count == 5)
        #expect(text.contains("aria-selected=\"true\""))
        #expect(!text.contains("<img"))
    }
}
