import XMLStream
import XMPPAddress
import XMPPCapture
import XMPPSASL

/// Keeps secrets out of what is printed of a login: what is one by its place, and the password wherever it is.
struct LoginMask: Sendable {
    private let secrets = SecretMask()
    private let password: PasswordForms?

    /// - Parameter password: Nil for a login without one.
    init(password: Secret?, account: JID) {
        self.password = password.map { PasswordForms(of: $0, account: account) }
    }

    func masked(_ content: LoginEvent.Content) -> LoginEvent.Content {
        switch content {
        case .sent(let record): .sent(masked(record))
        case .received(let record): .received(masked(record))
        case .mechanisms(let offer): .mechanisms(masked(offer))
        case .bound(let address): .bound(masked(address))
        case .resumed(let address): .resumed(masked(address))
        case .failed(let failure): .failed(masked(failure))
        case .connected, .tls, .authenticated, .acknowledged, .closed: content
        }
    }

    func masked(_ failure: LoginFailure) -> LoginFailure {
        LoginFailure(
            code: failure.code, reason: masked(failure.reason), condition: failure.condition.map(masked),
            otherHost: failure.otherHost.map(masked))
    }

    private func masked(_ text: String) -> String { password?.masked(text) ?? text }

    private func masked(_ offer: OfferedMechanisms) -> OfferedMechanisms {
        var offer = offer
        offer.mechanisms = offer.mechanisms.map(masked)
        offer.bindings = offer.bindings.map(masked)
        offer.skipped = offer.skipped.map {
            SkippedMechanism(mechanism: SASLMechanism(rawValue: masked($0.mechanism.rawValue)), reason: $0.reason)
        }
        return offer
    }

    // MARK: - Traffic

    private func masked(_ record: TrafficRecord) -> TrafficRecord {
        var record = secrets.masked(record)
        switch record.content {
        case .streamOpen(let opening):
            record.content = .streamOpen(
                StreamOpening(element: masked(opening.element), contentNamespace: opening.contentNamespace))
        case .streamClose(let element): record.content = .streamClose(element.map(masked))
        case .stanza(let element): record.content = .stanza(masked(element))
        case .nonza(let element): record.content = .nonza(masked(element))
        case .bosh(let element): record.content = .bosh(masked(element))
        case .error(let message): record.content = .error(masked(message))
        case .note(let message): record.content = .note(masked(message))
        case .gap: break
        }
        return record
    }

    /// The element without the password; the very same one if it is not in there.
    func masked(_ element: Element) -> Element {
        guard password != nil, hasPassword(element) else { return element }
        return TapeWriter.element { write(element, to: $0) }
    }

    private func hasPassword(_ element: Element) -> Bool {
        if masked(element.name) != element.name { return true }
        let isInAttributes = element.attributes.contains { masked($0.name) != $0.name || masked($0.value) != $0.value }
        return isInAttributes
            || element.nodes.contains { node in
                switch node {
                case .element(let child): hasPassword(child)
                case .text(let text): masked(text) != text
                }
            }
    }

    /// Each element is written once, whatever it is in.
    private func write(_ element: Element, to writer: TapeWriter) {
        writer.startElement(masked(element.name))
        for attribute in element.attributes { writer.attribute(masked(attribute.name), masked(attribute.value)) }
        for node in element.nodes {
            switch node {
            case .element(let child): write(child, to: writer)
            case .text(let text): writer.text(masked(text))
            }
        }
        writer.endElement()
    }

    private func masked(_ name: Name) -> Name {
        guard let password else { return name }
        let localName = password.maskedName(name.localName)
        let namespace = password.maskedName(name.namespace.rawValue)
        if localName == name.localName, namespace == name.namespace.rawValue { return name }
        return Name(localName, in: Namespace(rawValue: namespace))
    }
}
