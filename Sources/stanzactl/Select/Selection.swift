import XMLStream
import XMPPCapture

/// Which records are printed: those that meet every kind of condition, and of each kind at least one.
struct Selection {
    private let streams: Set<Int>
    private var seenStreams: Set<Int> = []
    private let from: [AddressPattern]
    private let to: [AddressPattern]
    private let with: [AddressPattern]
    private let types: [String]
    private let payloads: [PayloadPattern]
    private let texts: [FoldedText]
    private let times: TimeWindow
    /// How many records were left out for no other reason than that they have no time.
    private(set) var recordsWithoutTime = 0
    private let onlyErrors: Bool
    private var parties = Parties()

    init(_ arguments: ParsedArguments) {
        streams = Set(arguments.all(SelectionOptions.stream))
        from = arguments.all(SelectionOptions.from)
        to = arguments.all(SelectionOptions.to)
        with = arguments.all(SelectionOptions.with)
        types = arguments.all(SelectionOptions.type)
        payloads = arguments.all(SelectionOptions.payload)
        texts = arguments.all(SelectionOptions.contains)
        times = TimeWindow(since: arguments[SelectionOptions.since], until: arguments[SelectionOptions.until])
        onlyErrors = arguments[SelectionOptions.errors] == true
    }

    private var needsParties: Bool { !from.isEmpty || !to.isEmpty || !with.isEmpty }

    /// Forgets whose connections were whose: another file begins.
    mutating func beginFile() { parties = Parties() }

    /// Whether a record is selected. All records have to be asked about, in their order.
    mutating func includes(_ record: TrafficRecord) -> Bool {
        if needsParties { parties.note(record) }
        if !streams.isEmpty, let stream = record.stream, streams.contains(stream) { seenStreams.insert(stream) }
        guard streams.isEmpty || record.stream.map(streams.contains) ?? false else { return false }
        let isInTime = times.contains(record.time)
        guard isInTime || record.time == nil, hasAddresses(record), hasType(record), hasPayload(record),
            hasText(record),
            !onlyErrors || record.isWrong
        else { return false }
        if !isInTime { recordsWithoutTime += 1 }
        return isInTime
    }

    /// The connections that were asked for, and that no record was of.
    var missingStreams: [Int] { streams.subtracting(seenStreams).sorted() }

    private func hasAddresses(_ record: TrafficRecord) -> Bool {
        guard needsParties else { return true }
        let (sender, receiver) = parties.addresses(of: record)
        return (from.isEmpty || from.contains { $0.matches(sender) })
            && (to.isEmpty || to.contains { $0.matches(receiver) })
            && (with.isEmpty || with.contains { $0.matches(sender) || $0.matches(receiver) })
    }

    private func hasType(_ record: TrafficRecord) -> Bool {
        guard !types.isEmpty else { return true }
        guard let element = record.element else { return false }
        let type = element.attribute(.type) ?? Self.assumedType(of: record)
        return types.contains { $0 == type || $0 == element.localName }
    }

    /// What a stanza is without a type (RFC 6121 §5.2.2); a presence then says that somebody is there.
    private static func assumedType(of record: TrafficRecord) -> String? {
        guard case .stanza(let element) = record.content else { return nil }
        switch element.localName {
        case "message": return "normal"
        case "presence": return "available"
        default: return nil
        }
    }

    private func hasPayload(_ record: TrafficRecord) -> Bool {
        guard !payloads.isEmpty else { return true }
        guard let element = record.element else { return false }
        if case .nonza = record.content, payloads.contains(where: { $0.matches(element) }) { return true }
        return element.descendants.contains { child in payloads.contains { $0.matches(child) } }
    }

    private func hasText(_ record: TrafficRecord) -> Bool {
        texts.isEmpty || texts.contains { $0.occurs(in: record) }
    }
}

/// A namespace, a local name, or both as `{namespace}name`.
struct PayloadPattern {
    private enum Kind {
        case either(String)
        case both(namespace: String, localName: String)
    }

    private let kind: Kind

    /// Nil if the text is none of these: braces go around a namespace before a name, and white space is in none.
    init?(_ text: String) {
        guard !text.isEmpty, !text.unicodeScalars.contains(where: \.properties.isWhitespace) else { return nil }
        guard text.hasPrefix("{") else {
            guard !text.contains(where: "{}".contains) else { return nil }
            kind = .either(text)
            return
        }
        let parts = text.dropFirst().split(separator: "}", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[1].isEmpty, !parts.joined().contains("{") else { return nil }
        kind = .both(namespace: String(parts[0]), localName: String(parts[1]))
    }

    func matches(_ element: Element) -> Bool {
        switch kind {
        case .either(let text): text == element.ownLocalName || element.isIn(Namespace(rawValue: text))
        case .both(let namespace, let localName):
            localName == element.ownLocalName && element.isIn(Namespace(rawValue: namespace))
        }
    }
}
