import Foundation
import TestServers
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
    private let permitsBinding: (ChannelBindingType) -> Bool
    private var tls: TLSEngine?
    private(set) var events: [ClientEvent] = []
    private(set) var handshake: TLSHandshake?
    private var wait: XMPPSession.Instant?

    /// Connects to a port on this machine.
    init(
        _ configuration: ClientConfiguration, port: UInt16, tls: TLSConfiguration,
        permitsBinding: @escaping (ChannelBindingType) -> Bool = { _ in true }
    ) throws {
        var generator = SystemRandomNumberGenerator()
        domain = configuration.account.domain
        self.permitsBinding = permitsBinding
        var tls = tls
        tls.applicationProtocols = configuration.tls == .direct ? ["xmpp-client"] : []
        context = try TLSContext(.client, configuration: tls)
        session = ClientSession(configuration, using: &generator, now: Self.now)
        descriptor = try Loopback.connected(to: port)
        try session.connected(now: Self.now)
        try drain()
    }

    deinit { close(descriptor) }

    private static var now: XMPPSession.Instant {
        XMPPSession.Instant(milliseconds: Int64(DispatchTime.now().uptimeNanoseconds / 1_000_000))
    }

    /// Closes the socket as a lost network would.
    func cut() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Runs until an event is found; throws if the session ends before, or nothing comes for longer
    /// than a loaded machine takes.
    func run(until isFound: (ClientEvent) throws -> Bool) throws {
        let deadline = Self.now.advanced(by: .seconds(300))
        var seen = 0
        while true {
            while seen < events.count {
                seen += 1
                if try isFound(events[seen - 1]) {
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
            let bytes = Loopback.receive(from: descriptor)
            if bytes.isEmpty { endTransport() } else { try receive(bytes) }
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
            case .ciphertext(let bytes): Loopback.send(bytes, on: descriptor)
            case .plaintext(let bytes):
                try session.receive(bytes, now: Self.now)
                try drain()
            case .handshakeCompleted(let handshake):
                self.handshake = handshake
                try session.tlsEstablished(bindings: bindings(of: handshake), now: Self.now)
                try drain()
            case .closed(.failed(let error)): session.transportClosed(.tlsFailed("\(error)"), now: Self.now)
            case .closed: session.transportClosed(now: Self.now)
            case .certificateVerdictNeeded, .session, .keyLog: break
            }
        }
    }

    private func bindings(of handshake: TLSHandshake) -> [ChannelBinding] {
        let bindings = handshake.channelBindings
        let data: [(ChannelBindingType, [UInt8]?)] = [
            (.tlsExporter, bindings.exporter), (.tlsUnique, bindings.unique),
            (.tlsServerEndPoint, bindings.serverEndPoint),
        ]
        return data.compactMap { type, data in
            permitsBinding(type) ? data.flatMap { try? ChannelBinding(type, data: $0) } : nil
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
                    Loopback.send(bytes, on: descriptor)
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
}
