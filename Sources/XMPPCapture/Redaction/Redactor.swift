import XMLStream

/// Replaces who and what was talked about, and keeps how: for traffic that is shown to strangers.
///
/// What stays is what the protocol itself brings, by a list: names of elements and attributes, namespaces, values that
/// schemas enumerate, counters, times, and sizes as powers of two. Everything else (addresses, text, identifiers,
/// tokens, hosts, files, names and namespaces that are not of XMPP) is replaced by a pseudonym. The same value gets the
/// same pseudonym wherever it stands, and with the same key in every run; without the key nobody can tell which value
/// it was, or try whether it was a given one.
///
/// | what was there | what stands there |
/// |---|---|
/// | `alice@example.net/phone` | `x-bcdfghjklm@x-….invalid/x-…`, part by part |
/// | `192.0.2.7`, `2001:db8::7` | an address of `240.0.0.0/4` or of `2001:db8::/32` |
/// | text of several words | consonants, with what can make trouble kept: whether it has line feeds, markup, characters beyond ASCII |
/// | Base64, digests, UUIDs | others of their kind |
public struct Redactor: Sendable {
    var pseudonyms: Pseudonyms

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
        record.session = record.session.map { pseudonyms.word($0) }
        record.diagnostics = record.diagnostics.map { redacted(message: $0) }
        return record
    }

    /// The element with everything replaced that the protocol does not bring.
    public mutating func redacted(_ element: Element) -> Element {
        var nodes: [Element.Node] = []
        let isKnown = ProtocolVocabulary.containsNamespace(element.namespace.rawValue)
        let rule = SecretRule(element)
        for node in element.nodes {
            switch node {
            case .element(let child): nodes.append(.element(redacted(child)))
            case .text(let text):
                nodes.append(.text(isKnown ? redacted(text: text, of: element, rule) : replacement(for: text)))
            }
        }
        let attributes = element.attributes.map { redacted($0, of: element, isKnown: isKnown, rule) }
        return Element(redacted(element.name), attributes: attributes, nodes: nodes)
    }

    private mutating func redacted(_ opening: StreamOpening) -> StreamOpening {
        let prefixes = opening.prefixes.map { prefix in
            let isOurs = ["stream", "db"].contains(prefix.prefix)
            let name = isOurs ? prefix.prefix : letters(prefix.prefix)
            return StreamOpening.Prefix(prefix: name, namespace: redacted(prefix.namespace))
        }
        // A header in a wrong namespace stays a header in a wrong namespace.
        let header = redacted(opening.element)
        let isNamedStream = opening.element.localName == Name.stream.localName
        let name = isNamedStream ? Name(Name.stream.localName, in: header.namespace) : header.name
        return StreamOpening(
            element: Element(name, attributes: header.attributes, nodes: header.nodes),
            contentNamespace: opening.contentNamespace.map { redacted($0) }, prefixes: prefixes)
    }

    // MARK: Names

    private mutating func redacted(_ name: Name) -> Name {
        let isKnown = ProtocolVocabulary.containsNamespace(name.namespace.rawValue)
        if isKnown, ProtocolVocabulary.containsWord(name.localName) { return name }
        return Name(letters(name.localName), in: redacted(name.namespace))
    }

    private mutating func redacted(_ namespace: Namespace) -> Namespace {
        let text = namespace.rawValue
        if text.isEmpty || ProtocolVocabulary.containsNamespace(text) { return namespace }
        return Namespace(rawValue: "urn:" + pseudonyms.word(text))
    }

    private mutating func letters(_ name: String) -> String { "x-" + pseudonyms.letters(for: name, count: 10) }

    /// Names of attributes without a namespace are those of their element.
    private mutating func redacted(attribute name: Name, isKnown: Bool) -> Name {
        guard name.namespace == .none else { return redacted(name) }
        if isKnown, ProtocolVocabulary.containsWord(name.localName) { return name }
        return Name(letters(name.localName))
    }

    // MARK: Values

    private mutating func redacted(
        _ attribute: Attribute, of element: Element, isKnown: Bool, _ rule: SecretRule?
    ) -> Attribute {
        let name = redacted(attribute: attribute.name, isKnown: isKnown)
        if attribute.name == .xmlLang { return Attribute(name, redacted(language: attribute.value)) }
        guard isKnown, attribute.name.namespace == .none else {
            return Attribute(name, replacement(for: attribute.value))
        }
        if case .attribute(attribute.name) = rule { return Attribute(name, replacement(for: attribute.value)) }
        switch RedactionRule(attribute: attribute.name.localName) {
        case .address: return Attribute(name, replacement(forAddress: attribute.value))
        case .host: return Attribute(name, replacement(forHost: attribute.value))
        case .replaced: return Attribute(name, replacement(for: attribute.value))
        case .namespace where ProtocolVocabulary.containsNamespace(attribute.value): return attribute
        case .namespace: return Attribute(name, replacement(for: attribute.value))
        case .number where attribute.value.isNumber(ofDigits: 1...19): return Attribute(name, attribute.value)
        case .number, .word:
            return Attribute(name, protocolValue(attribute.value) ?? replacement(for: attribute.value))
        }
    }

    private mutating func redacted(text: String, of element: Element, _ rule: SecretRule?) -> String {
        if case .text = rule { return text == "=" ? text : replacement(for: text) }
        switch RedactionRule(textOf: element) {
        case .address: return replacement(forAddress: text)
        case .host: return replacement(forHost: text)
        case .number where text.isNumber(ofDigits: 1...19): return text
        // Longer numbers in forms can be codes that somebody was given.
        case .number, .word: return protocolValue(text, digits: 1...2) ?? replacement(for: text)
        case .replaced, .namespace: return replacement(for: text)
        }
    }

    /// The value itself, if it is one that XMPP brings, or a number of so many digits.
    private func protocolValue(_ value: String, digits: ClosedRange<Int> = 1...4) -> String? {
        let isKept =
            ProtocolVocabulary.containsWord(value) || ProtocolVocabulary.containsNamespace(value)
            || value.isNumber(ofDigits: digits) || value.isVersion || value.isDateTime
        return isKept ? value : nil
    }

    /// The language alone, without region or private parts (RFC 5646 §2.2.1).
    private mutating func redacted(language: String) -> String {
        let primary = language.prefix { $0 != "-" }
        let isPlain = (2...3).contains(primary.utf8.count) && primary.utf8.allSatisfy(\.isLetter)
        return isPlain || language.isEmpty ? String(primary) : pseudonyms.letters(for: language, count: 8)
    }
}
