import XMLStream

/// One thing that a capture or log says: an element of a stream, its beginning or end, or why something is missing.
public struct TrafficRecord: Sendable, Hashable {
    /// What the record is.
    public enum Content: Sendable, Hashable {
        /// A stream header (RFC 6120 §4.7), or `<open/>` (RFC 7395 §3.3).
        case streamOpen(StreamOpening)
        /// The end of a stream; over WebSocket with its `<close/>`.
        case streamClose(Element?)
        /// A message, presence or IQ in the namespace of clients, servers or components.
        case stanza(Element)
        /// Any other element of a stream: features, negotiation, stream management, stream errors.
        case nonza(Element)
        /// A `<body/>` of BOSH (XEP-0124) as an element without content; its stanzas follow as records.
        case bosh(Element)
        /// Bytes that the capture does not have, or that could not be understood after such.
        case gap(byteCount: Int64)
        /// A violation: why the bytes here could not be read.
        case error(String)
        /// Something worth knowing about the connection or the file.
        case note(String)
    }

    /// A layer between TCP and XMPP.
    public enum Layer: String, Sendable, Hashable, CaseIterable {
        case tls, zlib
        case webSocket = "ws"
        case bosh
    }

    /// What the record says.
    public var content: Content
    /// When the last byte of it was captured or logged.
    public var time: Timestamp?
    /// The connection, as Wireshark's `tcp.stream`: numbered from 0 in order of appearance.
    public var stream: Int?
    /// Which way it went.
    public var direction: Direction?
    /// The BOSH session that it belongs to, by its `sid` (XEP-0124 §7.2), on whichever connections that goes.
    public var session: String?
    /// The packets that carried it, ascending, as Wireshark counts them; empty for logs but
    /// those that name them.
    public var packets: [Int]
    /// The layers it came through, outermost first.
    public var layers: [Layer]
    /// The line of the log or text that it begins on, counted from 1.
    public var line: Int?
    /// The offset of its first byte in its direction of the connection, or in the text; behind layers, in what the
    /// innermost of them carries.
    public var offset: Int?
    /// How many bytes it is long where ``offset`` counts them; absent for what is no part of a stream.
    public var byteCount: Int?
    /// What is wrong with it, though it could be read: one sentence each.
    public var diagnostics: [String]

    /// Which recording of its BOSH session it is part of, where a capture has several: both sides of a proxy.
    var leg = 0
    /// Whether bytes waited when it came, for others that may be missing, so that it may only seem to be in the wrong.
    package internal(set) var mayLackEarlier = false

    /// Creates a record.
    public init(
        _ content: Content, time: Timestamp? = nil, stream: Int? = nil, direction: Direction? = nil,
        packets: [Int] = [],
        layers: [Layer] = [], line: Int? = nil, offset: Int? = nil, session: String? = nil,
        diagnostics: [String] = [], byteCount: Int? = nil
    ) {
        self.content = content
        self.time = time
        self.stream = stream
        self.direction = direction
        self.packets = packets
        self.layers = layers
        self.line = line
        self.offset = offset
        self.session = session
        self.diagnostics = diagnostics
        self.byteCount = byteCount
    }

    /// The element that the record is about, if it is about one; of a stream header, the header itself.
    public var element: Element? {
        switch content {
        case .streamOpen(let opening): opening.element
        case .streamClose(let element): element
        case .stanza(let element), .nonza(let element), .bosh(let element): element
        case .gap, .error, .note: nil
        }
    }
}

extension TrafficRecord {
    /// Without the diagnostics that may be wrong, because bytes waited for others when the record came.
    package var withoutPresumptions: TrafficRecord {
        guard mayLackEarlier, diagnostics.contains(where: RecordDiagnosticRule.presumes) else { return self }
        var certain = self
        certain.diagnostics.removeAll(where: RecordDiagnosticRule.presumes)
        return certain
    }
}
