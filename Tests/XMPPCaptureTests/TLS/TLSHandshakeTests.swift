import Testing

@testable import XMPPCapture

@Suite struct TLSHandshakeTests {
    private func message(_ type: UInt8, _ count: Int) -> [UInt8] {
        [type] + UInt32(count).bytes.dropFirst() + [UInt8](repeating: type, count: count)
    }

    @Test(arguments: [1, 3, 10, 1000])
    func putsMessagesTogether(size: Int) {
        let bytes = message(1, 10) + message(99, 0) + message(20, 300)
        var assembler = HandshakeAssembler(limit: 1000)
        var lengths: [Int] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            assembler.receive(bytes[start..<min(start + size, bytes.count)])
            while let message = assembler.next() { lengths.append(message.body.count) }
        }
        #expect(lengths == [10, 0, 300])
        #expect(!assembler.hasSkipped)
    }

    @Test(arguments: [1, 7, 1000])
    func passesOverMessagesThatAreTooLong(size: Int) {
        let bytes = message(1, 10) + message(11, 500) + message(20, 12)
        var assembler = HandshakeAssembler(limit: 100)
        var types: [HandshakeType?] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            assembler.receive(bytes[start..<min(start + size, bytes.count)])
            while let message = assembler.next() { types.append(message.type) }
        }
        #expect(types == [.clientHello, .finished])
        #expect(assembler.hasSkipped)
    }

    @Test(
        arguments: [
            (0xc02f, "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", "AES_128_GCM", HashFunction.sha256),
            (0xc030, "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384", "AES_256_GCM", .sha384),
            (0xcca8, "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256", "CHACHA20_POLY1305", .sha256),
            (0xc0a0, "TLS_RSA_WITH_AES_128_CCM_8", "AES_128_CCM_8", .sha256),
            (0x0035, "TLS_RSA_WITH_AES_256_CBC_SHA", "AES_256_CBC", .sha1),
            (0xc028, "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384", "AES_256_CBC", .sha384),
            (0x000a, "TLS_RSA_WITH_3DES_EDE_CBC_SHA", "3DES_EDE_CBC", .sha1),
            (0x1301, "TLS_AES_128_GCM_SHA256", "AES_128_GCM", .sha256),
            (0x1305, "TLS_AES_128_CCM_8_SHA256", "AES_128_CCM_8", .sha256),
        ] as [(UInt16, String, String, HashFunction)]
    )
    func readsSuitesFromTheirNames(code: UInt16, name: String, cipher: String, hash: HashFunction) throws {
        let suite = TLSCipherSuite(rawValue: code)
        #expect(suite.name == name)
        let algorithms = try #require(suite.algorithms)
        #expect(algorithms.cipher.name == cipher)
        #expect(algorithms.hash == hash)
        #expect(algorithms.cipher.implementation != nil)
    }

    @Test func namesSuitesItCannotDecrypt() {
        #expect(TLSCipherSuite(rawValue: 0x0005).name == "TLS_RSA_WITH_RC4_128_SHA")
        #expect(TLSCipherSuite(rawValue: 0x0005).algorithms == nil)
        #expect(TLSCipherSuite(rawValue: 0x0002).algorithms == nil)
        #expect(TLSCipherSuite(rawValue: 0xeaea).name == "0xeaea")
        #expect(TLSCipherSuite(rawValue: 0xeaea).algorithms == nil)
    }

    @Test func recognizesAClientHelloByItsFirstBytes() throws {
        let input = try TLSFixture("tls13-ccm").streamEvents()
        let first = try #require(input.compactMap { if case .data(let data) = $0 { data } else { nil } }.first)
        for count in 0..<9 { #expect(TLSSessionDecoder.looksLikeClientHello(first.bytes.prefix(count)) == nil) }
        #expect(TLSSessionDecoder.looksLikeClientHello(first.bytes) == true)
        for text in ["<", "<?xml version='1.0'?>", "GET / HTTP/1.1\r\n", "\u{16}\u{3}\u{1}\u{0}\u{5}\u{2}"] {
            #expect(TLSSessionDecoder.looksLikeClientHello(Array(text.utf8)[...]) == false)
        }
        #expect(TLSSessionDecoder.looksLikeApplicationData([23, 3, 3, 0, 40]) == true)
        #expect(TLSSessionDecoder.looksLikeApplicationData([23, 3]) == nil)
        #expect(TLSSessionDecoder.looksLikeApplicationData([22, 3]) == false)
        #expect(TLSSessionDecoder.looksLikeApplicationData(first.bytes) == false)
    }

    @Test func readsWhatAHelloOffers() throws {
        let names: [UInt8] = [0, 16, 0, 17, 0, 15, 2, 0x0a, 0x0a, 11] + Array("xmpp-client".utf8)
        let server: [UInt8] = [0, 0, 0, 11, 0, 9, 0, 0, 6] + Array("a.test".utf8)
        let versions: [UInt8] = [0, 43, 0, 7, 6, 0x1a, 0x1a, 3, 4, 3, 3]
        let extensions = names + server + versions + [0, 42, 0, 0, 0, 23, 0, 0, 0, 22, 0, 0]
        let body: [UInt8] =
            [3, 3] + [UInt8](repeating: 9, count: 32) + [0, 0, 2, 0x13, 1, 1, 0] + UInt16(extensions.count).bytes
            + extensions
        let hello = try #require(ClientHello(body[...]))
        #expect(hello.extensions.protocols == ["xmpp-client"])
        #expect(hello.extensions.serverName == "a.test")
        #expect(hello.offeredVersions == [.tls13, .tls12])
        #expect(hello.extensions.hasEarlyData && hello.extensions.usesExtendedMasterSecret)
        #expect(hello.extensions.encryptsThenMACs)
        for count in 0..<body.count {
            // Cut in its fixed part it is refused, cut in its extensions it gives those that are whole.
            #expect((ClientHello(body[..<count]) == nil) == (count < 41))
        }
    }

    @Test func namesVersions() {
        #expect(TLSProtocolVersion.tls13.description == "TLS 1.3")
        #expect(TLSProtocolVersion.tls10.description == "TLS 1.0")
        #expect(TLSProtocolVersion.ssl3.description == "SSL 3.0")
        #expect(TLSProtocolVersion(rawValue: 0x7f1c).description == "0x7f1c")
    }
}
