import Foundation
import XMPPSASL
import XMPPTLS

@testable import XMPPSession

/// A driver of blocking sockets, to show that any kind of I/O will do.
final class BlockingDriver {
    struct Failure: Error { let reason: String }

    let session: ClientSession
    private let descriptor: Int32
    private let context: TLSContext
    private let domain: String
    private var tls: TLSEngine?
    private(set) var events: [ClientEvent] = []
    private var wait: XMPPSession.Instant?

    /// Connects to a port on this machine.
    init(_ configuration: ClientConfiguration, port: UInt16, trust: TLSTrust) throws {
        var generator = SystemRandomNumberGenerator()
        domain = configuration.account.domain
        let protocols = configuration.tls == .direct ? ["xmpp-client"] : []
        context = try TLSContext(
            .client, configuration: TLSConfiguration(trust: trust, applicationProtocols: protocols))
        session = ClientSession(configuration, using: &generator, now: Self.now)
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failure(reason: "cannot connect") }
        try session.connected(now: Self.now)
        try drain()
    }

    deinit { cut() }

    private static var now: XMPPSession.Instant {
        XMPPSession.Instant(milliseconds: Int64(DispatchTime.now().uptimeNanoseconds / 1_000_000))
    }

    /// Closes the socket as a lost network would.
    func cut() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Runs until an event is found; throws if the session ends before, or half a minute passes.
    func run(until isFound: (ClientEvent) -> Bool) throws {
        let deadline = Self.now.advanced(by: .seconds(30))
        var seen = 0
        while true {
            while seen < events.count {
                seen += 1
                if isFound(events[seen - 1]) {
                    events.removeFirst(seen)
                    return
                }
            }
            if let ending = session.ending { throw Failure(reason: "\(ending)") }
            if deadline < Self.now { throw Failure(reason: "nothing happens") }
            try step()
        }
    }

    /// Does something with the session, and then all that this leads to.
    func act<Result>(_ action: (ClientSession, XMPPSession.Instant) throws -> Result) throws -> Result {
        defer { try? drain() }
        return try action(session, Self.now)
    }

    private func step() throws {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let span = wait.map { Self.now.duration(to: $0) / .milliseconds(1) } ?? 1000
        if poll(&request, 1, Int32(min(max(span, 0), 1000))) > 0 {
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count > 0 { try receive(Array(buffer[..<count])) } else { endTransport() }
        } else {
            session.timeout(now: Self.now)
        }
        try drain()
    }

    private func endTransport() {
        tls?.receiveEndOfTransport()
        session.transportClosed(now: Self.now)
    }

    private func receive(_ bytes: [UInt8]) throws {
        guard let tls else { return try session.receive(bytes, now: Self.now) }
        tls.receive(ciphertext: bytes)
        try drainTLS()
    }

    private func drainTLS() throws {
        while let output = tls?.nextOutput() {
            switch output {
            case .ciphertext(let bytes): transmit(bytes)
            case .plaintext(let bytes):
                try session.receive(bytes, now: Self.now)
                try drain()
            case .handshakeCompleted(let handshake):
                let bindings = try handshake.channelBindings.exporter.map {
                    try ChannelBinding(.tlsExporter, data: $0)
                }
                try session.tlsEstablished(bindings: bindings.map { [$0] } ?? [], now: Self.now)
                try drain()
            case .closed(.failed(let error)): session.transportClosed(.tlsFailed("\(error)"), now: Self.now)
            case .closed: session.transportClosed(now: Self.now)
            case .certificateVerdictNeeded, .session, .keyLog: break
            }
        }
    }

    private func drain() throws {
        while true {
            switch session.nextOutput() {
            case .write(let bytes):
                if let tls {
                    try tls.send(plaintext: bytes)
                    try drainTLS()
                } else {
                    transmit(bytes)
                }
            case .startTLS:
                tls = try TLSEngine(clientOf: context, reference: ReferenceIdentity(domain: domain))
                try drainTLS()
            case .event(let event): events.append(event)
            case .close: cut()
            case .wait(let until):
                wait = until
                return
            }
        }
    }

    private func transmit(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
