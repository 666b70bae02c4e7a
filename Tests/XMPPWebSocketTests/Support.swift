@testable import XMPPWebSocket

/// Gives the same numbers in every run.
struct FixedGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(_ seed: UInt64 = 1) { state = seed }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ state >> 29
    }
}

extension WebSocketConnection {
    mutating func drain() -> [WebSocketOutput] {
        var outputs: [WebSocketOutput] = []
        while let output = nextOutput() { outputs.append(output) }
        return outputs
    }

    /// Takes all outputs, and returns the bytes among them.
    mutating func drainBytes() -> [UInt8] { drain().written }

    mutating func receive(bytewise bytes: [UInt8]) -> [WebSocketOutput] {
        var outputs: [WebSocketOutput] = []
        for byte in bytes {
            receive([byte])
            outputs += drain()
        }
        return outputs
    }
}

extension [WebSocketOutput] {
    var written: [UInt8] {
        flatMap { output -> [UInt8] in
            if case .write(let bytes) = output { bytes } else { [] }
        }
    }

    /// What is not written.
    var events: [WebSocketOutput] {
        filter { output in
            if case .write = output { false } else { true }
        }
    }
}

/// A client and a server that have opened their connection.
struct OpenPair {
    var client: WebSocketConnection
    var server: WebSocketConnection

    init(
        client clientConfiguration: WebSocketConfiguration = WebSocketConfiguration(),
        server serverConfiguration: WebSocketConfiguration = WebSocketConfiguration()
    ) throws {
        client = try WebSocketConnection(
            clientOf: WebSocketURL("ws://xmpp.example/ws"), configuration: clientConfiguration,
            generator: FixedGenerator())
        server = WebSocketConnection(serverWith: serverConfiguration)
        server.receive(client.drainBytes())
        _ = server.drain()
        try server.accept(subprotocol: "xmpp")
        client.receive(server.drainBytes())
        _ = client.drain()
    }

    /// What the server makes of these bytes of a client.
    mutating func server(receiving bytes: [UInt8]) -> [WebSocketOutput] {
        server.receive(bytes)
        return server.drain()
    }

    mutating func client(receiving bytes: [UInt8]) -> [WebSocketOutput] {
        client.receive(bytes)
        return client.drain()
    }
}

/// A frame as a client writes it, masked with a mask that changes every byte.
func masked(_ first: UInt8, _ payload: [UInt8]) -> [UInt8] {
    precondition(payload.count < 65_536)
    let mask: [UInt8] = [0xA1, 0x5C, 0x37, 0xEE]
    var bytes = [first]
    if payload.count < 126 {
        bytes.append(0x80 | UInt8(payload.count))
    } else {
        bytes += [0xFE, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    }
    return bytes + mask + payload.enumerated().map { $1 ^ mask[$0 & 3] }
}
