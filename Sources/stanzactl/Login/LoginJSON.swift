import XMPPCapture
import XMPPPrimitives
import XMPPSASL
import XMPPTLS
import XMPPTransport

/// One JSON object an event; its schema, which ``helpTopic`` describes, only ever gains keys.
struct LoginJSON: LoginPrinter {
    func print(_ event: LoginEvent, to output: inout [UInt8]) {
        var object = JSONObjectWriter()
        object.add("time", event.time.description)
        object.add("event", event.content.name)
        switch event.content {
        case .connected(let place): Self.add(place, to: &object)
        case .tls(let handshake): Self.add(handshake, to: &object)
        case .mechanisms(let offer): Self.add(offer, to: &object)
        case .authenticated(let mechanism, let binding):
            object.add("mechanism", mechanism.rawValue)
            object.add("binding", binding?.typeName)
        case .bound(let jid), .resumed(let jid): object.add("jid", jid)
        case .sent(let record), .received(let record): Self.add(record, to: &object)
        case .acknowledged(let number): object.add("stanza", number)
        case .closed: break
        case .failed(let failure): Self.add(failure, to: &object)
        }
        object.finish()
        output.append(contentsOf: object.bytes)
    }

    private static func add(_ place: ConnectedEndpoint, to object: inout JSONObjectWriter) {
        object.add("host", place.endpoint.host)
        object.add("port", place.endpoint.port)
        object.add("address", place.address.host)
    }

    private static func add(_ handshake: TLSHandshake, to object: inout JSONObjectWriter) {
        object.add("version", handshake.version.description)
        object.add("cipher", handshake.cipherSuite)
        object.add("alpn", handshake.applicationProtocol)
        object.add("bindings", handshake.channelBindings.names)
        guard let certificate = handshake.peerCertificate else { return }
        object.add("names", certificate.names.all)
        object.add("not_before", Timestamp(seconds: certificate.notBefore, digits: 0).description)
        object.add("not_after", Timestamp(seconds: certificate.notAfter, digits: 0).description)
        object.add("fingerprint", Hexadecimal.text(of: certificate.fingerprint))
    }

    private static func add(_ offer: OfferedMechanisms, to object: inout JSONObjectWriter) {
        object.add("mechanisms", offer.mechanisms)
        object.add("announced_bindings", offer.bindings)
        object.add("chosen", offer.chosen?.rawValue)
        object.add("binding", offer.binding?.typeName)
        object.add(
            "skipped",
            offer.skipped.map { skipped in
                var object = JSONObjectWriter()
                object.add("mechanism", skipped.mechanism.rawValue)
                object.add("reason", skipped.reason.rawValue)
                return object
            })
    }

    private static func add(_ record: TrafficRecord, to object: inout JSONObjectWriter) {
        object.add("kind", record.content.kind)
        if case .error(let message) = record.content { object.add("message", message) }
        if let element = record.element { JSONLFormat.add(element, to: &object) }
        var xml: [UInt8] = []
        record.appendXML(to: &xml)
        if !xml.isEmpty { xml.withUnsafeBufferPointer { object.add("xml", utf8: $0) } }
    }

    private static func add(_ failure: LoginFailure, to object: inout JSONObjectWriter) {
        object.add("reason", failure.reason)
        object.add("condition", failure.condition)
        object.add("other_host", failure.otherHost)
        object.add("exit_code", failure.code.rawValue)
    }
}

extension TLSChannelBindings {
    /// The names of those that there are.
    fileprivate var names: [String] {
        let all: [(ChannelBindingType, [UInt8]?)] = [
            (.tlsExporter, exporter), (.tlsUnique, unique), (.tlsServerEndPoint, serverEndPoint),
        ]
        return all.compactMap { type, data in data.map { _ in type.rawValue } }
    }
}
