import XMLStream
import XMPPPrimitives

/// Replaces who and what was talked about, and keeps how: for traffic that is shown to strangers.
///
/// What stays is what the protocol itself brings, by a list: names of elements and attributes, namespaces, values that
/// schemas enumerate, counters, times in UTC, and the classes of sizes. Everything else (addresses, text, identifiers,
/// tokens, hosts, files, names and namespaces that are not of XMPP) is replaced by a pseudonym. The same value gets the
/// same pseudonym wherever it stands, and with the same key in every run; without the key nobody can tell which value
/// it was, or try whether it was a given one.
///
/// | what was there | what stands there |
/// |---|---|
/// | `alice@example.net/phone` | `x-bcdfghjklm@x-….invalid/x-…`, part by part |
/// | `192.0.2.7`, `2001:db8::7` | an address of `240.0.0.0/4` or of `2001:db8::/32` |
/// | text of several words | consonants, with what can make trouble kept: whether it has line feeds, markup, characters beyond ASCII |
/// | Base64, digests, UUIDs, numbers, dates | others of their kind, within the limits of the same types |
public struct Redactor: Sendable {
    var pseudonyms: Pseudonyms
    /// The namespaces of the element that is being redacted, by what tells them apart there.
    private var namespaces: [UInt64: RedactedNamespace] = [:]

    /// Creates a redactor.
    ///
    /// - Parameter key: what makes pseudonyms unpredictable: at least 16 random bytes, or a long phrase. Who knows it
    ///   can try whether a pseudonym stands for a given value.
    public init(key: some Sequence<UInt8>) {
        pseudonyms = Pseudonyms(key: Array(key))
    }

    /// The record with everything replaced that the protocol does not bring; times, places and sizes stay.
    public mutating func redacted(_ record: TrafficRecord) -> TrafficRecord {
        var record = record
        switch record.content {
        case .streamOpen(let opening): record.content = .streamOpen(redacted(opening))
        case .streamClose(let element): record.content = .streamClose(element.map { redacted($0) })
        case .stanza(let element): record.content = .stanza(redacted(element))
        case .nonza(let element): record.content = .nonza(redacted(element))
        case .bosh(let element): record.content = .bosh(redacted(element))
        case .error(let message): record.content = .error(redacted(message: message))
        case .note(let message): record.content = .note(redacted(message: message))
        case .gap: break
        }
        record.session = record.session.map { replacement(forSession: $0) }
        record.diagnostics = record.diagnostics.map { redacted(message: $0) }
        return record
    }

    /// The element with everything replaced that the protocol does not bring.
    public mutating func redacted(_ element: Element) -> Element {
        namespaces.removeAll(keepingCapacity: true)
        var fields = FormFields()
        return TapeWriter.element { write(element, to: $0, &fields) }
    }

    /// - Parameter isHeader: whether it is the header of a stream, in whatever namespace.
    private mutating func write(
        _ element: Element, isHeader: Bool = false, to writer: TapeWriter, _ fields: inout FormFields
    ) {
        let namespace = namespace(of: element)
        let rule = SecretRule(element, &fields)
        let localName = element.ownLocalName
        writer.startElement(redacted(localName, in: namespace))
        for offset in 1..<element.firstContentOffset {
            let attribute = redactedAttribute(
                of: element, at: offset, isKnown: namespace.isKnown || isHeader, rule)
            writer.attribute(attribute.name, attribute.value)
        }
        for node in element.nodes {
            switch node {
            case .element(let child): write(child, to: writer, &fields)
            case .text(let text):
                writer.text(
                    namespace.isKnown
                        ? redacted(text: text, of: element, localName, rule, &fields)
                        : replacement(for: text))
            }
        }
        writer.endElement()
    }

    private mutating func redacted(_ opening: StreamOpening) -> StreamOpening {
        let prefixes = opening.prefixes.map { prefix in
            let isOurs = ["stream", "db"].contains(prefix.prefix)
            let name = isOurs ? prefix.prefix : letters(prefix.prefix)
            return StreamOpening.Prefix(prefix: name, namespace: redacted(prefix.namespace).namespace)
        }
        // A header in a wrong namespace stays a header in a wrong namespace.
        namespaces.removeAll(keepingCapacity: true)
        var fields = FormFields()
        let header = TapeWriter.element { write(opening.element, isHeader: true, to: $0, &fields) }
        return StreamOpening(
            element: header,
            contentNamespace: opening.contentNamespace.map { redacted($0).namespace }, prefixes: prefixes)
    }

    // MARK: Names

    /// A namespace as it is written, and whether it is one of XMPP.
    struct RedactedNamespace {
        let namespace: Namespace
        let isKnown: Bool
    }

    /// Many elements are in one namespace, which may be long: it is looked at once.
    private mutating func namespace(of element: Element) -> RedactedNamespace {
        if let known = namespaces[element.namespaceKey] { return known }
        let namespace = redacted(element.namespace)
        namespaces[element.namespaceKey] = namespace
        return namespace
    }

    private mutating func namespace(ofAttributeOf element: Element, at offset: Int) -> RedactedNamespace {
        let key = element.attributeNamespaceKey(at: offset)
        if let known = namespaces[key] { return known }
        let namespace = redacted(element.attributeName(at: offset).namespace)
        namespaces[key] = namespace
        return namespace
    }

    /// A word of XMPP is kept in whatever namespace, so that a stanza in a wrong one stays one.
    private mutating func redacted(_ localName: String, in namespace: RedactedNamespace) -> Name {
        let isKept = ProtocolVocabulary.containsWord(localName)
        return Name(isKept ? localName : letters(localName), in: namespace.namespace)
    }

    private mutating func redacted(_ namespace: Namespace) -> RedactedNamespace {
        let text = namespace.rawValue
        let isKnown = ProtocolVocabulary.containsNamespace(text)
        if text.isEmpty || isKnown { return RedactedNamespace(namespace: namespace, isKnown: isKnown) }
        // Short, however long it was: it may be written with each of many elements.
        return RedactedNamespace(
            namespace: Namespace(rawValue: "urn:x-" + pseudonyms.letters(for: text, count: 10)), isKnown: false)
    }

    private mutating func letters(_ name: String) -> String { "x-" + pseudonyms.letters(for: name, count: 10) }

    // MARK: Values

    private mutating func redactedAttribute(
        of element: Element, at offset: Int, isKnown: Bool, _ rule: SecretRule?
    ) -> Attribute {
        let localName = element.attributeLocalName(at: offset)
        let value = element.attributeValue(at: offset)
        let namespace = namespace(ofAttributeOf: element, at: offset)
        guard namespace.namespace == .none else {
            let name = redacted(localName, in: namespace)
            if name == .xmlLang { return Attribute(name, redacted(language: value)) }
            let isOurs = namespace.isKnown && ProtocolVocabulary.containsWord(localName)
            let isReplaced = !isOurs || !isKnown
            return Attribute(
                name, isReplaced ? replacement(for: value) : redacted(value, ofAttribute: localName, in: element))
        }
        // Names of attributes without a namespace are those of their element.
        guard isKnown, ProtocolVocabulary.containsWord(localName) else {
            return Attribute(Name(letters(localName)), replacement(for: value))
        }
        let name = Name(localName)
        if rule?.covers(attributeOf: element, at: offset) == true {
            return Attribute(name, replacement(forIdentifier: value))
        }
        if element.has(Self.boshBody), Self.requestNumbers.contains(localName) {
            return Attribute(name, replacement(forRequestNumber: value))
        }
        return Attribute(name, redacted(value, ofAttribute: localName, in: element))
    }

    private mutating func redacted(_ value: String, ofAttribute name: String, in element: Element) -> String {
        redacted(value, by: RedactionRule(attribute: name, of: element.ownLocalName))
    }

    private mutating func redacted(
        text: String, of element: Element, _ localName: String, _ rule: SecretRule?, _ fields: inout FormFields
    ) -> String {
        let place = RedactionRule(textOf: localName)
        if case .text = rule {
            if text == "=" { return text }
            if case .base64 = place { return redacted(text, by: place) }
            return replacement(for: text)
        }
        if localName == "value", element.parent?.has(Self.formField) == true {
            return fields.isFree(element) ? replacement(for: text) : fieldValue(text)
        }
        if case .replaced = place, text.isOffset { return "Z" }
        return redacted(text, by: place)
    }

    private mutating func redacted(_ value: String, by rule: RedactionRule) -> String {
        switch rule {
        case .address: replacement(forAddress: value)
        case .host: replacement(forHost: value)
        case .replaced: replacement(for: value)
        case .namespace: ProtocolVocabulary.containsNamespace(value) ? value : replacement(for: value)
        case .identifier: replacement(forIdentifier: value)
        case .numericIdentifier: replacement(forNumericIdentifier: value)
        case .base64: replacement(forBase64: value)
        case .size: sizeClass(value) ?? replacement(for: value)
        case .number: value.isSignedNumber ? value : replacement(for: value)
        case .version where value.isVersion: value
        case .word, .version: protocolValue(value) ?? replacement(for: value)
        }
    }

    private static let boshBody = Name.known("body", in: "http://jabber.org/protocol/httpbind")
    private static let formField = Name.known("field", in: "jabber:x:data")
    /// The attributes of a body that number requests (XEP-0124 §7).
    private static let requestNumbers: Set<String> = ["rid", "ack", "report"]

    /// A size as the class that it is in, if it is a number.
    private func sizeClass(_ value: String) -> String? {
        guard value.isNumber(ofDigits: 1...20), let size = UInt64(value) else { return nil }
        return String(Pseudonyms.numberClass(size))
    }

    /// What stands for the value of a form field that the protocol brings: longer numbers can be codes that somebody was
    /// given.
    private mutating func fieldValue(_ text: String) -> String {
        if text.isNumber(ofDigits: 1...2) { return text }
        return protocolValue(text) ?? replacement(for: text)
    }

    /// The value itself, if it is one that XMPP brings, or a time, in UTC.
    private func protocolValue(_ value: String) -> String? {
        if value.isDateTime { return value.inUTC }
        // The other way to write a truth (XML Schema Part 2 §3.2.2).
        if value == "0" || value == "1" { return value }
        return ProtocolVocabulary.containsWord(value) || ProtocolVocabulary.containsNamespace(value) ? value : nil
    }

    /// The language alone, without region or private parts (RFC 5646 §2.2.1).
    private mutating func redacted(language: String) -> String {
        let primary = language.prefix { $0 != "-" }
        let isPlain = (2...3).contains(primary.utf8.count) && primary.utf8.allSatisfy(\.isLetter)
        return isPlain || language.isEmpty ? String(primary) : pseudonyms.letters(for: language, count: 8)
    }
}
