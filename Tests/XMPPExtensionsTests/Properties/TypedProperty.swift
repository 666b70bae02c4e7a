import XMLStream
import XMPPExtensions
import XMPPStanzas

/// Whatever is read as a typed value is equal to it after being written, and nothing that the type does not know is
/// lost by a change; a stanza that was understood is understood again, and so is every answer to it.
public enum TypedProperty {
    /// What does not hold for the elements of an input, read as fragments, or nil.
    public static func fault(of input: [UInt8]) -> String? {
        for element in elements(of: input) {
            if let fault = stanzaFault(of: element) { return fault }
            var count = 0
            for part in [element] + element.descendants {
                count += 1
                if count > 64 { break }
                if let fault = payloadFault(of: part) { return fault }
            }
        }
        return nil
    }

    private static let catalog = PayloadCatalog.known

    private static func elements(of input: [UInt8]) -> [Element] {
        _ = catalog
        var parser = XMLStreamParser(framing: .fragments)
        parser.receive(input)
        var elements: [Element] = []
        while let event = try? parser.next() {
            if case .element(let element) = event { elements.append(element) }
        }
        return elements
    }

    private static func reparsed(_ element: Element) -> Element? {
        var bytes: [UInt8] = []
        guard (try? XMLWriter(in: .document).write(element, to: &bytes)) != nil else { return nil }
        return elements(of: bytes).first
    }

    // MARK: Payloads

    private static func payloadFault(of element: Element) -> String? {
        var diagnostics: [PayloadError] = []
        guard let payload = (try? catalog.payload(element, diagnostics: &diagnostics)) ?? nil else { return nil }
        guard diagnostics.allSatisfy({ !$0.description.isEmpty && $0.path.hasPrefix(element.localName) }) else {
            return "\(element): \(diagnostics)"
        }
        return fault(of: payload, from: element)
    }

    private static func fault<P: Payload>(of payload: P, from element: Element) -> String? {
        if let fault = writingFault(of: payload, payload.encoded()) { return fault }
        if let fault = writingFault(of: payload, payload.encoded(keeping: element)) { return fault }
        return changingFault(of: payload, from: element)
    }

    private static func writingFault<P: Payload>(of payload: P, _ written: Element) -> String? {
        do {
            guard try P(written) == payload else { return "\(payload) is written as \(written)" }
            guard let read = reparsed(written) else { return "\(written) cannot be written" }
            return try P(read) == payload ? nil : "\(payload) is read from \(read) as another"
        } catch {
            return "\(payload) is written as \(written), which is wrong: \(error)"
        }
    }

    /// What no type knows is put into the element, and has to be there after a change that changes nothing.
    private static func changingFault<P: Payload>(of payload: P, from element: Element) -> String? {
        let strange = Name("no-such-name", in: "urn:no:such:namespace")
        var source = element
        source[strange] = "1"
        source.append(Element(strange, text: "2"))
        guard let changed = try? P(source) else { return nil }
        let written = changed.encoded(keeping: source)
        guard written[strange] == "1", written.firstChild(strange)?.text == "2" else {
            return "\(source) has lost what is strange to its type: \(written)"
        }
        var parent = Element(Name("parent"), nodes: [.element(source), .text("3")])
        do {
            guard try parent.update(P.self, { _ in }), parent.text == "3" else { return "\(parent) is not updated" }
        } catch {
            return "\(parent): \(error)"
        }
        return parent.firstChild(matching: P.self) == written ? nil : "\(parent) is updated otherwise than \(written)"
    }

    // MARK: Stanzas

    private static func stanzaFault(of element: Element) -> String? {
        do {
            guard let stanza = try Stanza(element) else { return nil }
            guard let again = reparsed(stanza.element), try Stanza(again) == stanza else {
                return "\(stanza) is not the same when written"
            }
            return headerFault(of: stanza) ?? answers(to: stanza).lazy.compactMap(answerFault).first
        } catch {
            let reply = error.errorReply()
            return reply.flatMap(answerFault) ?? (error.description.isEmpty ? "an error without words" : nil)
        }
    }

    private static func headerFault(of stanza: Stanza) -> String? {
        guard stanza.diagnostics.allSatisfy({ $0.path.hasPrefix(stanza.kind.rawValue) }) else {
            return "\(stanza): \(stanza.diagnostics)"
        }
        switch stanza {
        case .message(var message):
            guard message.bodies.isEmpty == (message.body == nil) else { return "bodies of \(message)" }
            let body = message.body
            message.body = "\u{2603}"
            guard message.body == "\u{2603}" else { return "body of \(message)" }
            message.body = body
            guard message.body == body else { return "body of \(message)" }
        case .presence(var presence):
            presence.priority = -7
            presence.show = .doNotDisturb
            guard presence.priority == -7, presence.show == .doNotDisturb else { return "parts of \(presence)" }
        case .iq(var iq):
            iq.id = "\u{2603}"
            guard iq.id == "\u{2603}" else { return "id of \(iq)" }
        }
        return nil
    }

    private static func answers(to stanza: Stanza) -> [Element] {
        let error = StanzaError(.itemNotFound, text: "nowhere")
        switch stanza {
        case .message(let message):
            return [
                message.reply { Body("a") }.element, message.errorReply(error, keepingPayloads: true)?.element,
            ].compactMap { $0 }
        case .presence(let presence):
            return [presence.reply(.subscribed).element, presence.errorReply(error)?.element].compactMap { $0 }
        case .iq(let iq):
            return [iq.result()?.element, iq.errorReply(error, keepingPayloads: true)?.element].compactMap { $0 }
        }
    }

    private static func answerFault(_ element: Element) -> String? {
        guard let read = reparsed(element), (try? Stanza(read)) != nil else { return "no stanza: \(element)" }
        return nil
    }
}
