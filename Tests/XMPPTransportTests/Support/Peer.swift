import Foundation
import TestServers
import XMPPTLS

/// The server's end of one connection, with calls that wait, though never for long.
final class Peer {
    struct Failure: Error { let reason: String }

    private let descriptor: Int32
    private var tls: TLSEngine?
    private var isClosed = false
    /// What came in and was not looked at yet.
    private var pending: [UInt8] = []
    /// Everything that ever came in, decrypted.
    private var received: [UInt8] = []
    private(set) var hasReadEnd = false
    /// What TLS led to.
    private(set) var handshake: TLSHandshake?
    private(set) var tlsClosure: TLSClosure?
    /// Whether each byte is sent on its own.
    var sendsBytesAlone = false

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        var limit = timeval(tv_sec: 200, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        Foundation.close(descriptor)
    }

    /// Closes with a reset in place of an orderly end.
    func reset() {
        var linger = Foundation.linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Foundation.linger>.size))
        close()
    }

    /// Sets the size of the buffer that holds what comes in: with a small one, a few kilobytes unread stall the other side.
    func setBuffer(_ size: Int32) {
        var size = size
        setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Ends this side of the connection alone.
    func endWriting() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Fails the script.
    func require(_ condition: Bool, _ reason: String) throws {
        guard condition else { throw Failure(reason: reason) }
    }

    // MARK: Saying

    func send(_ text: String) throws {
        if let tls {
            try tls.send(plaintext: Array(text.utf8))
            try drainTLS()
        } else {
            try transmit(Array(text.utf8))
        }
    }

    /// Sends in spite of TLS.
    func sendUnencrypted(_ text: String) throws {
        try transmit(Array(text.utf8))
    }

    /// The same for what is no text.
    func sendUnencrypted(_ bytes: [UInt8]) throws {
        try transmit(bytes)
    }

    private func transmit(_ bytes: [UInt8]) throws {
        let isSent =
            sendsBytesAlone
            ? bytes.allSatisfy { Loopback.send([$0], on: descriptor) } : Loopback.send(bytes, on: descriptor)
        guard isSent else { throw Failure(reason: "cannot send: \(errno)") }
    }

    // MARK: Hearing

    /// Returns what came in up to and including the text.
    @discardableResult
    func read(until text: String) throws -> String {
        let pattern = Array(text.utf8)
        // What was searched without success is not searched again.
        var start = 0
        while true {
            while start + pattern.count <= pending.count {
                let end = start + pattern.count
                if pending[start] == pattern.first, pending[start..<end].elementsEqual(pattern) {
                    defer { pending.removeFirst(end) }
                    return String(decoding: pending[..<end], as: UTF8.self)
                }
                start += 1
            }
            guard try readMore() else { throw Failure(reason: "it ended before “\(text)”, after “\(lastWords)”") }
        }
    }

    /// Everything that ever came in, decrypted.
    var transcript: String { String(decoding: received, as: UTF8.self) }

    private var lastWords: String { String(decoding: pending.suffix(200), as: UTF8.self) }

    /// Reads until the other side has ended its own; whatever comes.
    func readToEnd() throws {
        while try readMore() {}
    }

    /// Waits for something that happens elsewhere.
    func wait(until isTrue: () -> Bool) throws {
        for _ in 0..<2000 {
            if isTrue() { return }
            usleep(10_000)
        }
        throw Failure(reason: "waited in vain")
    }

    /// Reads nothing, until the other side is gone.
    func waitForEnd() throws {
        for _ in 0..<1000 {
            guard Loopback.send([UInt8(ascii: " ")], on: descriptor) else { return }
            usleep(20_000)
        }
        throw Failure(reason: "the client has not given up")
    }

    /// Returns whether anything came, false at the end.
    private func readMore() throws -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count >= 0 else {
            if errno == ECONNRESET { return false }
            throw Failure(reason: "nothing came: \(errno), after “\(lastWords)”")
        }
        guard count > 0 else {
            hasReadEnd = true
            tls?.receiveEndOfTransport()
            try drainTLS()
            return false
        }
        if let tls {
            tls.receive(ciphertext: Array(buffer[..<count]))
            try drainTLS()
        } else {
            hear(buffer[..<count])
        }
        return true
    }

    private func hear(_ bytes: some Collection<UInt8>) {
        pending += bytes
        received += bytes
    }

    // MARK: TLS

    /// Does the handshake.
    func startTLS(_ context: TLSContext) throws {
        tls = try TLSEngine(serverOf: context)
        while handshake == nil {
            guard try readMore() else { throw Failure(reason: "it ended in the handshake") }
            if let tlsClosure { throw Failure(reason: "\(tlsClosure)") }
        }
    }

    func closeTLS() throws {
        tls?.close()
        try drainTLS()
    }

    private func drainTLS() throws {
        while let output = tls?.nextOutput() {
            switch output {
            case .ciphertext(let bytes): try transmit(bytes)
            case .plaintext(let bytes): hear(bytes)
            case .handshakeCompleted(let handshake): self.handshake = handshake
            case .closed(let closure): tlsClosure = closure
            case .certificateVerdictNeeded, .session, .keyLog: break
            }
        }
    }
}
