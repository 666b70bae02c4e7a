import XMLStream

/// Where the channels of one input put their records.
final class RecordSink {
    private var records: [TrafficRecord] = []
    /// Those that are being handed out, the last first: so they are moved and not copied.
    private var outgoing: [TrafficRecord] = []
    private var relayed: [(index: Int, content: RelayedContent)] = []
    /// About how much memory that takes which came since the last was taken, in bytes.
    private(set) var estimatedBytes = 0

    /// Whether bytes wait beneath for others that may be missing.
    var mayLackEarlier = false

    func append(_ record: consuming TrafficRecord) {
        estimatedBytes += record.estimatedBytes
        if mayLackEarlier { record.mayLackEarlier = true }
        records.append(record)
    }

    /// Puts what is to be read elsewhere between the records.
    func relay(_ content: consuming RelayedContent) {
        estimatedBytes += content.estimatedBytes
        relayed.append((records.count, content))
    }

    /// All that has come, in place of ``next()``.
    func takeAll() -> RecordBatch {
        let batch = RecordBatch(records: records, relayed: relayed, estimatedBytes: estimatedBytes)
        estimatedBytes = 0
        (records, relayed) = ([], [])
        records.reserveCapacity(batch.records.count)
        relayed.reserveCapacity(batch.relayed.count)
        return batch
    }

    func next() -> TrafficRecord? {
        if outgoing.isEmpty {
            guard !records.isEmpty else { return nil }
            swap(&records, &outgoing)
            estimatedBytes = 0
            outgoing.reverse()
        }
        return outgoing.popLast()
    }
}

/// The namespaces whose messages, presences and IQs are stanzas (RFC 6120 §4.8.2; XEP-0114).
enum StanzaNamespaces {
    static let all: [Namespace] = [.client, .server, "jabber:component:accept", "jabber:component:connect"]
    static let names = ["message", "presence", "iq"]

    private static let table = NameTable(
        (["message", "presence", "iq"] as [StaticString]).flatMap { name in
            [
                Name.known(name, in: "jabber:client"), Name.known(name, in: "jabber:server"),
                Name.known(name, in: "jabber:component:accept"), Name.known(name, in: "jabber:component:connect"),
            ]
        })

    static func isStanza(_ element: Element) -> Bool { table.index(ofNameOf: element) != nil }

    /// The record that an element of a stream is.
    static func content(_ element: Element) -> TrafficRecord.Content {
        isStanza(element) ? .stanza(element) : .nonza(element)
    }
}
