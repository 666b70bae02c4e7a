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
        if case .presence(let presence) = stanza { octets += Int(presence.priority) + (presence.show == nil ? 0 : 1) }
        for child in stanza.children { try read(payload: child) }
    }

    private mutating func read(payload element: Element) throws {
        guard let payload = try catalog.payload(element, diagnostics: &diagnostics) else { return }
        payloadCount += 1
        let type: any Payload.Type = type(of: payload)
        if type == Carbon.self, let carbon = payload as? Carbon { return try read(carbon.forwarded) }
        if type == ArchiveResult.self, let result = payload as? ArchiveResult { return try read(result.forwarded) }
        if type == PubSubEvent.self, let event = payload as? PubSubEvent { return try read(event.items?.items) }
        if type == PubSub.self, let answer = payload as? PubSub { return try read(answer.items?.items) }
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
