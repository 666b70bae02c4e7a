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
        session.timeouts.step = .seconds(200)
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
    var name: String { Mirror(reflecting: self).children.first?.label ?? "\(self)" }

    var body: String? {
        if case .stanza(.message(let message)) = self { message.body } else { nil }
    }
}

extension Ending {
    var causeName: String { String(String(describing: cause).prefix { $0 != "(" }) }
}

/// The sockets of this process that lead to a port, by the kernel's numbers of them; none where the kernel does not tell.
enum Descriptors {
    static func sockets(to port: UInt16) -> Set<Substring> {
        let own = ownSockets
        let inodes = ["tcp", "udp"].flatMap { Self.inodes(in: "/proc/self/net/\($0)", to: port) }
        return Set(inodes).intersection(own)
    }

    private static var ownSockets: Set<Substring> {
        let folder = "/proc/self/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let targets = names.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
        return Set(targets.filter { $0.hasPrefix("socket:[") }.map { $0.dropFirst(8).dropLast() })
    }

    /// The table has the remote address in its third column and the number in its tenth.
    private static func inodes(in path: String, to port: UInt16) -> [Substring] {
        text(of: path).split(separator: "\n").compactMap { line in
            let columns = line.split(separator: " ")
            guard columns.count > 9, columns[2].hasSuffix(String(format: ":%04X", port)) else { return nil }
            return columns[9]
        }
    }

    /// All that a file of the kernel says. It comes in parts, and Foundation takes the first for the whole.
    private static func text(of path: String) -> String {
        guard let file = fopen(path, "re") else { return "" }
        defer { fclose(file) }
        var text: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&part, 1, part.count, file), count > 0 { text += part[..<count] }
        return String(decoding: text, as: UTF8.self)
    }

    /// Waits until no more of them are open than were before, however long the queues take.
    static func areBack(to before: Set<Substring>, at port: UInt16) async throws -> Bool {
        while !sockets(to: port).subtracting(before).isEmpty { try await Task.sleep(for: .milliseconds(10)) }
        return true
    }
}
