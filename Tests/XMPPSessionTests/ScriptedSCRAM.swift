import XMLStream
import XMPPSASL

/// The server's messages of one SCRAM-SHA-256 exchange, made from the primitives.
struct ScriptedSCRAM {
    private static let salt = Array("0123456789abcdef".utf8)
    private static let iterations = 4096

    let clientFirstBare: String
    let serverFirst: String
    let nonce: String
    let password: String

    /// The nonce in an `<auth/>` that the client wrote.
    static func clientNonce(in xml: String) -> String? {
        guard let message = message(in: xml), let range = message.ranges(of: "r=").first else { return nil }
        return String(message[range.upperBound...])
    }

    private static func message(in xml: String) -> String? {
        guard let data = (try? element(xml)).flatMap({ Base64.decode($0.text) }) else { return nil }
        return String(decoding: data, as: UTF8.self)
    }

    init(clientNonce: String, username: String, password: String) {
        nonce = clientNonce + "server"
        clientFirstBare = "n=\(username),r=\(clientNonce)"
        serverFirst = "r=\(nonce),s=\(Base64.encode(Self.salt)),i=\(Self.iterations)"
        self.password = password
    }

    var challenge: String {
        "<challenge xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>\(Base64.encode(serverFirst.utf8))</challenge>"
    }

    /// Whether a `<response/>` continues the exchange.
    func accepts(_ xml: String) throws -> Bool {
        Self.message(in: xml)?.hasPrefix("c=biws,r=\(nonce),p=") ?? false
    }

    var success: String {
        get throws {
            let hash = HashFunction.sha256
            let salted = try hash.saltedPassword(Secret(password), salt: Self.salt, iterations: Self.iterations)
            let key = try hash.authenticationCode(for: Array("Server Key".utf8), key: salted)
            let message = "\(clientFirstBare),\(serverFirst),c=biws,r=\(nonce)"
            let signature = try hash.authenticationCode(for: Array(message.utf8), key: key)
            let final = "v=" + signature.withBytes { Base64.encode($0) }
            return "<success xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>\(Base64.encode(final.utf8))</success>"
        }
    }
}
