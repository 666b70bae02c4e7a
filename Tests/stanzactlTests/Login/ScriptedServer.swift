import Foundation
import Synchronization
import TestServers
import XMPPTLS

/// A server that plays a script with the first client that connects to it.
final class ScriptedServer: Sendable {
    let port: UInt16
    private let transcript = Mutex("")
    private let failure = Mutex<String?>(nil)
    private let isDone = DispatchSemaphore(value: 0)

    /// Waits for a client on a port of this machine.
    init(_ script: @escaping @Sendable (ScriptedPeer) throws -> Void) throws {
        let (listener, port) = try Loopback.listening()
        self.port = port
        Thread.detachNewThread { [self] in
            let descriptor = accept(listener, nil, nil)
            close(listener)
            let peer = ScriptedPeer(descriptor)
            do {
                try script(peer)
            } catch {
                failure.withLock { $0 = "\(error)" }
            }
            transcript.withLock { $0 = peer.transcript }
            peer.end()
            isDone.signal()
        }
    }

    /// Everything that the client has sent, without its encryption, once the script is at its end.
    var received: String {
        isDone.wait()
        isDone.signal()
        return transcript.withLock(\.self)
    }

    /// Where the client has not kept to the script; nil if it has.
    var deviation: String? {
        _ = received
        return failure.withLock(\.self)
    }
}

/// The client of a scripted server, as that sees it.
final class ScriptedPeer {
    struct Deviation: Error, CustomStringConvertible {
        let description: String
    }

    private let descriptor: Int32
    private var tls: TLSEngine?
    private var handshake: TLSHandshake?
    /// What has come in that the script has not taken yet.
    private var unread = ""
    private(set) var transcript = ""

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    func end() { close(descriptor) }

    func send(_ text: String) throws {
        guard let tls else {
            Loopback.send(text.utf8, on: descriptor)
            return
        }
        try tls.send(plaintext: Array(text.utf8))
        drain(tls)
    }

    /// Waits for a text, and takes all up to its end.
    @discardableResult
    func receive(until text: String) throws -> String {
        while true {
            if let range = unread.range(of: text) {
                let taken = String(unread[..<range.upperBound])
                unread = String(unread[range.upperBound...])
                return taken
            }
            guard receiveSome() else { throw Deviation(description: "the client has not sent “\(text)”: \(unread)") }
        }
    }

    /// Waits until the client closes the connection.
    func receiveEnd() {
        while receiveSome() {}
    }

    /// Waits for the client to begin TLS.
    func secure(with credentials: TestAuthority.Credentials) throws {
        let identity = try TLSIdentity(
            certificateChain: Array(Data(contentsOf: credentials.certificate)),
            privateKey: Array(Data(contentsOf: credentials.key)))
        let context = try TLSContext(.server, configuration: TLSConfiguration(identities: [identity]))
        let engine = try TLSEngine(serverOf: context)
        tls = engine
        while handshake == nil {
            guard receiveSome() else { throw Deviation(description: "the client leaves the TLS handshake") }
        }
    }

    /// Returns whether the client is still there.
    private func receiveSome() -> Bool {
        let bytes = Loopback.receive(from: descriptor)
        guard !bytes.isEmpty else { return false }
        if let tls {
            tls.receive(ciphertext: bytes)
            drain(tls)
        } else {
            take(bytes)
        }
        return true
    }

    private func drain(_ tls: TLSEngine) {
        while let output = tls.nextOutput() {
            switch output {
            case .ciphertext(let bytes): Loopback.send(bytes, on: descriptor)
            case .plaintext(let bytes): take(bytes)
            case .handshakeCompleted(let handshake): self.handshake = handshake
            case .certificateVerdictNeeded, .session, .keyLog, .closed: break
            }
        }
    }

    private func take(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        unread += text
        transcript += text
    }
}
