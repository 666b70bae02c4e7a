import XMPP

/// Reads a stream as a program does that wants to know from whom, to whom, and what.
struct TypedReader: StreamReader, ~Copyable {
    private var parser = XMLStreamParser()
    private(set) var count = 0
    /// The octets of everything that was taken out of stanzas.
    private(set) var octets = 0

    init() {}

    @inline(never)
    mutating func read(_ chunks: ArraySlice<[UInt8]>) throws {
        for chunk in chunks {
            parser.receive(chunk)
            while let event = try parser.next() {
                guard case .element(let element) = event else { continue }
                count += 1
                if let stanza = try Stanza(element) { octets += octetsTaken(from: stanza) }
            }
        }
    }
}

/// Reads a stream as a program does that has a type for everything.
struct FullReader: StreamReader, ~Copyable {
    private var parser = XMLStreamParser()
    private let catalog = PayloadCatalog.known
    private(set) var count = 0
    private(set) var octets = 0
    /// How many payloads there were, those of forwarded stanzas and of items included.
    private(set) var payloadCount = 0
    private var diagnostics: [PayloadError] = []

    init() {}

    @inline(never)
    mutating func read(_ chunks: ArraySlice<[UInt8]>) throws {
        for chunk in chunks {
            parser.receive(chunk)
            while let event = try parser.next() {
                guard case .element(let element) = event else { continue }
                count += 1
                if let stanza = try Stanza(element) { try read(stanza) } else { try read(payload: element) }
            }
        }
        if let first = diagnostics.first { throw Trouble.failed("the workload has a payload that deviates: \(first)") }
    }

    private mutating func read(_ stanza: Stanza) throws {
        octets += octetsTaken(from: stanza)
        switch stanza {
        case .message(let message):
            for child in message.children { try read(payloadOfMessage: child) }
        case .presence(let presence):
            octets += Int(presence.priority) + (presence.show == nil ? 0 : 1)
            for child in presence.children { try read(payload: child) }
        case .iq(let iq):
            for child in iq.children { try read(payloadOfIQ: child) }
        }
    }

    private mutating func read(payload element: Element) throws {
        if try catalog.payload(element, diagnostics: &diagnostics) != nil { payloadCount += 1 }
    }

    /// What holds payloads itself is read by its type, to look into it.
    private mutating func read(payloadOfMessage element: Element) throws {
        if Carbon.matches(element) {
            payloadCount += 1
            try read(Carbon(element, diagnostics: &diagnostics).forwarded)
        } else if ArchiveResult.matches(element) {
            payloadCount += 1
            try read(ArchiveResult(element, diagnostics: &diagnostics).forwarded)
        } else if PubSubEvent.matches(element) {
            payloadCount += 1
            try read(PubSubEvent(element, diagnostics: &diagnostics).items?.items)
        } else {
            try read(payload: element)
        }
    }

    private mutating func read(payloadOfIQ element: Element) throws {
        guard PubSub.matches(element) else { return try read(payload: element) }
        payloadCount += 1
        try read(PubSub(element, diagnostics: &diagnostics).items?.items)
    }

    private mutating func read(_ forwarded: Forwarded) throws {
        if let stanza = try forwarded.stanza() { try read(stanza) }
    }

    private mutating func read(_ items: [PubSubItem]?) throws {
        for item in items ?? [] {
            for element in item.content { try read(payload: element) }
        }
    }
}

/// Takes the header fields and the text of a stanza as strings; returns how many octets they have.
@inline(__always)
private func octetsTaken(from stanza: Stanza) -> Int {
    switch stanza {
    case .message(let message):
        octets(message.from?.full) + octets(message.to?.full) + octets(message.id) + octets(message.type.rawValue)
            + octets(message.body)
    case .presence(let presence):
        octets(presence.from?.full) + octets(presence.to?.full) + octets(presence.id)
            + octets(presence.type?.rawValue) + octets(presence.status)
    case .iq(let iq):
        octets(iq.from?.full) + octets(iq.to?.full) + octets(iq.id) + octets(iq.type.rawValue)
    }
}

@inline(__always)
private func octets(_ text: String?) -> Int { text?.utf8.count ?? 0 }

/// What typed readers have to find in a stream, counted by names alone.
struct Expectation {
    private(set) var octets = 0
    private(set) var payloads = 0
    private let catalog = PayloadCatalog.known

    /// Where payloads stand, and what text of a stanza is read.
    private static let stanzas: [Name: Name?] = [.message: .body, .presence: .status, .iq: nil]
    private static let items = ["http://jabber.org/protocol/pubsub", "http://jabber.org/protocol/pubsub#event"].map {
        Name("item", in: Namespace(rawValue: $0))
    }

    init(_ workload: Workload) throws {
        for element in try workload.elements() {
            try countOctets(of: element)
            if Self.stanzas[element.name] == nil { try countPayload(element) }
            for parent in [element] + element.descendants where Self.holdsPayloads(parent) {
                for child in parent.children { try countPayload(child) }
            }
        }
    }

    private static func holdsPayloads(_ element: Element) -> Bool {
        stanzas[element.name] != nil || items.contains(element.name)
    }

    private mutating func countOctets(of stanza: Element) throws {
        guard let text = Self.stanzas[stanza.name] else { return }
        for name in [Name.from, .to, .id, .type] { octets += bench.octets(stanza.attribute(name)) }
        if stanza.has(.message), stanza.attribute(.type) == nil { octets += "normal".utf8.count }
        octets += bench.octets(text.flatMap { stanza.firstChild($0)?.text })
    }

    private mutating func countPayload(_ element: Element) throws {
        var diagnostics: [PayloadError] = []
        if try catalog.payload(element, diagnostics: &diagnostics) != nil { payloads += 1 }
    }
}
