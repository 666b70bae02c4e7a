import Foundation
import Testing
import XMPPAddress
import XMPPSASL
import XMPPSession
import XMPPStanzas
import XMPPTLS

@testable import XMPPTransport

extension ConnectionConfiguration {
    /// An anonymous login at a port of this machine.
    static func anonymous(
        port: UInt16,
        tls: ClientConfiguration.TLSPolicy = .none,
        _ configure: (inout ConnectionConfiguration) -> Void = { _ in }
    ) throws -> ConnectionConfiguration {
        var credentials = SASLCredentials()
        credentials.isAnonymous = true
        var session = ClientConfiguration(account: try JID("localhost"), credentials: credentials)
        session.tls = tls
        session.streamManagement = .unused
        session.timeouts.step = .seconds(10)
        session.timeouts.closing = .seconds(2)
        var configuration = ConnectionConfiguration(session: session)
        configuration.server = .at(host: "127.0.0.1", port: port)
        configure(&configuration)
        return configuration
    }
}

extension ClientConnection {
    /// Takes all events to the end; returns how the last session ended and the error that the events ended with.
    func drain() async -> (ending: Ending?, error: (any Error)?) {
        var ending: Ending?
        do {
            for try await event in self {
                if case .ended(let last) = event { ending = last }
            }
            return (ending, nil)
        } catch {
            return (ending, error)
        }
    }
}

extension ClientEvent {
    var name: String { String(String(describing: self).prefix { $0 != "(" }) }

    var body: String? {
        if case .stanza(.message(let message)) = self { message.body } else { nil }
    }
}

extension Ending {
    var causeName: String { String(String(describing: cause).prefix { $0 != "(" }) }
}

/// The sockets that this process has open, by the kernel's numbers of them, without those of the tests' servers.
enum Descriptors {
    static var openSockets: Set<String> {
        let folder = "/proc/self/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let targets = names.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
        return Set(targets.filter { $0.hasPrefix("socket:") })
    }

    /// Waits until no more sockets are open than were before, for as long as it may take the queues to get there.
    static func areBack(to before: Set<String>) async throws -> Bool {
        for _ in 0..<500 {
            if openSockets.subtracting(before).isEmpty { return true }
            try await Task.sleep(for: .milliseconds(10))
        }
        return false
    }
}
