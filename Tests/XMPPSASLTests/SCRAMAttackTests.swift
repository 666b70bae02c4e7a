import Testing

@testable import XMPPSASL

/// Servers that are not what they claim to be, and messages that break the grammar of RFC 5802 §7.
struct SCRAMAttackTests {
    static let nonce = "fyko+d2lbbFgONRv9qkxdawL"
    static let serverFirst = "r=fyko+d2lbbFgONRv9qkxdawL3rfcNHYJY1ZVvWVs7j,s=QSXCR+Q6sek8bf92,i=4096"
    static let signature = "v=rmF9pqV8S7suAoZWja4dJRkFsKQ="

    private func startedClient(limits: SCRAMLimits = SCRAMLimits()) throws -> SCRAMClient {
        var client = try SCRAMClient(
            .scramSHA1,
            credentials: .init(username: "user", password: Secret("pencil")),
            nonce: Self.nonce,
            limits: limits
        )
        _ = try client.start()
        return client
    }

    private func provenClient() throws -> SCRAMClient {
        var client = try startedClient()
        _ = try client.respond(to: Self.serverFirst.bytes)
        return client
    }

    /// `%N` stands for the client's nonce.
    @Test(arguments: [
        ("r=FYKO+D2LBBFGONRV9QKXDAWL3rf,s=QSXCR+Q6sek8bf92,i=4096", SASLError.Code.nonceMismatch),
        ("r=%N,s=QSXCR+Q6sek8bf92,i=4096", .nonceMismatch),
        ("r=3rf%N,s=QSXCR+Q6sek8bf92,i=4096", .nonceMismatch),
        ("r=fyko,s=QSXCR+Q6sek8bf92,i=4096", .nonceMismatch),
        ("r=\"%N3rf\",s=QSXCR+Q6sek8bf92,i=4096", .nonceMismatch),
        ("r=%N\u{E9},s=QSXCR+Q6sek8bf92,i=4096", .malformedMessage),
        ("r=%N 3rf,s=QSXCR+Q6sek8bf92,i=4096", .malformedMessage),
        ("r=%N3rf,s=QSXCR+Q6sek8bf92,i=0", .malformedMessage),
        ("r=%N3rf,s=QSXCR+Q6sek8bf92,i=-4096", .malformedMessage),
        ("r=%N3rf,s=QSXCR+Q6sek8bf92,i=+4096", .malformedMessage),
        ("r=%N3rf,s=QSXCR+Q6sek8bf92,i=04096", .malformedMessage),
        ("r=%N3rf,s=QSXCR+Q6sek8bf92,i=4096 ", .malformedMessage),
        ("r=%N3rf,s=QSXCR+Q6sek8bf92,i=4096.0", .malformedMessage),
        ("r=%N3rf,s=QSXCR+Q6sek8bf92,i=0x1000", .malformedMessage),
        ("r=%N3rf,s=QSXCR+Q6sek8bf92,i=\u{664}\u{660}\u{669}\u{666}", .malformedMessage),
        ("r=%N3rf,s=QSXCR+Q6sek8bf92,i=", .malformedMessage),
        ("r=%N3rf,s=QSXCR+Q6sek8bf92,i=1", .iterationCountTooLow),
        ("r=%N3rf,s=QSXCR+Q6sek8bf92,i=4095", .iterationCountTooLow),
        ("r=%N3rf,s=QSXCR+Q6sek8bf92,i=2000001", .iterationCountTooHigh),
        ("r=%N3rf,s=QSXCR+Q6sek8bf92,i=500000000", .iterationCountTooHigh),
        ("r=%N3rf,s=QSXCR+Q6sek8bf92,i=4294967297", .iterationCountTooHigh),
        ("r=%N3rf,s=QSXCR+Q6sek8bf92,i=18446744073709555712", .iterationCountTooHigh),
        ("r=%N3rf,s=QSXCR+Q6sek8bf92,i=99999999999999999999", .iterationCountTooHigh),
        ("r=%N3rf,s=QSXCR+Q6sek8bf92", .malformedMessage),
        ("r=%N3rf,i=4096", .malformedMessage),
        ("s=QSXCR+Q6sek8bf92,i=4096", .malformedMessage),
        ("r=%N3rf,s=,i=4096", .malformedMessage),
        ("r=%N3rf,s=QSXCR+Q6sek8bf9,i=4096", .malformedMessage),
        ("r=%N3rf,s=QSXCR-Q6sek8bf92,i=4096", .malformedMessage),
        ("r=%N3rf,s=c2FsdB==,i=4096", .malformedMessage),
        ("r=%N3rf,s=QSXC R+Q6sek8bf92,i=4096", .malformedMessage),
        ("r=%N3rf,s=====,i=4096", .malformedMessage),
        ("m=future,r=%N3rf,s=QSXCR+Q6sek8bf92,i=4096", .mandatoryExtension),
        ("r=%N3rf,m=future,s=QSXCR+Q6sek8bf92,i=4096", .mandatoryExtension),
        ("r=%N3rf,s=QSXCR+Q6sek8bf92,i=4096,m=future", .mandatoryExtension),
        ("s=QSXCR+Q6sek8bf92,i=4096,r=%N3rf", .malformedMessage),
        ("r=%N3rf,i=4096,s=QSXCR+Q6sek8bf92", .malformedMessage),
        ("r=%N3rf,r=%Nevil,s=QSXCR+Q6sek8bf92,i=4096", .malformedMessage),
        ("r=%N3rf,s=QSXCR+Q6sek8bf92,i=4096,i=1", .malformedMessage),
        ("r=%N3rf,s=QSXCR+Q6sek8bf92,i=4096,v=rmF9pqV8S7suAoZWja4dJRkFsKQ=", .malformedMessage),
        ("r=%N3rf,s=QSXCR+Q6sek8bf92,i=4096,x=1,x=2", .malformedMessage),
        ("r=%N3rf,s=QSXCR+Q6sek8bf92,i=4096,x=", .malformedMessage),
        ("r=%N3rf,s=QSXCR+Q6sek8bf92,i=4096,x", .malformedMessage),
        ("r=%N3rf,s=QSXCR+Q6sek8bf92,i=4096,=x", .malformedMessage),
        ("r=%N3rf,s=QSXCR+Q6sek8bf92,i=4096,", .malformedMessage),
        (",r=%N3rf,s=QSXCR+Q6sek8bf92,i=4096", .malformedMessage),
        ("r=%N3rf,,s=QSXCR+Q6sek8bf92,i=4096", .malformedMessage),
        ("r=%N3rf, s=QSXCR+Q6sek8bf92,i=4096", .malformedMessage),
        ("R=%N3rf,S=QSXCR+Q6sek8bf92,I=4096", .malformedMessage),
        ("r=%N\u{0}3rf,s=QSXCR+Q6sek8bf92,i=4096", .malformedMessage),
        ("e=other-error", .serverError),
        ("v=rmF9pqV8S7suAoZWja4dJRkFsKQ=", .malformedMessage),
        ("", .malformedMessage),
        (",", .malformedMessage),
        ("=", .malformedMessage),
    ])
    func refusesTheFirstChallenge(message: String, code: SASLError.Code) throws {
        var client = try startedClient()
        let challenge = message.replacing("%N", with: Self.nonce).bytes
        #expect(errorCode { () throws(SASLError) in try client.respond(to: challenge) } == code)
        // The error is final, even for a message that would have been right.
        #expect(errorCode { () throws(SASLError) in try client.respond(to: Self.serverFirst.bytes) } == code)
        #expect(errorCode { () throws(SASLError) in try client.finish(with: Self.signature.bytes) } == code)
    }

    @Test func refusesBytesThatAreNotUTF8() throws {
        var client = try startedClient()
        let challenge: [UInt8] = [0x72, 0x3D, 0xFF, 0xFE, 0x2C, 0x73, 0x3D]
        #expect(errorCode { () throws(SASLError) in try client.respond(to: challenge) } == .malformedMessage)
    }

    @Test func refusesAnOverlongMessageBeforeReadingIt() throws {
        var client = try startedClient()
        let challenge = Self.serverFirst.bytes + [UInt8](repeating: UInt8(ascii: ","), count: 8192)
        #expect(errorCode { () throws(SASLError) in try client.respond(to: challenge) } == .messageTooLong)
    }

    @Test func iterationBoundsAreTheCallers() throws {
        let limits = SCRAMLimits(minimumIterations: 1, maximumIterations: 4095)
        var client = try startedClient(limits: limits)
        let tooMany = errorCode { () throws(SASLError) in try client.respond(to: Self.serverFirst.bytes) }
        #expect(tooMany == .iterationCountTooHigh)
        client = try startedClient(limits: limits)
        let few = "r=\(Self.nonce)3rf,s=QSXCR+Q6sek8bf92,i=1"
        #expect(try client.respond(to: few.bytes).text.hasPrefix("c=biws,"))
    }

    @Test(arguments: [
        ("", SASLError.Code.serverSignatureMissing),
        ("v=rmF9pqV8S7suAoZWja4d", .serverSignatureMismatch),
        ("v=AAAAAAAAAAAAAAAAAAAAAAAAAAA=", .serverSignatureMismatch),
        ("v=rmF9pqV8S7suAoZWja4dJRkFsKQA", .serverSignatureMismatch),
        ("v=rmF9pqV8S7suAoZWja4dJRkFsKQ", .malformedMessage),
        ("v=", .malformedMessage),
        ("V=rmF9pqV8S7suAoZWja4dJRkFsKQ=", .malformedMessage),
        ("rmF9pqV8S7suAoZWja4dJRkFsKQ=", .malformedMessage),
        ("v=rmF9pqV8S7suAoZWja4dJRkFsKQ=,e=other-error", .malformedMessage),
        ("v=AAAAAAAAAAAAAAAAAAAAAAAAAAA=,v=rmF9pqV8S7suAoZWja4dJRkFsKQ=", .malformedMessage),
        ("x=1,v=rmF9pqV8S7suAoZWja4dJRkFsKQ=", .malformedMessage),
        ("v=rmF9pqV8S7suAoZWja4dJRkFsKQ=,m=1", .mandatoryExtension),
        ("e=invalid-proof", .serverError),
        ("e=other-error,v=rmF9pqV8S7suAoZWja4dJRkFsKQ=", .serverError),
    ])
    func refusesTheEnd(message: String, code: SASLError.Code) throws {
        var client = try provenClient()
        #expect(errorCode { () throws(SASLError) in try client.finish(with: message.bytes) } == code)
        #expect(errorCode { () throws(SASLError) in try client.finish(with: Self.signature.bytes) } == code)
        #expect(client.saltedPassword == nil)
        guard !message.isEmpty else { return }
        client = try provenClient()
        #expect(errorCode { () throws(SASLError) in try client.respond(to: message.bytes) } == code)
    }

    @Test func extensionsInTheEndAreIgnored() throws {
        var client = try provenClient()
        try client.finish(with: "\(Self.signature),x=1,y=2".bytes)
        #expect(client.saltedPassword != nil)
    }

    @Test func successWithoutSignature() throws {
        var client = try provenClient()
        #expect(errorCode { () throws(SASLError) in try client.finish(with: nil) } == .serverSignatureMissing)
    }

    @Test func successBeforeTheProof() throws {
        var client = try startedClient()
        let code = errorCode { () throws(SASLError) in try client.finish(with: Self.signature.bytes) }
        #expect(code == .serverSignatureMissing)
    }

    @Test func everythingOutOfOrder() throws {
        var client = try startedClient()
        #expect(errorCode { () throws(SASLError) in try client.start() } == .outOfOrder)
        client = try SCRAMClient(.scramSHA1, credentials: .init(username: "u", password: Secret("p")), nonce: "n")
        #expect(errorCode { () throws(SASLError) in try client.respond(to: Self.serverFirst.bytes) } == .outOfOrder)

        client = try provenClient()
        _ = try client.respond(to: Self.signature.bytes)
        #expect(errorCode { () throws(SASLError) in try client.respond(to: Self.signature.bytes) } == .outOfOrder)
        client = try provenClient()
        _ = try client.respond(to: Self.signature.bytes)
        #expect(errorCode { () throws(SASLError) in try client.finish(with: Self.signature.bytes) } == .outOfOrder)
        client = try provenClient()
        try client.finish(with: Self.signature.bytes)
        #expect(errorCode { () throws(SASLError) in try client.finish(with: nil) } == .outOfOrder)
        #expect(client.saltedPassword == nil)
    }

    @Test func wrongPasswordIsNoticedAtTheLatestByTheSignature() throws {
        var client = try SCRAMClient(
            .scramSHA1,
            credentials: .init(username: "user", password: Secret("pencil2")),
            nonce: Self.nonce
        )
        _ = try client.start()
        _ = try client.respond(to: Self.serverFirst.bytes)
        let code = errorCode { () throws(SASLError) in try client.finish(with: Self.signature.bytes) }
        #expect(code == .serverSignatureMismatch)
    }

    @Test func errorsDoNotRepeatWhatThePeerSent() throws {
        var client = try startedClient()
        #expect {
            _ = try client.respond(to: "e=<b>hunter2</b>".bytes)
        } throws: { error in
            !"\(error)".contains("hunter2") && "\(error)".contains("server-error")
        }
    }

    @Test func parametersMustFit() throws {
        let binding = try ChannelBinding(.tlsUnique, data: [UInt8](repeating: 1, count: 12))
        let credentials = SCRAMClient.Credentials(username: "u", password: Secret("p"))
        func code(_ mechanism: SASLMechanism, _ use: ChannelBindingUse, nonce: String = "n") -> SASLError.Code? {
            errorCode { () throws(SASLError) in
                try SCRAMClient(mechanism, credentials: credentials, binding: use, nonce: nonce)
            }
        }
        #expect(code(.scramSHA1Plus, .bound(binding)) == nil)
        #expect(code(.scramSHA1, .bound(binding)) == .invalidParameter)
        #expect(code(.scramSHA1Plus, .notOffered) == .invalidParameter)
        #expect(code(.plain, .unsupported) == .invalidParameter)
        #expect(code(SASLMechanism(rawValue: "SCRAM-SHA-1-PluS"), .bound(binding)) == .invalidParameter)
        #expect(code(.scramSHA1, .unsupported, nonce: "") == .invalidParameter)
        #expect(code(.scramSHA1, .unsupported, nonce: "a,b") == .invalidParameter)
    }

    @Test(arguments: [
        (ChannelBindingType.tlsExporter, 32, true), (.tlsExporter, 12, false), (.tlsUnique, 12, true),
        (.tlsUnique, 32, false), (.tlsUnique, 0, false), (.tlsServerEndPoint, 32, true), (.tlsServerEndPoint, 48, true),
        (.tlsServerEndPoint, 64, true), (.tlsServerEndPoint, 20, false), (ChannelBindingType(rawValue: "x"), 0, false),
    ])
    func bindingDataHasTheSizeOfItsType(type: ChannelBindingType, size: Int, isValid: Bool) {
        let code = errorCode { () throws(SASLError) in
            try ChannelBinding(type, data: [UInt8](repeating: 0, count: size))
        }
        #expect(code == (isValid ? nil : .invalidParameter))
    }
}
