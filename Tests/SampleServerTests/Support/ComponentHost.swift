import Foundation
import Synchronization
import TestServers
import XMLStream
import XMPPAddress
import XMPPSASL
import XMPPSession
import XMPPStanzas

/// A server's end of a component's stream over a socket of loopback, on a thread of its own; the protocol has no TLS
/// (XEP-0114).
final class ComponentHost: Sendable {
    /// What is said to the thread.
    enum Command: Sendable {
        case send(Element)
        case close
    }

    private let commands = Mutex<[Command]>([])
    private let events = Mutex<[ComponentEvent]>([])
    private let descriptor: Int32

    /// A server that a component has connected to by this socket.
    init(_ descriptor: Int32, secret: @escaping @Sendable (JID) -> String?) {
        self.descriptor = descriptor
        Thread.detachNewThread { [self] in
            var generator = SystemRandomNumberGenerator()
            let session = ComponentHostSession(using: &generator, now: Self.now)
            run(session) { domain in
                if let secret = secret(domain) {
                    try? session.accept(secret: Secret(secret), now: Self.now)
                } else {
                    try? session.refuse(now: Self.now)
                }
            }
        }
    }

    private static var now: Instant {
        Instant(milliseconds: Int64(DispatchTime.now().uptimeNanoseconds / 1_000_000))
    }

    func tell(_ command: Command) { commands.withLock { $0.append(command) } }

    /// Waits until so many events are as wanted.
    @discardableResult
    func wait<Value>(count: Int = 1, for pick: (ComponentEvent) -> Value?) async throws -> [Value] {
        let deadline = ContinuousClock.now + .seconds(40)
        while true {
            let events = events.withLock { $0 }
            let wanted = events.compactMap(pick)
            if wanted.count >= count { return wanted }
            guard ContinuousClock.now < deadline else { throw ServerFailure("waited in vain: \(events.suffix(10))") }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    private func takeCommands() -> [Command] {
        commands.withLock { commands in
            defer { commands = [] }
            return commands
        }
    }

    private func run(_ session: ComponentHostSession, judge: (JID) -> Void) {
        defer { close(descriptor) }
        while true {
            var isOver = false
            drain: while true {
                switch session.nextOutput() {
                case .write(let bytes): Loopback.send(bytes, on: descriptor)
                case .event(let event):
                    events.withLock { $0.append(event) }
                    if case .domainRequested(let domain) = event { judge(domain) }
                case .startTLS: break
                case .close: isOver = true
                case .wait: break drain
                }
            }
            if isOver { return }
            for command in takeCommands() { carryOut(command, session) }
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            if poll(&request, 1, 10) > 0 {
                let bytes = Loopback.receive(from: descriptor)
                bytes.isEmpty ? session.transportClosed(now: Self.now) : session.receive(bytes, now: Self.now)
            } else {
                session.timeout(now: Self.now)
            }
        }
    }

    private func carryOut(_ command: Command, _ session: ComponentHostSession) {
        switch command {
        case .send(let element): try? session.send(element, now: Self.now)
        case .close: try? session.close(now: Self.now)
        }
    }
}
