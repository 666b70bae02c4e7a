import XMLStream

/// Where the channels of one input put their records.
final class RecordSink {
    private var records: [TrafficRecord] = []
    private var taken = 0

    func append(_ record: TrafficRecord) { records.append(record) }

    func next() -> TrafficRecord? {
        guard taken < records.count else {
            records.removeAll(keepingCapacity: true)
            taken = 0
            return nil
        }
        defer { taken += 1 }
        return records[taken]
    }
}

/// The namespaces whose messages, presences and IQs are stanzas (RFC 6120 §4.8.2; XEP-0114).
enum StanzaNamespaces {
    static let all: [Namespace] = [.client, .server, "jabber:component:accept", "jabber:component:connect"]
    private static let names = ["message", "presence", "iq"]

    static func isStanza(_ name: Name) -> Bool {
        names.contains(name.localName) && all.contains(name.namespace)
    }

    /// The record that an element of a stream is.
    static func content(_ element: Element) -> TrafficRecord.Content {
        isStanza(element.name) ? .stanza(element) : .nonza(element)
    }
}
