import Testing

@testable import XMPPTransport

/// DNS messages to the byte.
struct DNSMessageTests {
    private static let question = DNSQuestion(name: name("_xmpp-client._tcp.example.org"), type: .service)

    private static func name(_ text: String) -> DNSName { DNSName(text) ?? DNSName("a").unsafelyUnwrapped }

    /// A name on the wire.
    private static func encoded(_ name: String) -> [UInt8] {
        name.split(separator: ".").flatMap { [UInt8($0.utf8.count)] + $0.utf8 } + [0]
    }

    /// A response to the question, with these answers and flags.
    private static func response(_ answers: [[UInt8]], flags: [UInt8] = [0x81, 0x80]) -> [UInt8] {
        var bytes = question.query(id: 0x1234)
        bytes.replaceSubrange(2..<4, with: flags)
        bytes[7] = UInt8(answers.count)
        return bytes + answers.joined()
    }

    private static func record(_ name: [UInt8], _ type: UInt8, _ content: [UInt8]) -> [UInt8] {
        name + [0, type, 0, 1, 0, 0, 0, 60, UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + content
    }

    /// To the name in the question.
    private static let pointer: [UInt8] = [0xC0, 12]

    @Test func queryIsAsRFC1035Says() {
        let expected: [UInt8] =
            [0x12, 0x34, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0] + Self.encoded("_xmpp-client._tcp.example.org") + [0, 33, 0, 1]
        #expect(Self.question.query(id: 0x1234) == expected)
    }

    @Test func servicesAreRead() throws {
        let content: [UInt8] = [0, 5, 0, 10, 0x14, 0x66] + Self.encoded("xmpp.example.org")
        let response = try #require(try DNSResponse(Self.response([Self.record(Self.pointer, 33, content)])))
        #expect(response.id == 0x1234)
        #expect(response.code == 0)
        #expect(response.question == Self.question)
        #expect(
            response.records(of: Self.question.name) == [
                .service(priority: 5, weight: 10, port: 5222, target: Self.name("xmpp.example.org"))
            ])
    }

    /// RFC 2782 forbids to compress the target, and some compress it.
    @Test func compressedTargetIsRead() throws {
        // To "example.org" in the question.
        let content: [UInt8] = [0, 5, 0, 10, 0x14, 0x66, 4] + "xmpp".utf8 + [0xC0, 12 + 13 + 5]
        let response = try #require(try DNSResponse(Self.response([Self.record(Self.pointer, 33, content)])))
        guard case .service(_, _, _, let target)? = response.answers.first?.content else {
            Issue.record("there is no service")
            return
        }
        #expect(target.text == "xmpp.example.org")
    }

    @Test func aliasesAreFollowedButNotInCircles() throws {
        let other = Self.encoded("other.example.org")
        let service = Self.record(other, 33, [0, 0, 0, 0, 0, 1, 0])
        let alias = Self.record(Self.pointer, 5, other)
        let response = try #require(try DNSResponse(Self.response([alias, service])))
        #expect(
            response.records(of: Self.question.name) == [
                .service(priority: 0, weight: 0, port: 1, target: try #require(DNSName(root: ())))
            ])
        let circle = Self.record(other, 5, Self.pointer)
        let circular = try #require(try DNSResponse(Self.response([alias, circle])))
        #expect(circular.records(of: Self.question.name) == [])
    }

    @Test func recordsOfOthersAreNotBelieved() throws {
        let foreign = Self.record(Self.encoded("other.example.org"), 33, [0, 0, 0, 0, 0, 1, 0])
        let response = try #require(try DNSResponse(Self.response([foreign])))
        #expect(response.records(of: Self.question.name) == [])
    }

    @Test func caseOfLettersIsNoMatter() {
        #expect(DNSName("Example.ORG.") == DNSName("example.org"))
    }

    @Test(
        arguments: [
            "a..b", ".a", "..", String(repeating: "a", count: 64),
            Array(repeating: String(repeating: "a", count: 63), count: 4).joined(separator: "."),
        ])
    func namesThatAreNone(_ text: String) {
        #expect(DNSName(text) == nil)
    }

    @Test func longestName() {
        let label = String(repeating: "a", count: 63)
        #expect(DNSName([label, label, label, String(repeating: "a", count: 61)].joined(separator: ".")) != nil)
    }

    @Test func whatNoHostNameHasIsEscaped() throws {
        var reader = DNSReader([4, UInt8(ascii: "a"), UInt8(ascii: "."), 0, 200, 0])
        #expect(try reader.readName().text == "a\\046\\000\\200")
    }

    @Test(
        arguments: [
            // To itself, to what comes later, and to and fro.
            [0xC0, 12], [0xC0, 200], [1, 97, 0xC0, 12],
            // Kinds of labels that there are none of.
            [0x40, 0], [0x80, 0],
        ] as [[UInt8]])
    func namesInCirclesAreRefused(_ name: [UInt8]) {
        var bytes: [UInt8] = [0, 1, 0x81, 0x80, 0, 1, 0, 0, 0, 0, 0, 0]
        bytes += name + [0, 33, 0, 1]
        #expect(throws: DNSMessageError.malformed) { try DNSResponse(bytes) }
    }

    @Test func nameThatGrowsByPointersIsRefused() {
        // Each name is a label and a pointer to the one before: short on the wire, without an end as text.
        var bytes = [UInt8](repeating: 0, count: 12)
        bytes.append(0)
        var previous = 12
        for _ in 0..<20 {
            let start = bytes.count
            bytes += [15] + [UInt8](repeating: 97, count: 15) + [0xC0 | UInt8(previous >> 8), UInt8(previous & 255)]
            previous = start
        }
        var reader = DNSReader(bytes)
        reader.position = previous
        #expect(throws: DNSMessageError.malformed) { try reader.readName() }
    }

    @Test func everyCutIsNoticed() throws {
        let content: [UInt8] = [0, 5, 0, 10, 0x14, 0x66] + Self.encoded("xmpp.example.org")
        let whole = Self.response([Self.record(Self.pointer, 33, content)])
        for length in whole.indices {
            #expect(throws: DNSMessageError.malformed) { try DNSResponse(Array(whole[..<length])) }
        }
    }

    @Test func truncatedResponseIsOneWithWhatIsThere() throws {
        let whole = Self.response([Self.record(Self.pointer, 33, [0, 0, 0, 0, 0, 1, 0])], flags: [0x83, 0x80])
        let response = try #require(try DNSResponse(Array(whole.dropLast(3))))
        #expect(response.isTruncated)
        #expect(response.answers == [])
    }

    @Test func lengthsThatDoNotFitAreRefused() {
        let short = Self.record(Self.pointer, 1, [127, 0, 0])
        let long = Self.record(Self.pointer, 33, [0, 0, 0, 0, 0, 1, 0, 9])
        for record in [short, long] {
            #expect(throws: DNSMessageError.malformed) { try DNSResponse(Self.response([record])) }
        }
    }

    @Test func queriesAndOtherOperationsAreNoResponses() throws {
        #expect(try DNSResponse(Self.response([], flags: [0x01, 0x00])) == nil)
        #expect(try DNSResponse(Self.response([], flags: [0xA8, 0x00])) == nil)
    }

    @Test func randomBytesDoNotTrap() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<3000 {
            var bytes = Self.response([Self.record(Self.pointer, 33, [0, 5, 0, 10, 0x14, 0x66, 0xC0, 12])])
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let index = Int.random(in: bytes.indices, using: &generator)
                bytes[index] = UInt8.random(in: .min ... .max, using: &generator)
            }
            if let response = try? DNSResponse(bytes) { _ = response.records(of: Self.question.name) }
        }
    }
}

extension DNSName {
    /// The root's name, as it is on the wire.
    fileprivate init?(root: Void) {
        var reader = DNSReader([0])
        guard let name = try? reader.readName() else { return nil }
        self = name
    }
}
