import Testing

@testable import XMPPSASL

/// XEP-0474, with the example of its §4.3.
struct DowngradeProtectionTests {
    static let advertisement = SASLAdvertisement(
        mechanisms: [.scramSHA1Plus, .scramSHA1],
        channelBindingTypes: [.tlsServerEndPoint, .tlsExporter]
    )

    @Test func hashOfTheExample() throws {
        #expect(try Self.advertisement.downgradeProtectionHash(using: .sha1) == "G6k/rBLDqgOhRRaCuuatSDFkJ08=")
    }

    @Test func hashWithoutChannelBindings() throws {
        let unbound = SASLAdvertisement(mechanisms: [.scramSHA256, .plain])
        let expected = Base64.encode(try HashFunction.sha256.digest("PLAIN\u{1E}SCRAM-SHA-256".bytes))
        #expect(try unbound.downgradeProtectionHash(using: .sha256) == expected)
        let empty = SASLAdvertisement(mechanisms: [.scramSHA256, .plain], channelBindingTypes: [])
        let divided = Base64.encode(try HashFunction.sha256.digest("PLAIN\u{1E}SCRAM-SHA-256\u{1F}".bytes))
        #expect(try empty.downgradeProtectionHash(using: .sha256) == divided)
    }

    @Test func hashOfTheEarlyForm() throws {
        let text = "SCRAM-SHA-1,SCRAM-SHA-1-PLUS|tls-exporter,tls-server-end-point"
        let expected = Base64.encode(try HashFunction.sha1.digest(text.bytes))
        #expect(try Self.advertisement.earlyDowngradeProtectionHash(using: .sha1) == expected)
    }

    private func code(_ extensions: String, _ protection: DowngradeProtection) throws -> SASLError.Code? {
        var client = try SCRAMClient(
            .scramSHA1,
            credentials: .init(username: "user", password: Secret("pencil")),
            nonce: "n",
            protection: protection
        )
        _ = try client.start()
        return errorCode { () throws(SASLError) in
            try client.respond(to: "r=nm,s=c2FsdA==,i=4096\(extensions)".bytes)
        }
    }

    @Test func clientComparesWhatItSawWithWhatTheServerSent() throws {
        let hash = try Self.advertisement.downgradeProtectionHash(using: .sha1)
        let early = try Self.advertisement.earlyDowngradeProtectionHash(using: .sha1)
        let shortened = SASLAdvertisement(mechanisms: [.scramSHA1], channelBindingTypes: nil)

        for good in [",h=\(hash)", ",d=\(early)", ",d=\(early),h=\(hash)", ",x=1,h=\(hash)"] {
            #expect(try code(good, .ifOffered(Self.advertisement)) == nil)
            #expect(try code(good, .required(Self.advertisement)) == nil)
            #expect(try code(good, .ifOffered(shortened)) == .downgradeDetected)
            #expect(try code(good, .ignored) == nil)
        }
        for bad in [",h=\(early)", ",d=\(hash)", ",h=\(hash),d=\(hash)", ",h=x", ",h=\(hash)="] {
            #expect(try code(bad, .ifOffered(Self.advertisement)) == .downgradeDetected)
        }
        #expect(try code("", .ifOffered(Self.advertisement)) == nil)
        #expect(try code("", .required(Self.advertisement)) == .downgradeProtectionMissing)
        #expect(try code(",H=\(hash)", .required(Self.advertisement)) == .downgradeProtectionMissing)
    }
}
