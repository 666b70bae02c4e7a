import Synchronization
import XMPPSASL
import XMPPTransport

/// Writes down what is said on the connections, as long as it is not too much.
final class Transcript: Sendable {
    private static let maximumLength = 1 << 20

    private let lines = Mutex("")
    private let logins = Mutex<[SASLMechanism]>([])

    var text: String { lines.withLock { $0 } }
    var mechanisms: [SASLMechanism] { logins.withLock { $0 } }

    func record(_ client: SocketAddress, _ activity: ServerActivity) {
        let line: String
        switch activity {
        case .connected: line = "connected"
        case .secured(let handshake): line = "\(handshake.version), \(handshake.cipherSuite)"
        case .sent(let bytes): line = "S: " + String(decoding: bytes, as: UTF8.self)
        case .received(let bytes): line = "C: " + String(decoding: bytes, as: UTF8.self)
        case .tlsClosed(let closure): line = "TLS: \(closure)"
        case .disconnected: line = "disconnected"
        case .event(.ended(let ending)): line = "ended: \(ending)"
        case .event(.authenticationFailed(let mechanism, let condition)):
            line = "refused: \(mechanism.rawValue), \(condition.rawValue)"
        case .event(.authenticated(let account, let mechanism)):
            logins.withLock { $0.append(mechanism) }
            line = "logged in: \(account), \(mechanism.rawValue)"
        case .event: return
        }
        lines.withLock { lines in
            if lines.utf8.count < Self.maximumLength { lines += "\(client.port) \(line)\n" }
        }
    }
}
