import Testing
import XMPPSASL

@testable import XMPPSession

/// That TLS comes first where policy says so, and nothing from before it counts (RFC 6120 §5).
@Suite struct TLSPolicyTests {
    /// What a password looks like on its way.
    private static let credentials = Base64.encode("\0juliet\0\(Harness.password)".utf8)

    @Test(arguments: Harness.Cut.allCases)
    func strippedOfferEndsTheLoginBeforeAnyCredential(cut: Harness.Cut) throws {
        let harness = try Harness(cut: cut) { $0.mechanisms.permitted = [.plain] }
        try harness.connect()
        try harness.deliver(Say.header + Say.features(Say.plain))
        #expect(harness.ending?.causeName == "tlsNotOffered")
        #expect(harness.ending?.side == .local)
        #expect(!harness.transcript.contains("<auth"))
    }

    @Test func requirementAgainstPolicyEndsTheLogin() throws {
        let harness = try Harness {
            $0.tls = .none
            $0.mechanisms.plain = .evenWithoutTLS
            $0.mechanisms.permitted = [.plain]
        }
        try harness.connect()
        try harness.deliver(Say.header + Say.features(Say.requiredTLS, Say.plain))
        #expect(harness.ending?.causeName == "tlsForbidden")
        #expect(!harness.transcript.contains("<auth"))
    }

    @Test func preferredTLSIsTakenWhereItIsOffered() throws {
        let offered = try Harness { $0.tls = .preferred }
        try offered.connect()
        try offered.deliver(Say.header + Say.features(Say.startTLS, Say.plain))
        #expect(offered.written.hasSuffix("<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>"))

        let missing = try Harness { $0.tls = .preferred }
        try missing.connect()
        try missing.deliver(Say.header + Say.features(Say.mechanisms("SCRAM-SHA-256")))
        #expect(missing.written.contains("mechanism='SCRAM-SHA-256'"))
    }

    @Test func passwordIsNotSentInTheClearUnlessThatIsPermittedTwice() throws {
        for (plain, permitted, isSent) in [
            (MechanismPolicy.PlainPolicy.whenNothingStronger, nil, false), (.evenWithoutTLS, nil, false),
            (.whenNothingStronger, Set([SASLMechanism.plain]), false), (.evenWithoutTLS, [.plain], true),
        ] {
            let harness = try Harness {
                $0.tls = .none
                $0.mechanisms = MechanismPolicy(permitted: permitted, plain: plain)
            }
            try harness.connect()
            try harness.deliver(Say.header + Say.features(Say.plain))
            #expect(harness.transcript.contains(Self.credentials) == isSent)
            #expect((harness.ending == nil) == isSent)
        }
    }

    @Test(arguments: Harness.Cut.allCases, ["<message from='boss@x'/>", " ", "\n<x/>", "\u{16}"])
    func nothingBehindTheGoAheadIsTaken(cut: Harness.Cut, injected: String) throws {
        let harness = try Harness(cut: cut)
        try harness.connect()
        try harness.deliver(Say.header + Say.features(Say.requiredTLS))
        try harness.deliver(Say.proceed + injected)
        guard case .violation(.plaintextBeforeTLS)? = harness.ending?.cause else {
            Issue.record("\(String(describing: harness.ending))")
            return
        }
        #expect(!harness.eventNames.contains("stanza"))
        #expect(harness.isClosed)
    }

    @Test func featuresFromBeforeTLSAreForgotten() throws {
        let harness = try Harness()
        try harness.connect()
        try harness.deliver(Say.header + Say.features(Say.requiredTLS, Say.mechanisms("PLAIN"), Say.register))
        try harness.deliver(Say.proceed)
        try harness.establishTLS()
        _ = harness.takeWritten()
        try harness.deliver(Say.header + Say.features(Say.mechanisms("SCRAM-SHA-1", "PLAIN")))
        #expect(harness.takeWritten().contains("mechanism='SCRAM-SHA-1'"))
    }

    @Test func goAheadInAnotherNamespaceIsNone() throws {
        let harness = try Harness()
        try harness.connect()
        try harness.deliver(Say.header + Say.features(Say.requiredTLS))
        try harness.deliver("<proceed xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>")
        #expect(harness.tlsRequests == 0)
        guard case .violation(.unexpectedElement)? = harness.ending?.cause else {
            Issue.record("\(String(describing: harness.ending))")
            return
        }
    }

    @Test func refusalAndFailureOfTLSAreToldApart() throws {
        let refused = try Harness()
        try refused.connect()
        try refused.deliver(Say.header + Say.features(Say.requiredTLS))
        try refused.deliver("<failure xmlns='urn:ietf:params:xml:ns:xmpp-tls'/></stream:stream>")
        #expect(refused.ending?.causeName == "tlsRefused")

        let failed = try Harness { $0.tls = .direct }
        try failed.connect()
        failed.session.transportClosed(.certificateRejected("expired"), now: failed.now)
        failed.drain()
        #expect(failed.ending?.causeName == "certificateRejected")
        #expect(failed.transcript == "")
    }

    @Test func bindingsOfTheConnectionReachTheMechanism() throws {
        let harness = try Harness()
        try harness.connect()
        try harness.deliver(Say.header + Say.features(Say.requiredTLS))
        try harness.deliver(Say.proceed)
        try harness.establishTLS([ChannelBinding(.tlsExporter, data: Array(repeating: 7, count: 32))])
        _ = harness.takeWritten()
        let types = """
            <sasl-channel-binding xmlns='urn:xmpp:sasl-cb:0'><channel-binding type='tls-exporter'/>\
            </sasl-channel-binding>
            """
        try harness.deliver(Say.header + Say.features(Say.mechanisms("SCRAM-SHA-1-PLUS", "SCRAM-SHA-1"), types))
        let auth = try element(harness.takeWritten())
        #expect(auth["mechanism"] == "SCRAM-SHA-1-PLUS")
        #expect(
            Base64.decode(auth.text).map { String(decoding: $0, as: UTF8.self) }?.hasPrefix("p=tls-exporter,,") == true)
    }
}
