import XMLStream
import XMPPCapture
import XMPPPrimitives

/// Parses one direction of a stream until it breaks a rule for good, and looks at what it says until then.
struct StreamLinter: ~Copyable {
    private var parser = XMLStreamParser(framing: .stream)
    private var audit = StreamAudit()
    private var lines = ElementLine()
    /// The bytes that ``lines`` has not passed yet, and the offset of the first of them.
    private var bytes: [UInt8] = []
    private var offset = 0
    /// Behind this offset it is open whether a stream header comes, as long as too few bytes are there to tell.
    private var possibleRestart: Int?
    /// Behind this offset the stream is over.
    private var end: Int?
    private var hasContentAfterEnd = false
    /// What the parser found at a comment of which it is open what it says, as long as too few bytes are there to tell.
    private var undecided: XMLStreamError?
    /// Where a comment says that what was redacted ended within an element.
    private var cut: Int?
    /// What ended the stream.
    private(set) var violation: StreamViolation?
    /// Whether there was a header, or an element.
    private(set) var hasRead = false
    /// What was found and not taken.
    private var findings: [Finding] = []

    /// Elements behind which the side that sent them begins its stream anew (RFC 6120 §5.4.3.3, §6.4.6;
    /// XEP-0138 §3).
    private static let restarting: [Name] = [
        .known("proceed", in: "urn:ietf:params:xml:ns:xmpp-tls"),
        .known("success", in: "urn:ietf:params:xml:ns:xmpp-sasl"),
        .known("compressed", in: "http://jabber.org/protocol/compress"),
    ]
    /// Elements behind which the side that sent them begins anew if the other agrees.
    private static let asking: [Name] = [
        .known("starttls", in: "urn:ietf:params:xml:ns:xmpp-tls"),
        .known("auth", in: "urn:ietf:params:xml:ns:xmpp-sasl"),
        .known("response", in: "urn:ietf:params:xml:ns:xmpp-sasl"),
        .known("compress", in: "http://jabber.org/protocol/compress"),
    ]

    /// Takes the next bytes.
    mutating func receive(_ received: [UInt8]) {
        guard violation == nil, cut == nil else { return }
        bytes += received
        if end == nil { parser.receive(received) }
        do {
            try read()
        } catch {
            judge(error)
        }
        guard violation == nil, undecided == nil, possibleRestart == nil else { return }
        if let end, !hasContentAfterEnd { lookBehind(end) }
        lines.pass(bytes, openAt: end == nil ? parser.openElementOffset : nil)
        offset += bytes.count
        bytes = []
    }

    /// What was found since it was asked last.
    mutating func takeFindings() -> [Finding] {
        defer { findings = [] }
        return findings
    }

    /// Says that the input is over; returns a sentence if that cut something off.
    mutating func finish() -> String? {
        parser.finish()
        if let undecided { violation = StreamViolation(undecided) }
        if let cut { return Self.cutSentence(cut) }
        guard end == nil, case .endOfInput(.withinElement(let offset))? = try? parser.next() else { return nil }
        return Self.cutSentence(offset)
    }

    private static func cutSentence(_ offset: Int) -> String {
        "the input ends within the element that begins at byte \(offset)"
    }

    /// Takes what ended the stream, or, where that is a comment of `redact`, what the comment says ended it.
    private mutating func judge(_ error: XMLStreamError) {
        undecided = nil
        let text = bytes.dropFirst(max(error.offset - offset, 0)).prefix(RecordComment.limit)
        guard error.condition == .restrictedXML, Self.canBeComment(text) else {
            violation = StreamViolation(error)
            return
        }
        let end = text.firstRange(of: "-->".utf8)?.upperBound
        if end == nil, text.count < RecordComment.limit {
            undecided = error
        } else if let end, let comment = RecordComment(text[..<end]), case .error = comment.content {
            violation = StreamViolation(comment, at: error)
            if violation == nil { cut = error.offset }
        } else {
            violation = StreamViolation(error)
        }
    }

    private static func canBeComment(_ text: ArraySlice<UInt8>) -> Bool {
        let start = "<!-- [".utf8
        return text.prefix(start.count).elementsEqual(start.prefix(text.count))
    }

    private mutating func read() throws(XMLStreamError) {
        while end == nil, restartsIfAllowed(), let event = try parser.next() {
            let range = parser.eventRange
            hasRead = true
            findings += audit.receive(
                event, offset: range.lowerBound, line: lines.number(at: range.lowerBound, in: bytes))
            switch event {
            case .element(let element):
                if Self.restarting.contains(where: element.has) { parser.restart() }
                if audit.direction == .clientToServer, Self.asking.contains(where: element.has) {
                    possibleRestart = range.upperBound
                }
            case .streamClose: end = range.upperBound
            case .streamOpen, .skipped, .endOfInput: break
            }
        }
    }

    /// Begins the stream anew if it may, and a header comes; false if more bytes are needed to tell.
    private mutating func restartsIfAllowed() -> Bool {
        guard let start = possibleRestart else { return true }
        guard let isHeader = Self.isHeader(bytes.dropFirst(max(start - offset, 0))) else { return false }
        possibleRestart = nil
        if isHeader { parser.restart() }
        return true
    }

    /// Whether a text begins with a stream header, or the XML declaration before one; nil if too little of it is there.
    private static func isHeader(_ text: ArraySlice<UInt8>) -> Bool? {
        let text = text.drop(while: \.isXMLSpace)
        guard let first = text.first else { return nil }
        guard first == UInt8(ascii: "<") else { return false }
        guard let second = text.dropFirst().first else { return nil }
        if second == UInt8(ascii: "?") { return true }
        let rest = text.dropFirst().prefix(100)
        guard let nameEnd = rest.firstIndex(where: { $0.isXMLSpace || [0x2F, 0x3E].contains($0) }) else {
            return rest.count < 100 ? nil : false
        }
        let localName = rest[..<nameEnd].split(separator: UInt8(ascii: ":")).last
        return localName?.elementsEqual("stream".utf8) ?? false
    }

    private mutating func lookBehind(_ end: Int) {
        guard let index = bytes.dropFirst(max(end - offset, 0)).firstIndex(where: { !$0.isXMLSpace }) else { return }
        let place = offset + index
        findings.append(audit.findContentAfterEnd(offset: place, line: lines.number(at: place, in: bytes)))
        hasContentAfterEnd = true
    }
}
