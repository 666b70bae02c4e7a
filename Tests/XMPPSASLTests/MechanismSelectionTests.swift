import Testing

@testable import XMPPSASL

struct MechanismSelectionTests {
    static let exporter = try? ChannelBinding(.tlsExporter, data: [UInt8](repeating: 1, count: 32))
    static let unique = try? ChannelBinding(.tlsUnique, data: [UInt8](repeating: 2, count: 12))
    static let endPoint = try? ChannelBinding(.tlsServerEndPoint, data: [UInt8](repeating: 3, count: 32))
    static let password = SASLCredentials(username: "user", password: Secret("pencil"))

    private func select(
        _ mechanisms: String,
        types: [ChannelBindingType]? = nil,
        profile: MechanismSelection.Profile = .sasl,
        isEncrypted: Bool = true,
        bindings: [ChannelBinding?] = [],
        credentials: SASLCredentials = password,
        policy: MechanismPolicy = MechanismPolicy()
    ) throws(MechanismSelection.Failure) -> MechanismSelection {
        let names = mechanisms.split(separator: " ").map { SASLMechanism(rawValue: String($0)) }
        return try MechanismSelection(
            from: SASLAdvertisement(mechanisms: names, channelBindingTypes: types),
            profile: profile,
            isEncrypted: isEncrypted,
            bindings: bindings.compactMap { $0 },
            credentials: credentials,
            policy: policy
        )
    }

    private func failure(_ select: () throws(MechanismSelection.Failure) -> MechanismSelection)
        -> [MechanismSkipReason]?
    {
        do throws(MechanismSelection.Failure) {
            _ = try select()
            return nil
        } catch {
            return error.reason == .inconsistentAnnouncement ? [] : error.skipped.map(\.reason)
        }
    }

    @Test func supportedMechanismsAreInTheOrderOfTheirStrength() {
        let strengths = SASLMechanism.supported.compactMap { MechanismStrength($0) }
        #expect(strengths.count == SASLMechanism.supported.count)
        #expect(zip(strengths, strengths.dropFirst()).allSatisfy { $0 > $1 })
        #expect(MechanismStrength(SASLMechanism(rawValue: "DIGEST-MD5")) == nil)
    }

    @Test(arguments: [
        ("PLAIN SCRAM-SHA-1 SCRAM-SHA-256", "SCRAM-SHA-256"),
        ("SCRAM-SHA-512 SCRAM-SHA-1-PLUS SCRAM-SHA-1", "SCRAM-SHA-1-PLUS"),
        ("SCRAM-SHA-1 SCRAM-SHA-512-PLUS SCRAM-SHA-256-PLUS", "SCRAM-SHA-512-PLUS"),
        ("DIGEST-MD5 PLAIN", "PLAIN"),
        ("X-OAUTH2 EXTERNAL ANONYMOUS SCRAM-SHA-1", "SCRAM-SHA-1"),
        ("SCRAM-SHA-1-PluS SCRAM-SHA-1", "SCRAM-SHA-1"),
    ])
    func takesTheStrongest(offer: String, chosen: String) throws {
        let selection = try select(offer, bindings: [Self.unique, Self.endPoint])
        #expect(selection.mechanism.rawValue == chosen)
        #expect(selection.skipped.count == offer.split(separator: " ").count - 1)
    }

    @Test func saysWhyTheOthersWereSkipped() throws {
        let selection = try select("PLAIN DIGEST-MD5 SCRAM-SHA-256-PLUS SCRAM-SHA-1 SCRAM-SHA-256 EXTERNAL")
        #expect(selection.mechanism == .scramSHA256)
        #expect(
            selection.skipped.map(\.reason) == [
                .plaintextPassword, .notSupported, .noChannelBinding, .weakerThanChosen, .noCredentials,
            ]
        )
        let nothing = MechanismSelection.Failure(reason: .noAcceptableMechanism, skipped: selection.skipped)
        #expect("\(nothing)".contains("DIGEST-MD5 (not supported)"))
    }

    @Test func plainNeedsTLSAndNothingStronger() {
        #expect(
            failure { () throws(MechanismSelection.Failure) in try select("PLAIN", isEncrypted: false) } == [.needsTLS]
        )
        // Only the -PLUS form is offered and cannot be used: the password still stays here.
        let plus = failure { () throws(MechanismSelection.Failure) in try select("SCRAM-SHA-1-PLUS PLAIN") }
        #expect(plus == [.noChannelBinding, .plaintextPassword])
        let never = MechanismPolicy(plain: .never)
        #expect(
            failure { () throws(MechanismSelection.Failure) in try select("PLAIN", policy: never) } == [
                .plaintextPassword
            ]
        )
    }

    @Test func namingMechanismsPermitsExactlyThose() throws {
        let onlyPlain = MechanismPolicy(permitted: [.plain])
        #expect(try select("SCRAM-SHA-1 PLAIN", policy: onlyPlain).mechanism == .plain)
        let clear = failure { () throws(MechanismSelection.Failure) in
            try select("PLAIN", isEncrypted: false, policy: onlyPlain)
        }
        #expect(clear == [.needsTLS])
        let unnamed = failure { () throws(MechanismSelection.Failure) in
            try select("PLAIN", isEncrypted: false, policy: MechanismPolicy(plain: .evenWithoutTLS))
        }
        #expect(unnamed == [.plaintextPassword])
        let both = MechanismPolicy(permitted: [.plain], plain: .evenWithoutTLS)
        #expect(try select("PLAIN", isEncrypted: false, policy: both).mechanism == .plain)
        let refused = failure { () throws(MechanismSelection.Failure) in try select("SCRAM-SHA-1", policy: onlyPlain) }
        #expect(refused == [.notPermitted])
    }

    @Test func plusIsNotUsedWithoutTLS() throws {
        let selection = try select(
            "SCRAM-SHA-1-PLUS SCRAM-SHA-1",
            isEncrypted: false,
            bindings: [Self.exporter, Self.endPoint]
        )
        #expect(selection.mechanism == .scramSHA1)
        #expect(selection.binding == .unsupported)
    }

    @Test func strippedPlusIsReported() throws {
        #expect(try select("SCRAM-SHA-1", bindings: [Self.exporter]).binding == .notOffered)
        #expect(try select("SCRAM-SHA-1").binding == .unsupported)
    }

    @Test func neverWeakerThanBefore() throws {
        let floor = MechanismStrength(.scramSHA256Plus)
        let strict = MechanismPolicy(floor: floor, acceptsConfirmedDowngrade: false)
        let pinned = failure { () throws(MechanismSelection.Failure) in
            try select("SCRAM-SHA-1 PLAIN", bindings: [Self.exporter], policy: strict)
        }
        #expect(pinned == [.weakerThanBefore, .plaintextPassword])

        let policy = MechanismPolicy(floor: floor)
        let confirmed = try select("SCRAM-SHA-1", bindings: [Self.exporter], policy: policy)
        #expect(confirmed.mechanism == .scramSHA1)
        #expect(confirmed.protection == .required(SASLAdvertisement(mechanisms: [.scramSHA1])))
        #expect(confirmed.binding == .notOffered)

        let plain = failure { () throws(MechanismSelection.Failure) in try select("PLAIN", policy: policy) }
        #expect(plain == [.weakerThanBefore])
        let same = try select("SCRAM-SHA-256-PLUS SCRAM-SHA-1", bindings: [Self.exporter], policy: strict)
        #expect(same.mechanism == .scramSHA256Plus)
        #expect(same.strength == floor)
    }

    /// XEP-0440 §4, rule by rule.
    @Test func channelBindingRules() throws {
        let plus = "SCRAM-SHA-1 SCRAM-SHA-1-PLUS"
        let all = [Self.endPoint, Self.unique, Self.exporter]
        func use(_ types: [ChannelBindingType]?, _ bindings: [ChannelBinding?]) throws -> ChannelBindingUse {
            try select(plus, types: types, bindings: bindings).binding
        }
        func bound(_ binding: ChannelBinding?) throws -> ChannelBindingUse { .bound(try #require(binding)) }

        #expect(try use([.tlsServerEndPoint, .tlsExporter], all) == bound(Self.exporter))
        #expect(try use([.tlsServerEndPoint, .tlsUnique], all) == bound(Self.unique))
        #expect(try use([.tlsServerEndPoint], all) == bound(Self.endPoint))
        // Without an announcement: what a server of the time before RFC 9266 expects.
        #expect(try use(nil, all) == bound(Self.unique))

        let sasl2 = failure { () throws(MechanismSelection.Failure) in
            try select(plus, profile: .sasl2, bindings: all)
        }
        #expect(sasl2 == [])
        let stripped = failure { () throws(MechanismSelection.Failure) in
            try select("SCRAM-SHA-1", types: [.tlsExporter], bindings: all)
        }
        #expect(stripped == [])
    }

    /// ejabberd 23.01 on TLS 1.3 offers -PLUS and then refuses every type of channel binding.
    @Test func unannouncedBindingsAreTriedOnlyWhereNothingElseWillDo() throws {
        let offer = "PLAIN SCRAM-SHA-512-PLUS SCRAM-SHA-512 X-OAUTH2"
        let bindings = [Self.endPoint, Self.exporter]
        let selection = try select(offer, bindings: bindings)
        #expect(selection.mechanism == .scramSHA512)
        #expect(selection.binding == .unsupported)
        #expect(selection.skipped.map(\.reason) == [.plaintextPassword, .bindingNotAnnounced, .notSupported])
        for policy in [
            MechanismPolicy(permitted: [.scramSHA512Plus]), MechanismPolicy(floor: MechanismStrength(.scramSHA1Plus)),
            MechanismPolicy(requiresChannelBinding: true),
        ] {
            let bound = try select(offer, bindings: bindings, policy: policy)
            #expect(bound.mechanism == .scramSHA512Plus)
            #expect(try bound.binding == .bound(#require(Self.exporter)))
        }
    }

    /// XEP-0474 §7: no type in common is believed only if the server confirms it.
    @Test func noCommonBindingNeedsConfirmation() throws {
        let fictional = ChannelBindingType(rawValue: "tls-fictional")
        let offer = "SCRAM-SHA-1 SCRAM-SHA-1-PLUS"
        let selection = try select(offer, types: [fictional], bindings: [Self.exporter])
        #expect(selection.mechanism == .scramSHA1)
        #expect(selection.binding == .unsupported)
        guard case .required = selection.protection else {
            Issue.record("the announcement must be confirmed")
            return
        }
        let lacking = try select(offer, types: [fictional, .tlsServerEndPoint], bindings: [Self.exporter])
        guard case .ifOffered = lacking.protection else {
            Issue.record("the announcement is in order")
            return
        }
    }

    @Test func bindingCanBeRequired() throws {
        let policy = MechanismPolicy(requiresChannelBinding: true)
        let unbound = failure { () throws(MechanismSelection.Failure) in
            try select("SCRAM-SHA-256 PLAIN", bindings: [Self.exporter], policy: policy)
        }
        #expect(unbound == [.notBound, .plaintextPassword])
    }

    @Test func credentialsDecide() throws {
        var credentials = SASLCredentials()
        credentials.isAnonymous = true
        #expect(try select("SCRAM-SHA-1 ANONYMOUS", credentials: credentials).mechanism == .anonymous)
        credentials = SASLCredentials()
        credentials.hasClientCertificate = true
        #expect(try select("SCRAM-SHA-1 EXTERNAL", credentials: credentials).mechanism == .external)
        credentials = SASLCredentials()
        credentials.bearerToken = Secret("t")
        #expect(try select("PLAIN OAUTHBEARER", credentials: credentials).mechanism == .oauthBearer)
        let clear = failure { () throws(MechanismSelection.Failure) in
            try select("OAUTHBEARER", isEncrypted: false, credentials: credentials)
        }
        #expect(clear == [.needsTLS])
        credentials = SASLCredentials(username: "u")
        credentials.hashedToken = (.hashedTokenExporter, Secret("t"))
        let token = try select(
            "HT-SHA-256-NONE HT-SHA-256-EXPR",
            bindings: [Self.exporter],
            credentials: credentials,
            policy: MechanismPolicy(floor: MechanismStrength(.external))
        )
        #expect(token.mechanism == .hashedTokenExporter)
        let unbound = failure { () throws(MechanismSelection.Failure) in
            try select("HT-SHA-256-EXPR", credentials: credentials)
        }
        #expect(unbound == [.noChannelBinding])
        credentials = SASLCredentials(username: "u")
        credentials.saltedPassword = try SaltedPassword(
            password: Secret("p"),
            hash: .sha1,
            salt: [1],
            iterations: 1
        )
        #expect(try select("SCRAM-SHA-1 SCRAM-SHA-256", credentials: credentials).mechanism == .scramSHA1)
    }

    @Test func makesTheClientOfTheMechanism() throws {
        var credentials = Self.password
        credentials.hasClientCertificate = true
        credentials.isAnonymous = true
        credentials.bearerToken = Secret("t")
        for mechanism in SASLMechanism.supported {
            if mechanism.isHashedToken { credentials.hashedToken = (mechanism, Secret("t")) }
            let selection = try select(
                mechanism.rawValue,
                bindings: [Self.exporter, Self.unique, Self.endPoint],
                credentials: credentials
            )
            var client = try selection.makeClient(credentials: credentials, nonce: "n")
            #expect(client.mechanism == mechanism)
            let first = try client.start().text
            if mechanism.isSCRAMPlus { #expect(first == "p=tls-unique,,n=user,r=n") }
        }
    }
}
