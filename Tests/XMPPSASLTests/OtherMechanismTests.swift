import Testing

@testable import XMPPSASL

/// The mechanisms of a single message, from the client's side.
struct OtherMechanismTests {
    /// RFC 4616 §4.
    @Test func plain() throws {
        var client = try PlainClient(username: "tim", password: Secret("tanstaaftanstaaf"))
        #expect(try client.start() == "\u{0}tim\u{0}tanstaaftanstaaf".bytes)
        try client.finish(with: nil)
        client = try PlainClient(username: "Kurt", password: Secret("xipj3plmq"), authorizationIdentity: "Ursel")
        #expect(try client.start() == "Ursel\u{0}Kurt\u{0}xipj3plmq".bytes)
    }

    @Test(arguments: [("", "p", nil), ("u", "", nil), ("u\u{0}", "p", nil), ("u", "p\u{0}", nil), ("u", "p", "a\u{0}")])
    func plainRefuses(username: String, password: String, identity: String?) {
        let code = errorCode { () throws(SASLError) in
            try PlainClient(username: username, password: Secret(password), authorizationIdentity: identity)
        }
        #expect(code == .unpreparableCredentials)
    }

    @Test func external() throws {
        var client = try ExternalClient()
        #expect(try client.start() == [])
        #expect(try client.respond(to: []) == [])
        try client.finish(with: [])
        client = try ExternalClient(authorizationIdentity: "juliet@im.example.com")
        #expect(try client.start().text == "juliet@im.example.com")
        #expect(errorCode { () throws(SASLError) in try client.respond(to: [1]) } == .outOfOrder)
    }

    @Test func anonymous() throws {
        var client = try AnonymousClient()
        #expect(try client.start() == [])
        try client.finish(with: nil)
        client = try AnonymousClient(trace: "sirhc")
        #expect(try client.start().text == "sirhc")
        for trace in [String(repeating: "a", count: 256), "a\n"] {
            #expect(errorCode { () throws(SASLError) in try AnonymousClient(trace: trace) } == .invalidParameter)
        }
    }

    /// RFC 7628 §4.1.
    @Test func oauthBearer() throws {
        var client = try OAuthBearerClient(
            token: Secret("vF9dft4qmTc2Nvb3RlckBhbHRhdmlzdGEuY29tCg=="),
            authorizationIdentity: "user@example.com",
            host: "server.example.com",
            port: 143
        )
        let message =
            "n,a=user@example.com,\u{1}host=server.example.com\u{1}port=143\u{1}"
            + "auth=Bearer vF9dft4qmTc2Nvb3RlckBhbHRhdmlzdGEuY29tCg==\u{1}\u{1}"
        #expect(try client.start().text == message)
        try client.finish(with: nil)
    }

    /// RFC 7628 §4.3.
    @Test func oauthBearerRefused() throws {
        var client = try OAuthBearerClient(token: Secret("abc"))
        #expect(try client.start().text == "n,,\u{1}auth=Bearer abc\u{1}\u{1}")
        let status = "{\"status\":\"invalid_token\",\"scope\":\"example_scope\"}".bytes
        #expect(try client.respond(to: status) == [1])
        #expect(client.refusal == status)
        #expect(errorCode { () throws(SASLError) in try client.finish(with: nil) } == .outOfOrder)
    }

    @Test(arguments: ["", "a b", "a\u{1}", "\u{E9}"])
    func oauthBearerTokenAlphabet(_ token: String) {
        let code = errorCode { () throws(SASLError) in try OAuthBearerClient(token: Secret(token)) }
        #expect(code == .unpreparableCredentials)
    }

    /// The values were computed with Python's hmac from the formulas of the draft, §3.
    @Test(arguments: [
        (
            SASLMechanism.hashedToken, nil, "96d6276aa700026b0ea9301000fc8b5a56189502b94e0ea18da3dc90e265e80f",
            "bae7cf94ee0fac8815eef04dce288beb85eed8a36bc9568bedab203ae00c3c55"
        ),
        (
            .hashedTokenExporter, ChannelBindingType.tlsExporter,
            "cc409a78a3f79a481811577a61d943f9c7367e47cf654b1adaefa3417c2c56fc",
            "80a960342cca8242a2cb325aae4b0ed78397684878f225b01439f4da81a91e0a"
        ),
    ])
    func hashedToken(mechanism: SASLMechanism, type: ChannelBindingType?, proof: String, answer: String) throws {
        func started() throws -> HashedTokenClient {
            let binding = try type.map { try ChannelBinding($0, data: Array(0..<32)) }
            var client = try HashedTokenClient(
                mechanism,
                username: "juliet",
                token: Secret("token-1"),
                binding: binding
            )
            #expect(try client.start() == "juliet\u{0}".bytes + [UInt8](hex: proof))
            return client
        }
        var client = try started()
        try client.finish(with: [UInt8](hex: answer))
        client = try started()
        let echo = errorCode { () throws(SASLError) in try client.finish(with: [UInt8](hex: proof)) }
        #expect(echo == .serverSignatureMismatch)
        client = try started()
        #expect(errorCode { () throws(SASLError) in try client.finish(with: nil) } == .serverSignatureMissing)
    }

    @Test func hashedTokenDemandsItsBinding() throws {
        let binding = try ChannelBinding(.tlsServerEndPoint, data: Array(0..<32))
        func code(_ mechanism: SASLMechanism, _ binding: ChannelBinding?) -> SASLError.Code? {
            errorCode { () throws(SASLError) in
                try HashedTokenClient(mechanism, username: "u", token: Secret("t"), binding: binding)
            }
        }
        #expect(code(.hashedTokenEndPoint, binding) == nil)
        #expect(code(.hashedTokenExporter, binding) == .invalidParameter)
        #expect(code(.hashedTokenEndPoint, nil) == .invalidParameter)
        #expect(code(.hashedToken, binding) == .invalidParameter)
        #expect(code(.scramSHA1, nil) == .invalidParameter)
    }

    static func oneOfEach() throws -> [any SASLClient] {
        [
            try PlainClient(username: "u", password: Secret("p")), try ExternalClient(), try AnonymousClient(),
            try OAuthBearerClient(token: Secret("t")),
            try HashedTokenClient(.hashedToken, username: "u", token: Secret("t")),
        ]
    }

    @Test func everyOneKeepsTheOrder() throws {
        for var client in try Self.oneOfEach() {
            #expect(errorCode { () throws(SASLError) in try client.finish(with: nil) } == .outOfOrder)
            #expect(errorCode { () throws(SASLError) in try client.start() } == .outOfOrder)
        }
        for var client in try Self.oneOfEach() where client.mechanism != .oauthBearer {
            _ = try client.start()
            #expect(errorCode { () throws(SASLError) in try client.start() } == .outOfOrder)
            #expect(errorCode { () throws(SASLError) in try client.respond(to: [1]) } == .outOfOrder)
        }
        for var client in try Self.oneOfEach() where !client.mechanism.isHashedToken {
            _ = try client.start()
            #expect(errorCode { () throws(SASLError) in try client.finish(with: [1]) } == .malformedMessage)
        }
    }

    @Test func failureConditionsAreAnOpenSet() {
        #expect(SASLFailureCondition(rawValue: "bad-protocol").isTemporary == false)
        #expect(SASLFailureCondition(rawValue: "temporary-auth-failure").isTemporary)
        #expect(SASLError(.malformedMessage, "").failureCondition == .malformedRequest)
        #expect(SASLError(.channelBindingMismatch, "").failureCondition == .notAuthorized)
    }
}
