import XMPP

/// Answers whatever a stream brings, and lets everybody see its presence; it owns no socket: bytes go in, bytes come out.
struct Echo: ~Copyable {
    private var parser = XMLStreamParser()
    private let writer = XMLWriter(in: .client)
    private var messageCount = 0

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

    private mutating func answer(to element: Element) -> Element? {
        do {
            switch try Stanza(element) {
            case .message(let message): return answer(to: message)?.element
            case .presence(let presence) where presence.type == .subscribe: return presence.reply(.subscribed).element
            case .iq(let iq): return answer(to: iq)?.element
            default: return nil
            }
        } catch {
            return error.errorReply()  // it says what is wrong, and where
        }
    }

    private mutating func answer(to message: Message) -> Message? {
        guard message.type == .chat, let words = message.body(for: ["de-AT", "en"])?.text else { return nil }
        messageCount += 1
        let delay = try? message[Delay.self]  // one that cannot be read is no reason to keep silent
        return message.reply(id: "echo-\(messageCount)") {
            Body(words)
            if let delay { Body("Gesagt um \(delay.stamp.xmlText)", language: "de") }
            if message.has(ReceiptRequest.self), let id = message.id { Receipt(for: id) }
            ChatState.active
        }
    }

    private func answer(to iq: IQ) -> IQ? {
        if iq.has(Ping.self) { return iq.result() }
        if let query = try? iq[DiscoInfo.self] {
            let identity = DiscoInfo.Identity(category: "client", type: "bot", name: "Echo")
            let features: [DiscoInfo.Feature] = ["urn:xmpp:ping", "urn:xmpp:receipts"]
            return iq.result(DiscoInfo(node: query.node, identities: [identity], features: features))
        }
        return iq.errorReply(StanzaError(.serviceUnavailable))
    }
}
