import COpenSSL
import Testing

@testable import XMPPTLS

/// Peers that do what TLS allows and XMPP does not need, set up through OpenSSL behind the engine's back.
struct QuirkyPeerTests {
    /// `SSL_OP_NO_EXTENDED_MASTER_SECRET` and `SSL_OP_NO_RENEGOTIATION`, which Swift cannot import.
    private static let noExtendedMasterSecret: UInt64 = 1 << 0
    private static let noRenegotiation: UInt64 = 1 << 30

    @Test func withoutExtendedMasterSecretOnlyTheEndPointBinds() throws {
        let client = try Fixture.clientContext { $0.maximumVersion = .tls12 }
        SSL_CTX_set_options(client.handle, Self.noExtendedMasterSecret)
        let pair = try Pair(client: client, server: Fixture.serverContext())
        pair.run()
        for handshake in [pair.clientSide.handshake, pair.serverSide.handshake] {
            let bindings = try #require(handshake?.channelBindings)
            #expect(bindings.exporter == nil)
            #expect(bindings.unique == nil)
            #expect(bindings.serverEndPoint?.count == 32)
        }
    }

    @Test func renegotiationIsRefused() throws {
        let client = try Fixture.clientContext { $0.maximumVersion = .tls12 }
        SSL_CTX_clear_options(client.handle, Self.noRenegotiation)
        let pair = try Pair(client: client, server: Fixture.serverContext())
        pair.run()
        #expect(SSL_renegotiate(pair.client.ssl) == 1)
        SSL_do_handshake(pair.client.ssl)
        guard case .ciphertext(let clientHello)? = pair.client.nextOutput() else {
            Issue.record("there must be a second ClientHello")
            return
        }
        pair.server.receive(ciphertext: clientHello)
        guard case .ciphertext(let answer)? = pair.server.nextOutput() else {
            Issue.record("the server must answer")
            return
        }
        // One record, an encrypted alert (RFC 5246 §7.2.2), and no second handshake.
        #expect(answer.first == 21)
        #expect(pair.server.nextOutput() == nil)
        pair.client.receive(ciphertext: answer)
        pair.run()
        #expect(pair.clientSide.failure == .protocolFailure)
    }

    @Test func keysAreUpdatedOnRequest() throws {
        let pair = try Pair(client: Fixture.clientContext(), server: Fixture.serverContext())
        pair.run()
        for round in UInt8(0)..<3 {
            #expect(SSL_key_update(pair.client.ssl, SSL_KEY_UPDATE_REQUESTED) == 1)
            try pair.client.send(plaintext: [round])
            pair.run()
            try pair.server.send(plaintext: [round])
            pair.run()
        }
        #expect(pair.serverSide.plaintext == [0, 1, 2])
        #expect(pair.clientSide.plaintext == [0, 1, 2])
    }
}
