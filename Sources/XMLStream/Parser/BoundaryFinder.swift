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
            if tag.isEmpty {
                passText(bytes, &position)
                continue
            }
            switch takeTag(bytes, &position) {
            case .unfinished: return false
            case .broken: skip()
            case .finished:
                if isBoundary() { return true }
                skip()
            }
        }
        return false
    }

    /// Passes over what is no tag, and takes the `<` behind it.
    private mutating func passText(_ bytes: [UInt8], _ position: inout Int) {
        let start = position
        while position < bytes.count, bytes[position] != 0x3C {
            if !XMLCharacters.isWhitespace(bytes[position]) { followsStanza = false }
            position += 1
        }
        skipped += position - start
        guard position < bytes.count else { return }
        tag.append(0x3C)
        position += 1
    }

    private enum TagEnd { case unfinished, broken, finished }

    /// Takes more of a tag, up to its `>`.
    private mutating func takeTag(_ bytes: [UInt8], _ position: inout Int) -> TagEnd {
        let start = position
        let end = min(bytes.count, start + Self.tagLimit + 1 - tag.count)
        defer { tag.append(contentsOf: bytes[start..<position]) }
        while position < end {
            let byte = bytes[position]
            // Even between quotes `<` begins a tag: well-formed values have none, and garbage may have an odd quote.
            if byte == 0x3C { return .broken }
            position += 1
            if quote != 0 {
                if byte == quote { quote = 0 }
            } else if byte == 0x27 || byte == 0x22 {
                quote = byte
            } else if byte == 0x3E {
                return tag.count + position - start > Self.tagLimit ? .broken : .finished
            }
        }
        return tag.count + position - start > Self.tagLimit ? .broken : .unfinished
    }

    private mutating func skip() {
        skipped += tag.count
        followsStanza = isEndTag && Self.roles[name] == .stanza
        tag.removeAll(keepingCapacity: true)
        quote = 0
    }

    /// What a tag of a name shows.
    private enum Role: Equatable {
        /// A boundary.
        case topLevel
        /// A boundary where it follows another stanza or has no namespace of its own.
        case stanza
        /// A boundary in namespaces that begin with one of these: such elements stand in nothing else there, but features
        /// list others, and SASL2 (XEP-0388) and Bind 2 (XEP-0386) carry some of stream management.
        case negotiation([String])
    }

    private static let roles: [String: Role] = {
        var roles: [String: Role] = ["message": .stanza, "presence": .stanza, "iq": .stanza]
        for name in [
            "stream:stream", "?xml", "stream:features", "stream:error", "db:result", "db:verify",
        ] {
            roles[name] = .topLevel
        }
        for (namespace, names) in negotiation {
            for name in names {
                guard case .negotiation(let others)? = roles[name] else {
                    roles[name] = .negotiation([namespace])
                    continue
                }
                roles[name] = .negotiation(others + [namespace])
            }
        }
        return roles
    }()

    private static let negotiation = [
        ("urn:xmpp:sm:", ["r", "a"]),
        ("urn:ietf:params:xml:ns:xmpp-sasl", ["auth", "challenge", "response", "success", "abort", "failure"]),
        (
            "urn:xmpp:sasl:",
            ["authenticate", "challenge", "response", "success", "continue", "next", "abort", "failure"]
        ),
        ("urn:ietf:params:xml:ns:xmpp-tls", ["proceed", "failure"]),
        ("http://jabber.org/protocol/compress", ["compress", "compressed", "failure"]),
    ]
    /// No name that has a role is longer, in octets.
    private static let longestName = 15

    private var isEndTag: Bool { tag.count > 1 && tag[1] == 0x2F }

    /// What follows `<`, or `</`, up to white space or the end of the tag; empty if it is longer than those with a role.
    private var name: String {
        let start = isEndTag ? 2 : 1
        var end = start
        while end < tag.count, !XMLCharacters.isWhitespace(tag[end]), tag[end] != 0x3E, tag[end] != 0x2F { end += 1 }
        return end - start > Self.longestName ? "" : String(decoding: tag[start..<end], as: UTF8.self)
    }

    private func isBoundary() -> Bool {
        if isEndTag { return name == "stream:stream" }
        switch Self.roles[name] {
        case .topLevel: return true
        case .stanza: return followsStanza || !contains("xmlns")
        case .negotiation(let namespaces):
            return namespaces.contains { contains("xmlns='\($0)") || contains("xmlns=\"\($0)") }
        case nil: return false
        }
    }

    /// Whether the bytes of `text` occur in the tag.
    private func contains(_ text: String) -> Bool {
        let wanted = Array(text.utf8)
        guard tag.count >= wanted.count else { return false }
        return (0...tag.count - wanted.count).contains { tag[$0..<$0 + wanted.count].elementsEqual(wanted) }
    }
}

// MARK: - Resynchronising

extension XMLStreamParser {
    /// Gives up what is open, or has failed, and goes on at the next element that can be recognised as one.
    ///
    /// For captures and logs, with `.fragments` framing: after a failure, or where `byteCount` bytes are known to
    /// be missing from what was received. What is passed over, an element that was refused for its size from its
    /// beginning on, is reported as `XMLStreamEvent.skipped(byteCount:)`.
    public mutating func resynchronize(afterGapOf byteCount: Int = 0) {
        abandonEngine()
        boundaries = []
        // Of an element that was only too large, all is passed over.
        if failure == nil { skippedFrom = Self.nowhere }
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
        let first = min(skippedFrom, finder.offset)
        if start > first { boundaries = [(.skipped(byteCount: start - first), first..<start)] }
        skippedFrom = Self.nowhere
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
