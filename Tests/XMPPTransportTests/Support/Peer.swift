import Foundation
import XMPPTLS

/// The server's end of one connection, with calls that wait, though never for long.
final class Peer {
    struct Failure: Error { let reason: String }

    private let descriptor: Int32
    private var tls: TLSEngine?
    private var isClosed = false
    /// What came in and was not looked at yet.
    private var pending = ""
    /// Everything that ever came in, decrypted.
    private(set) var transcript = ""
    private(set) var hasReadEnd = false
    /// What TLS led to.
    private(set) var handshake: TLSHandshake?
    private(set) var tlsClosure: TLSClosure?

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        var limit = timeval(tv_sec: 20, tv_usec: 0)
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

    /// Ends this side of the connection alone.
    func endWriting() {
        shutdown(descriptor, Int32(SHUT_WR))
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

    /// Sends each byte on its own.
    func drip(_ text: String) throws {
        for byte in text.utf8 { try transmit([byte]) }
    }

    private func transmit(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure(reason: "cannot send: \(errno)") }
            rest = rest.dropFirst(count)
        }
    }

    // MARK: Hearing

    /// Returns what came in up to and including the text.
    @discardableResult
    func read(until text: String) throws -> String {
        while true {
            if let range = pending.range(of: text) {
                let result = String(pending[..<range.upperBound])
                pending = String(pending[range.upperBound...])
                return result
            }
            guard try readMore() else { throw Failure(reason: "it ended before “\(text)”, after “\(pending)”") }
        }
    }

    /// Reads until the other side has ended its own; whatever comes.
    func readToEnd() throws {
        while try readMore() {}
    }

    /// Returns whether anything came, false at the end.
    private func readMore() throws -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count >= 0 else {
            if errno == ECONNRESET { return false }
            throw Failure(reason: "nothing came: \(errno), after “\(pending.suffix(200))”")
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
        let text = String(decoding: bytes, as: UTF8.self)
        pending += text
        transcript += text
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
