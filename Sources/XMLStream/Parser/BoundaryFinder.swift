/// Looks for a place at which an element of a stream begins, in bytes that begin anywhere.
///
/// After a gap nothing tells how deep within an element the next byte lies. Two things do show a boundary: what can
/// only stand at the top (a stream header or its end, a declaration, features, a stanza without a namespace of its
/// own, most of negotiation), and a stanza that follows the end tag of another; forwarded stanzas (XEP-0297), which
/// lie deeper, declare their namespace and stand alone.
struct BoundaryFinder: Sendable {
    /// The offset that the search began at.
    let offset: Int
    private(set) var skipped = 0
    /// The bytes of the tag that is being looked at, from its `<`; empty between tags.
    private(set) var tag: [UInt8] = []
    private var quote: UInt8 = 0
    private var followsStanza = false

    /// A tag longer than this is not one that can be recognised.
    private static let tagLimit = 4096

    init(offset: Int) {
        self.offset = offset
    }

    /// Looks at bytes from `position` on. Returns whether a boundary was found: then `tag` begins there.
    mutating func search(_ bytes: [UInt8], from position: inout Int) -> Bool {
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            // Even between quotes `<` begins a tag: well-formed values have none, and garbage may have an odd quote.
            if tag.isEmpty || byte == 0x3C {
                if !tag.isEmpty { skip() }
                if byte == 0x3C {
                    tag = [byte]
                } else {
                    skipped += 1
                    if !XMLCharacters.isWhitespace(byte) { followsStanza = false }
                }
                continue
            }
            tag.append(byte)
            if tag.count > Self.tagLimit {
                skip()
            } else if finishesTag(byte) {
                if isBoundary() { return true }
                skip()
            }
        }
        return false
    }

    private mutating func finishesTag(_ byte: UInt8) -> Bool {
        if quote != 0 {
            if byte == quote { quote = 0 }
            return false
        }
        if byte == 0x27 || byte == 0x22 {
            quote = byte
            return false
        }
        return byte == 0x3E
    }

    private mutating func skip() {
        skipped += tag.count
        followsStanza = tag.starts(with: Array("</".utf8)) && Self.stanzas.contains(name)
        tag = []
        quote = 0
    }

    private static let stanzas = ["message", "presence", "iq"]
    private static let topLevel = [
        "stream:stream", "/stream:stream", "?xml", "stream:features", "stream:error", "db:result", "db:verify",
    ]
    /// Elements of these namespaces that stand in nothing else: features list the others, and SASL2 (XEP-0388) and
    /// Bind 2 (XEP-0386) carry some of stream management.
    private static let negotiation: [(namespace: String, names: Set<String>)] = [
        ("urn:xmpp:sm:", ["r", "a"]),
        (
            "urn:ietf:params:xml:ns:xmpp-sasl",
            ["auth", "challenge", "response", "success", "abort", "failure"]
        ),
        (
            "urn:xmpp:sasl:",
            ["authenticate", "challenge", "response", "success", "continue", "next", "abort", "failure"]
        ),
        ("urn:ietf:params:xml:ns:xmpp-tls", ["proceed", "failure"]),
        ("http://jabber.org/protocol/compress", ["compress", "compressed", "failure"]),
    ]

    /// What follows `<`, or `</`, up to white space or the end of the tag.
    private var name: String {
        let start = tag.starts(with: Array("</".utf8)) ? 2 : 1
        let end: (UInt8) -> Bool = { XMLCharacters.isWhitespace($0) || $0 == 0x3E || $0 == 0x2F }
        return String(decoding: tag.dropFirst(start).prefix { !end($0) }, as: UTF8.self)
    }

    private func isBoundary() -> Bool {
        let isEndTag = tag.starts(with: Array("</".utf8))
        if Self.topLevel.contains((isEndTag ? "/" : "") + name) { return true }
        guard !isEndTag, tag.count > 1, tag[1] != 0x21, tag[1] != 0x3F else { return false }
        let name = name
        let text = String(decoding: tag, as: UTF8.self)
        if Self.stanzas.contains(name) { return followsStanza || !text.utf8.contains("xmlns") }
        return Self.negotiation.contains { namespace, names in
            names.contains(name)
                && (text.utf8.contains("xmlns='\(namespace)") || text.utf8.contains("xmlns=\"\(namespace)"))
        }
    }
}

extension Substring.UTF8View {
    fileprivate func starts(with text: String) -> Bool { starts(with: text.utf8) }
}

extension String.UTF8View {
    /// Whether the bytes of `text` occur in this view.
    fileprivate func contains(_ text: String) -> Bool {
        let wanted = Array(text.utf8)
        let bytes = Array(self)
        guard bytes.count >= wanted.count else { return false }
        return (0...bytes.count - wanted.count).contains { bytes[$0..<$0 + wanted.count].elementsEqual(wanted) }
    }
}

// MARK: - Resynchronising

extension XMLStreamParser {
    /// Gives up what is open, or has failed, and goes on at the next element that can be recognised as one.
    ///
    /// For captures and logs, with `.fragments` framing: after a failure, or where `byteCount` bytes are known to
    /// be missing from what was received. What is passed over is reported as `XMLStreamEvent.skipped(byteCount:)`.
    public mutating func resynchronize(afterGapOf byteCount: Int = 0) {
        abandonEngine()
        boundaries = []
        failure = nil
        letGoOfHeld()
        if byteCount > 0, inputPosition == input.count {
            replaceInput(with: [])
            inputOffset += byteCount
        }
        finder = BoundaryFinder(offset: inputOffset + inputPosition)
        phase = .seeking
    }

    mutating func seek() -> Bool {
        guard var finder else { return false }
        self.finder = nil
        let found = finder.search(input, from: &inputPosition)
        guard found else {
            self.finder = finder
            return false
        }
        let start = finder.offset + finder.skipped
        if finder.skipped > 0 {
            boundaries = [(.skipped(byteCount: finder.skipped), finder.offset..<start)]
        }
        if start >= inputOffset {
            inputPosition = start - inputOffset
        } else {
            putBack(finder.tag)
        }
        startOffset = start
        phase = .content
        return true
    }

    /// Puts a tag that began in bytes that are gone, and of which all but those are read, in front of the rest.
    private mutating func putBack(_ tag: [UInt8]) {
        let gone = tag.prefix(tag.count - inputPosition)
        lineFeedsBeforeInput -= gone.lineFeedCount
        inputOffset -= gone.count
        inputPosition = 0
        countedLines = (0, 0)
        input = gone + input
    }
}
