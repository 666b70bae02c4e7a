import XMLStream
import XMPPCapture

/// One page with a sequence diagram, which shows everything without a network.
///
/// Records are written as they come, as JSON within a script element that is data and never run; what is only known
/// at the end, whose connections they were, follows them. The page's script puts none of it into the page but as text,
/// and its content security policy (CSP Level 3) lets no other script run, should one ever come in.
struct ReportFormat: RecordPrinter {
    private struct ConnectionKey: Hashable {
        let file: String?
        let connection: Parties.Connection
    }

    private var parties: [String?: Parties] = [:]
    private var connections: [ConnectionKey: Int] = [:]
    private var order: [(key: ConnectionKey, stream: Int?)] = []
    private var records = 0
    private var recordBytes = 0
    /// How many records the page has no room for.
    private var left = 0
    private var xml: [UInt8] = []

    /// How many records a page holds, and bytes of them: what browsers still show.
    private let recordLimit: Int
    private static let byteLimit = 128 << 20

    init(recordLimit: Int = 100_000) {
        self.recordLimit = recordLimit
    }

    var observesAll: Bool { left == 0 }

    mutating func begin(to output: inout [UInt8]) { output.append(contentsOf: ReportPage.head.utf8) }

    mutating func observe(_ record: TrafficRecord, at place: RecordPlace) {
        parties[place.file, default: Parties()].note(record)
    }

    mutating func print(_ record: TrafficRecord, at place: RecordPlace, to output: inout [UInt8]) {
        guard records < recordLimit, recordBytes < Self.byteLimit else {
            left += 1
            return
        }
        var object = JSONObjectWriter(isForHTML: true)
        object.add("n", place.number)
        object.add("time", record.time?.description)
        object.add("us", record.time.map(Self.microseconds))
        object.add("c", number(of: record, file: place.file))
        object.add("dir", record.direction?.rawValue)
        object.add("kind", record.content.kind)
        object.add("words", Gloss.line(of: record))
        object.add("wrong", record.isWrong ? 1 : nil)
        object.add("packets", record.packets)
        object.add("line", record.line)
        object.add("offset", record.offset)
        object.add("layers", record.layers.map(\.rawValue))
        object.add("diagnostics", record.diagnostics.map(\.visible))
        if let element = record.element { add(element, of: record, to: &object) }
        object.finish()
        if records > 0 { output.append(0x2C) }
        records += 1
        recordBytes += object.bytes.count
        output.append(contentsOf: object.bytes)
    }

    mutating func finish(to output: inout [UInt8]) {
        output.append(contentsOf: ReportPage.betweenRecordsAndConnections.utf8)
        for (index, (key, stream)) in order.enumerated() {
            let ends = parties[key.file]?.ends[key.connection]
            var object = JSONObjectWriter(isForHTML: true)
            object.add("file", key.file?.visible)
            object.add("stream", stream)
            object.add("client", ends?.client?.visible)
            object.add("server", ends?.server?.visible)
            object.finish()
            if index > 0 { output.append(0x2C) }
            output.append(contentsOf: object.bytes)
        }
        output.append(contentsOf: ReportPage.betweenConnectionsAndLeft.utf8)
        output.append(contentsOf: "\(left)".utf8)
        output.append(contentsOf: ReportPage.tail.utf8)
        if left > 0 {
            Diagnostics.report(
                "the page holds the first \(records) records, \(left) more are left out; select those that matter")
        }
    }

    private mutating func number(of record: TrafficRecord, file: String?) -> Int {
        let key = ConnectionKey(file: file, connection: Parties.Connection(record))
        if let known = connections[key] { return known }
        connections[key] = order.count
        order.append((key, record.stream))
        return order.count - 1
    }

    private mutating func add(_ element: Element, of record: TrafficRecord, to object: inout JSONObjectWriter) {
        object.add("name", element.localName.visible)
        object.add("ns", element.namespace.rawValue.visible)
        object.add("type", element.attribute(.type)?.visible)
        object.add("from", element.attribute(.from)?.visible)
        object.add("to", element.attribute(.to)?.visible)
        object.add("id", element.attribute(.id)?.visible)
        let payloads = Array(element.children)
        object.add("payloads", payloads.map { "{\($0.namespaceText(upTo: 256))}\($0.ownLocalName)".visible })
        object.add("payloadWords", payloads.map { Gloss.payload($0).cut(to: 120).visible })
        xml.removeAll(keepingCapacity: true)
        record.appendXML(to: &xml)
        var shown: [UInt8] = []
        XMLText.append(xml[...], to: &shown, isOneLine: false)
        if !shown.isEmpty { shown.withUnsafeBufferPointer { object.add("xml", utf8: $0) } }
    }

    /// Since 1970; what is too far away for 64 bits is at the bound.
    private static func microseconds(_ time: Timestamp) -> Int64 {
        let (product, overflow) = time.seconds.multipliedReportingOverflow(by: 1_000_000)
        let (sum, overflowOfSum) = product.addingReportingOverflow(Int64(time.nanoseconds / 1000))
        return overflow || overflowOfSum ? (time.seconds < 0 ? .min : .max) : sum
    }
}
