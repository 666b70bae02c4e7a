import XMPPCapture
import XMPPSASL
import XMPPTLS
import XMPPTransport

/// Prints the events of a login in one of its formats.
protocol LoginPrinter: Sendable {
    mutating func print(_ event: LoginEvent, to output: inout [UInt8])
}

/// One line an event: when, which way if it is traffic, what.
struct LoginText: LoginPrinter {
    private let palette: Palette
    private var traffic: SummaryFormat

    init(palette: Palette) {
        self.palette = palette
        traffic = SummaryFormat(palette: palette)
    }

    mutating func print(_ event: LoginEvent, to output: inout [UInt8]) {
        switch event.content {
        case .sent(var record), .received(var record):
            record.time = event.time
            traffic.print(record, at: RecordPlace(number: 0, file: nil), to: &output)
        case .failed(let failure): line(event.time, failure.reason, .wrong, &output)
        default: line(event.time, Self.words(event.content), .strong, &output)
        }
    }

    private func line(_ time: Timestamp, _ words: String, _ ink: Palette.Ink, _ output: inout [UInt8]) {
        let parts = [palette.paint(time.description, .faint), "•", palette.paint(words.visible, ink)]
        output.append(contentsOf: parts.joined(separator: " ").utf8)
        output.append(0x0A)
    }

    private static func words(_ content: LoginEvent.Content) -> String {
        switch content {
        case .connected(let place): words(place)
        case .tls(let handshake): words(handshake)
        case .mechanisms(let offer): words(offer)
        case .authenticated(let mechanism, let binding):
            "authenticated by \(words(mechanism.rawValue, binding?.typeName))"
        case .bound(let jid): "bound to \(jid)"
        case .resumed(let jid): "resumed as \(jid)"
        case .acknowledged(let number): "stanza \(number) acknowledged"
        case .closed: "closed"
        case .failed(let failure): failure.reason
        case .sent, .received: ""
        }
    }

    private static func words(_ place: ConnectedEndpoint) -> String {
        let isAddress = place.endpoint.host == place.address.host
        return "connected to \(place.endpoint)" + (isAddress ? "" : ", which is \(place.address)")
    }

    private static func words(_ handshake: TLSHandshake) -> String {
        var words = ["\(handshake.version)", handshake.cipherSuite]
        if let alpn = handshake.applicationProtocol { words.append("ALPN \(alpn)") }
        if let certificate = handshake.peerCertificate {
            words.append("certificate of \(certificate.names.all.joined(separator: ", "))")
            words.append("until \(Timestamp(seconds: certificate.notAfter, digits: 0))")
        }
        return words.joined(separator: ", ")
    }

    private static func words(_ offer: OfferedMechanisms) -> String {
        var sentence = "mechanisms " + offer.mechanisms.listed(separator: " ")
        if !offer.bindings.isEmpty { sentence += ", channel bindings " + offer.bindings.listed(separator: " ") }
        guard let chosen = offer.chosen else { return sentence + ": none is acceptable" }
        return sentence + ": " + words(chosen.rawValue, offer.binding?.typeName)
    }

    private static func words(_ mechanism: String, _ binding: String?) -> String {
        mechanism + (binding.map { " with \($0)" } ?? "")
    }
}

extension CertificateNames {
    /// Everyone whom the certificate is for, in no particular form.
    var all: [String] {
        let names = dnsNames + serviceNames + xmppAddresses
        return names.isEmpty ? [commonName].compactMap { $0 } : names
    }
}
