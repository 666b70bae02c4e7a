import XMLStream
import XMPPCapture

/// One JSON object a line; its schema, which ``helpTopic`` describes, only ever gains keys.
struct JSONLFormat: RecordPrinter {
    private var xml: [UInt8] = []
    private var object = JSONObjectWriter()

    /// How much of a namespace stands with each payload, in bytes: many may be in a long one.
    fileprivate static let longestNamespace = 256

    mutating func print(_ record: TrafficRecord, at place: RecordPlace, to output: inout [UInt8]) {
        object.restart()
        object.add("n", place.number)
        object.add("file", place.file)
        if let time = record.time { object.add("time", plain: time.append) }
        object.add("stream", record.stream)
        object.add("dir", record.direction?.rawValue)
        object.add("packets", record.packets)
        object.add("line", record.line)
        object.add("offset", record.offset)
        if !record.layers.isEmpty { object.add("layer", plain: record.layers.appendNames) }
        object.add("kind", record.content.kind)
        let element = record.element
        if let element { Self.add(element, to: &object) }
        switch record.content {
        case .gap(let byteCount): object.add("bytes", byteCount)
        case .error(let message), .note(let message): object.add("message", message)
        case .streamOpen, .streamClose, .stanza, .nonza, .bosh: break
        }
        object.add("diagnostics", record.diagnostics)
        xml.removeAll(keepingCapacity: true)
        if element != nil { record.appendXML(to: &xml) }
        if !xml.isEmpty { xml.withUnsafeBufferPointer { object.add("xml", utf8: $0) } }
        object.finish()
        output.append(contentsOf: object.bytes)
    }

    /// Adds what is at the head of an element.
    static func add(_ element: Element, to object: inout JSONObjectWriter) {
        element.readName { local, namespace in
            object.add("name", utf8: local)
            object.add("ns", utf8: namespace)
        }
        withExtendedLifetime(element) {
            let cursor = element.cursor
            let offsets = cursor.headerOffsets
            add("type", cursor.octets(atOffset: offsets.type), to: &object)
            add("from", cursor.octets(atOffset: offsets.from), to: &object)
            add("to", cursor.octets(atOffset: offsets.to), to: &object)
            add("id", cursor.octets(atOffset: offsets.id), to: &object)
        }
        object.addArray("payloads", element.children) { $0.append(nameOf: $1) }
    }

    private static func add(
        _ key: StaticString, _ octets: UnsafeBufferPointer<UInt8>?, to object: inout JSONObjectWriter
    ) {
        if let octets { object.add(key, utf8: octets) }
    }
}

extension JSONObjectWriter {
    /// Appends the string `{namespace}name`.
    fileprivate mutating func append(nameOf element: Element) {
        element.readName { local, namespace in
            appendPlain("\"{")
            appendCharacters(namespace.prefix(ofCharacters: JSONLFormat.longestNamespace))
            if namespace.count > JSONLFormat.longestNamespace { appendPlain("…") }
            appendPlain("}")
            appendCharacters(local)
            appendPlain("\"")
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The first bytes, at most so many, that end with a whole character of UTF-8.
    fileprivate func prefix(ofCharacters most: Int) -> UnsafeBufferPointer<UInt8> {
        var end = Swift.min(most, count)
        while end > 0, end < count, self[end] & 0xC0 == 0x80 { end -= 1 }
        return UnsafeBufferPointer(rebasing: self[..<end])
    }
}

extension [TrafficRecord.Layer] {
    /// Appends the names of layers, outermost first: `tls+ws`.
    fileprivate func appendNames(to text: inout [UInt8]) {
        for (index, layer) in enumerated() {
            if index > 0 { text.append(UInt8(ascii: "+")) }
            text.append(contentsOf: layer.rawValue.utf8)
        }
    }
}

extension TrafficRecord.Content {
    /// The word for it in jsonl.
    var kind: String {
        switch self {
        case .streamOpen: "stream-open"
        case .streamClose: "stream-close"
        case .stanza: "stanza"
        case .nonza: "nonza"
        case .bosh: "bosh"
        case .gap: "gap"
        case .error: "error"
        case .note: "note"
        }
    }
}

extension JSONLFormat {
    static let helpTopic = Help.Topic(
        name: "jsonl",
        summary: "Describe what decode --format jsonl prints.",
        text: """
            stanzactl decode --format jsonl prints one JSON object (RFC 8259, UTF-8) a line.
            A value that is not there has no key. Keys may be added in later versions; those
            here stay as they are.

              n            number: of the record, counted from 1 over all that is decoded,
                           whether it is printed or not
              file         string: the file, if several are decoded
              time         string: when its last byte was captured or logged, RFC 3339 in
                           UTC, as precise as the input says
              stream       number: the connection, as Wireshark's tcp.stream: from 0 in the
                           order of appearance; starts anew with each file
              dir          string: c2s if sent by the side that opened the connection, s2c
                           if by the other
              packets      array of numbers: the packets that carried it, ascending, as
                           Wireshark counts them
              line         number: the line of the log or text it begins on, from 1
              offset       number: the offset of its first byte in its direction of the
                           connection, beneath all layers, or in the text
              layer        string: what it came through, outermost first: tls, zlib, ws or
                           bosh; several are joined by +, as in tls+ws
              kind         string: one of
                 stream-open    a stream header (RFC 6120 §4.7) or <open/> (RFC 7395 §3.3)
                 stream-close   the end of a stream, or <close/>
                 stanza         a message, presence or iq
                 nonza          any other element of a stream
                 bosh           a <body/> of BOSH; its content follows as records
                 gap            bytes that the capture lacks or that made no sense
                 error          a violation that could not be read over
                 note           something worth knowing about the connection or the file
              name, ns     strings: local name and namespace of the element
              type, from, to, id
                           strings: its attributes of these names
              payloads     array of strings: {namespace}name of each of its children;
                           of a namespace of more than 256 bytes the first, and …
              bytes        number: how many bytes a gap is long
              message      string: what an error or a note says
              diagnostics  array of strings: what is wrong with it though it could be read,
                           values included that their specification does not allow
              xml          string: the element as a document that parses on its own; of a
                           stream header the start tag, as an empty element; of a BOSH
                           <body/> likewise

            Secrets are *** unless --show-secrets is given.
            """
    )
}
