import XMLStream

/// Parses one direction of a stream until it breaks a rule.
struct StreamLinter: ~Copyable {
    private var parser = XMLStreamParser(framing: .stream)

    /// Elements behind which the side that sent them begins its stream anew (RFC 6120 §5.4.3.3, §6.4.6;
    /// XEP-0138 §3).
    private static let restarting: [Name] = [
        .known("proceed", in: "urn:ietf:params:xml:ns:xmpp-tls"),
        .known("success", in: "urn:ietf:params:xml:ns:xmpp-sasl"),
        .known("compressed", in: "http://jabber.org/protocol/compress"),
    ]

    /// Takes the next bytes; returns the violation in them, if there is one.
    mutating func receive(_ bytes: [UInt8]) -> XMLStreamError? {
        parser.receive(bytes)
        do {
            while let event = try parser.next() {
                if case .element(let element) = event, Self.restarting.contains(where: element.has) { parser.restart() }
            }
            return nil
        } catch {
            return error
        }
    }

    /// Says that the input is over; returns a sentence if that cut something off.
    mutating func finish() -> String? {
        parser.finish()
        guard case .endOfInput(.withinElement(let offset))? = try? parser.next() else { return nil }
        return "the input ends within the element that begins at byte \(offset)"
    }
}
