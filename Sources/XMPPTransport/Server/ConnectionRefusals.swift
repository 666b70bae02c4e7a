import Dispatch
import XMLStream
import XMPPAddress
import XMPPSASL
import XMPPStanzas

/// Connections that a listener refuses because it has as many as it may have: each costs a socket for a moment.
struct ConnectionRefusals {
    /// How long a client has to read why, before its socket is closed: closed while something comes in it is reset, and what
    /// was written is lost.
    static let lingerTime = DispatchTimeInterval.seconds(1)
    /// How many sockets are kept for that at once; of more the oldest are closed.
    private static let mostLingering = 64

    private let domain: JID?
    private let isWebSocket: Bool
    private let beginsWithTLS: Bool
    private var lingering: [Socket] = []

    init(_ configuration: ListenerConfiguration) {
        domain = configuration.session.domains.first
        isWebSocket = configuration.webSocketPath != nil
        beginsWithTLS = configuration.session.tls == .direct
    }

    /// Says why, as far as there is room for it, and that there is no more.
    mutating func refuse(_ client: Socket) {
        guard !beginsWithTLS else { return }
        _ = words.withUnsafeBytes { bytes in try? client.write(bytes) }
        client.endWriting()
        if lingering.count >= Self.mostLingering { lingering.removeFirst() }
        lingering.append(client)
    }

    /// Lets a client go that has had its time.
    mutating func drop(_ client: Socket) {
        lingering.removeAll { $0 === client }
    }

    mutating func dropAll() { lingering = [] }

    private var words: [UInt8] {
        if isWebSocket {
            return Array("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)
        }
        // An error that comes before the stream is open comes in one of its own (RFC 6120 §4.9.1.2).
        let header = StreamHeader(from: domain, id: SCRAMNonce.generate())
        var bytes: [UInt8] = []
        do throws(XMLWritingError) {
            try XMLWriter().writeStart(of: header.opening, to: &bytes)
            try XMLWriter(in: .client).write(StreamError(.resourceConstraint).encoded(), to: &bytes)
        } catch {
            return []
        }
        return bytes + Array("</stream:stream>".utf8)
    }
}
