/// Asks nameservers, over UDP and where an answer does not fit over TCP (RFC 1035 §4.2).
struct DNSClient: Sendable {
    let settings: NameserverSettings
    /// Returns when a nameserver's time to answer is up.
    var elapse: @Sendable (Duration, SocketAddress) async throws -> Void = { time, _ in
        try await Task.sleep(for: time)
    }

    /// Why one nameserver gave no answer.
    private enum Failure: Error, CustomStringConvertible {
        case silent
        case code(UInt8)
        case malformed
        case disconnected

        var description: String {
            switch self {
            case .silent: "no answer in time"
            case .code(1): "it does not understand the question"
            case .code(2): "it failed to find out"
            case .code(5): "it refuses to answer"
            case .code(let code): "error \(code)"
            case .malformed: "an answer that cannot be read"
            case .disconnected: "it closed the connection before its answer"
            }
        }
    }

    /// The records of a name, none where there are none; throws ``ResolutionError`` where no nameserver has an answer.
    func records(of question: DNSQuestion) async throws -> [DNSRecord.Content] {
        var failures: [String] = []
        for _ in 0..<settings.attempts {
            for server in settings.servers {
                do {
                    return try await ask(question, server).records(of: question.name)
                } catch let error as CancellationError {
                    throw error
                } catch {
                    let failure = "nameserver \(server): \(error)"
                    if !failures.contains(failure) { failures.append(failure) }
                }
            }
        }
        throw ResolutionError(failures.isEmpty ? "there is no nameserver" : failures.joined(separator: ", "))
    }

    private func ask(_ question: DNSQuestion, _ server: SocketAddress) async throws -> DNSResponse {
        // One that others cannot guess, as is the port that the system chooses (RFC 5452 §9).
        let id = UInt16.random(in: .min ... .max)
        let timeUp: @Sendable () async throws -> Void = { try await elapse(settings.timeout, server) }
        var response = try await withTimeLimit(timeUp) { try await exchangeDatagrams(question, id, server) }
        if response?.isTruncated == true {
            response = try await withTimeLimit(timeUp) { try await exchangeOnStream(question, id, server) }
        }
        guard let response else { throw Failure.silent }
        // That there is no such name is an answer, too.
        guard response.code == 0 || response.code == 3 else { throw Failure.code(response.code) }
        return response
    }

    // MARK: UDP

    private func exchangeDatagrams(
        _ question: DNSQuestion,
        _ id: UInt16,
        _ server: SocketAddress
    ) async throws -> DNSResponse {
        // A connected socket takes datagrams of this one sender alone.
        let socket = try Socket.open(.datagram, for: server)
        _ = try socket.beginConnecting(to: server)
        _ = try question.query(id: id).withUnsafeBytes { try socket.write($0) }
        while true {
            let datagram = try await socket.read(atMost: 1 << 16)
            // Whatever does not answer the question may be forged, and the answer still come.
            if let response = try? DNSResponse(datagram), response.id == id, response.question == question {
                return response
            }
        }
    }

    // MARK: TCP

    private func exchangeOnStream(
        _ question: DNSQuestion,
        _ id: UInt16,
        _ server: SocketAddress
    ) async throws -> DNSResponse {
        let socket = try await Socket.connect(to: server)
        let query = question.query(id: id)
        // It is far smaller than the buffer of a socket that nothing was written to yet.
        let framed = [UInt8(query.count >> 8), UInt8(query.count & 0xFF)] + query
        let written = try framed.withUnsafeBytes { try socket.write($0) }
        guard written == framed.count else { throw Failure.disconnected }
        var bytes: [UInt8] = []
        while bytes.count < 2 || bytes.count < 2 + (Int(bytes[0]) << 8 | Int(bytes[1])) {
            let part = try await socket.read(atMost: 1 << 14)
            guard !part.isEmpty else { throw Failure.disconnected }
            bytes += part
        }
        let length = Int(bytes[0]) << 8 | Int(bytes[1])
        guard let response = try DNSResponse(Array(bytes[2..<2 + length])), response.id == id,
            response.question == question, !response.isTruncated
        else { throw Failure.malformed }
        return response
    }
}

extension Socket {
    /// Reads what there is, as soon as there is something; nothing at the end.
    fileprivate func read(atMost count: Int) async throws -> [UInt8] {
        while true {
            try await wait(for: .reading)
            var bytes = [UInt8](repeating: 0, count: count)
            if let length = try bytes.withUnsafeMutableBytes({ try read(into: $0) }) {
                return Array(bytes.prefix(length))
            }
        }
    }
}
