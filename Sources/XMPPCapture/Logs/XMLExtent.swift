import XMPPPrimitives

/// Finds where the top-level items of an XMPP stream end, in text that is cut anywhere.
///
/// This is no parser: it knows quotes, comments, CDATA sections and processing instructions well enough to count
/// tags, and leaves everything else to whoever reads the item. A stream's start tag and end tag are items of their
/// own (RFC 6120 §4.2), so what is inside a stream is at the top level too.
struct XMLExtent: Sendable {
    /// What an item means for the connection it is on.
    enum Landmark: Sendable, Equatable {
        /// A stream header or RFC 7395 `<open/>`. Only the side that accepted the connection gives an `id`.
        case streamOpen(hasID: Bool)
        case streamClose
        /// After it the stream is opened anew on the same connection (RFC 6120 §4.3.3, XEP-0138 §3).
        case restart
        /// Only the side that accepted the connection sends it.
        case acceptorOnly
        case element
    }

    enum Event: Sendable, Equatable {
        /// A top-level item is complete; it ends before the offset.
        case item(end: Int, Landmark)
        /// Text that is not white space stands outside every element, at the offset.
        case text(at: Int)
    }

    private enum State: Sendable, Equatable {
        case text, markup, startTag
        case quoted(UInt8)
        case endTag, bang, commentOpening, comment, cdataOpening, cdata, instruction, declaration
    }

    private var state = State.text
    private var depth = 0
    /// How many of the closing bytes of a comment, CDATA section or instruction the last bytes were.
    private var closing = 0
    private var previousIsSlash = false
    /// The first bytes of the top-level tag being read, `<` and `>` left out.
    private var head: [UInt8] = []
    private var landmark = Landmark.element

    /// How much of a top-level tag is kept to see what it is.
    private static let headLimit = 4096

    /// Whether an item has begun and is not complete.
    var isOpen: Bool { state != .text || depth > 0 }
    /// Whether the text read last is in a CDATA section or comment, where tags mean nothing.
    var isInCharacterData: Bool { state == .cdata || state == .comment }

    /// Reads on from `offset` up to the next event, moving `offset` behind what it has read.
    ///
    /// - Returns: nil when all bytes are read and nothing more is known.
    mutating func next(in bytes: [UInt8], from offset: inout Int) -> Event? {
        while offset < bytes.count {
            skipUneventful(bytes, &offset)
            guard offset < bytes.count else { return nil }
            let byte = bytes[offset]
            offset += 1
            if state == .text {
                if byte == UInt8(ascii: "<") {
                    state = .markup
                } else if depth == 0, !byte.isXMLSpace {
                    return .text(at: offset - 1)
                }
            } else if let landmark = step(byte) {
                return .item(end: offset, landmark)
            } else if state == .text, depth == 0, byte != UInt8(ascii: ">") {
                return .text(at: offset - 1)
            }
        }
        return nil
    }

    /// Passes over bytes inside an element that change nothing, which is most of all bytes.
    private func skipUneventful(_ bytes: [UInt8], _ offset: inout Int) {
        guard depth > 0 else { return }
        var index = offset
        switch state {
        case .text:
            while index < bytes.count, bytes[index] != UInt8(ascii: "<") { index += 1 }
        case .quoted(let quote):
            while index < bytes.count, bytes[index] != quote { index += 1 }
        default: return
        }
        offset = index
    }

    /// Takes one byte of markup; returns the landmark of an item that this byte completes.
    private mutating func step(_ byte: UInt8) -> Landmark? {
        switch state {
        case .text: return nil
        case .markup: beginMarkup(byte)
        case .startTag: return stepStartTag(byte)
        case .quoted(let quote):
            keep(byte)
            if byte == quote { state = .startTag }
        case .endTag: return stepEndTag(byte)
        case .bang:
            state =
                byte == UInt8(ascii: "-") ? .commentOpening : byte == UInt8(ascii: "[") ? .cdataOpening : .declaration
        case .commentOpening: state = byte == UInt8(ascii: "-") ? .comment : .declaration
        case .comment: close(byte, after: UInt8(ascii: "-"), times: 2)
        case .cdataOpening:
            if byte == UInt8(ascii: "[") { state = .cdata }
        case .cdata: close(byte, after: UInt8(ascii: "]"), times: 2)
        case .instruction: close(byte, after: UInt8(ascii: "?"), times: 1)
        case .declaration:
            if byte == UInt8(ascii: ">") { state = .text }
        }
        return nil
    }

    private mutating func beginMarkup(_ byte: UInt8) {
        closing = 0
        previousIsSlash = false
        if depth == 0 { head.removeAll(keepingCapacity: true) }
        switch byte {
        case UInt8(ascii: "/"): state = .endTag
        case UInt8(ascii: "?"): state = .instruction
        case UInt8(ascii: "!"): state = .bang
        case _ where byte.isXMLNameStart:
            state = .startTag
            keep(byte)
        default: state = .text
        }
    }

    private mutating func stepStartTag(_ byte: UInt8) -> Landmark? {
        if byte == UInt8(ascii: ">") { return endStartTag() }
        previousIsSlash = byte == UInt8(ascii: "/")
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { state = .quoted(byte) }
        keep(byte)
        return nil
    }

    private mutating func endStartTag() -> Landmark? {
        state = .text
        guard depth == 0 else {
            if !previousIsSlash { depth += 1 }
            return nil
        }
        landmark = TagHead(head).landmark
        if case .streamOpen = landmark, !previousIsSlash { return landmark }
        if previousIsSlash { return landmark }
        depth = 1
        return nil
    }

    private mutating func stepEndTag(_ byte: UInt8) -> Landmark? {
        guard byte == UInt8(ascii: ">") else {
            keep(byte)
            return nil
        }
        state = .text
        guard depth > 0 else { return TagHead(head).isStream ? .streamClose : .element }
        depth -= 1
        return depth == 0 ? landmark : nil
    }

    private mutating func close(_ byte: UInt8, after mark: UInt8, times: Int) {
        if byte == mark {
            closing += 1
        } else if byte == UInt8(ascii: ">"), closing >= times {
            state = .text
        } else {
            closing = 0
        }
    }

    private mutating func keep(_ byte: UInt8) {
        if depth == 0, head.count < Self.headLimit { head.append(byte) }
    }
}

/// The beginning of a tag, looked at only to tell what the tag means for its stream.
private struct TagHead {
    private let bytes: [UInt8]
    private let name: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        name = bytes.prefix { !$0.isXMLSpace && $0 != UInt8(ascii: "/") }
    }

    /// `stream:stream`, whatever the prefix; without a prefix only if the namespace is there.
    var isStream: Bool {
        guard localName.elementsEqual("stream".utf8) else { return false }
        return localName.count < name.count || bytes.count == name.count
            || bytes.find("http://etherx.jabber.org/streams") != nil
    }

    var landmark: XMLExtent.Landmark {
        if isStream { return .streamOpen(hasID: hasID) }
        switch String(decoding: localName, as: UTF8.self) {
        case "open" where isFraming: return .streamOpen(hasID: hasID)
        case "close" where isFraming: return .streamClose
        case "success", "proceed", "compressed": return .restart
        case "features", "challenge": return .acceptorOnly
        default: return .element
        }
    }

    private var localName: ArraySlice<UInt8> {
        guard let colon = name.lastIndex(of: UInt8(ascii: ":")) else { return name }
        return name[(colon + 1)...]
    }

    private var isFraming: Bool { bytes.find("urn:ietf:params:xml:ns:xmpp-framing") != nil }

    private var hasID: Bool {
        var start = 0
        while let found = bytes.find("id=", from: start) {
            if found > 0, bytes[found - 1].isXMLSpace { return true }
            start = found + 3
        }
        return false
    }
}
