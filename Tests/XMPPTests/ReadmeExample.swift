import XMPP

/// Answers whatever a stream brings; it owns no socket: bytes go in, bytes come out.
struct Echo: ~Copyable {
    private var parser = XMLStreamParser()
    private let writer = XMLWriter(in: .client)

    /// Takes the next bytes of the stream, cut wherever the network likes, and returns those to send.
    mutating func receive(_ bytes: [UInt8]) throws -> [UInt8] {
        parser.receive(bytes)
        var output: [UInt8] = []
        while let event = try parser.next() {
            guard case .element(let element) = event, let answer = answer(to: element) else { continue }
            try writer.write(answer, to: &output)
        }
        return output
    }

    private func answer(to element: Element) -> Element? {
        do {
            switch try Stanza(element) {
            case .message(let message): return try answer(to: message)?.element
            case .presence(let presence) where presence.type == .subscribe: return presence.reply(.subscribed).element
            case .iq(let iq): return answer(to: iq)?.element
            default: return nil
            }
        } catch let stanza as ErroneousStanza {
            return stanza.errorReply()  // it says what is wrong, and where
        } catch {
            return nil
        }
    }

    private func answer(to message: Message) throws -> Message? {
        guard message.type == .chat, let words = message.body(for: ["de-AT", "en"])?.text else { return nil }
        let delay = try message[Delay.self]
        return message.reply(id: "echo-1") {
            Body(words)
            if let delay { Body("Gesagt um \(delay.stamp.xmlText)", language: "de") }
            if message.has(ReceiptRequest.self), let id = message.id { Receipt(for: id) }
            ChatState.active
        }
    }

    private func answer(to iq: IQ) -> IQ? {
        if iq.has(Ping.self) { return iq.result() }
        if iq.has(DiscoInfo.self) {
            let identity = DiscoInfo.Identity(category: "client", type: "bot", name: "Echo")
            return iq.result(DiscoInfo(identities: [identity], features: ["urn:xmpp:ping", "urn:xmpp:receipts"]))
        }
        return iq.errorReply(StanzaError(.serviceUnavailable))
    }
}
