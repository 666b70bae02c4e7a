import Foundation
import TestServers
import XMPPTLS

/// TLS for the scripted server, by the authority of the tests.
enum ServerTLS {
    private static let credentials = Result {
        try TestAuthority.shared.get().certify("transport-localhost", alternativeName: "DNS:localhost")
    }

    /// A context with a certificate for `localhost`.
    static func context(_ protocols: [String] = []) throws -> TLSContext {
        try TLSContext(.server, configuration: configuration(protocols))
    }

    /// Settings with a certificate for `localhost`.
    static func configuration(_ protocols: [String] = []) throws -> TLSConfiguration {
        let files = try credentials.get()
        let identity = try TLSIdentity(
            certificateChain: Array(Data(contentsOf: files.certificate)),
            privateKey: Array(Data(contentsOf: files.key))
        )
        return TLSConfiguration(identities: [identity], applicationProtocols: protocols)
    }

    /// Trust in the authority of the tests.
    static func trust() throws -> TLSTrust {
        let authority = try Data(contentsOf: TestAuthority.shared.get().certificate)
        return TLSTrust(anchors: .pem(Array(authority)))
    }
}
