import XMPPPrimitives

/// One line of a log of records, as `stanzactl redact` writes it: all that a record says, and nothing that another line
/// has to be known for.
///
///     2026-11-30T04:51:47.846Z #3 p17-18+tls+bosh:sid → <iq …/>
///     2026-11-30T04:51:47.9Z #3 p19 ← [gap] 1448
///
/// The time comes first, if there is one; then the connection (`#-` for none); then the packets (`-` for none) with the
/// layers, outermost first, and the BOSH session; then the direction, `·` for none; then the element, or a word in
/// brackets with what belongs to it. `[wrong]` says what is wrong with the record that follows.
struct RecordLine {
    /// What the word in brackets says; `plain` without one.
    enum Kind: String {
        case plain = ""
        case open, close, bosh, gap, error, note, wrong
    }

    var time: Timestamp?
    var stream: Int?
    var direction: Direction?
    var session: String?
    var packets: [Int] = []
    var layers: [TrafficRecord.Layer] = []
    var kind = Kind.plain
    /// What comes last: an element, a number or a sentence.
    var content: ArraySlice<UInt8> = []

    /// The most packets that one record can have come in.
    private static let packetLimit = 1 << 20

    /// Whether a text that begins with these bytes is such a log; nil if more of them are needed to tell.
    static func canBegin(_ bytes: [UInt8]) -> Bool? {
        let line = bytes.prefix { $0 != 0x0A }
        if RecordLine(line) != nil { return true }
        let isIncomplete = line.count < 512 && line.count == bytes.count
        let isPossible = line.first.map { $0.isDigit || $0 == UInt8(ascii: "#") } ?? true
        return isIncomplete && isPossible ? nil : false
    }

    /// Nil if the bytes are no such line.
    init?(_ line: ArraySlice<UInt8>) {
        var rest = line
        if line.first?.isDigit == true {
            guard let time = Timestamp(rfc3339: Self.word(&rest)) else { return nil }
            self.time = time
        }
        let stream = Self.word(&rest)
        guard stream.hasPrefix("#") else { return nil }
        if stream != "#-" {
            guard let number = Self.number(stream.dropFirst()) else { return nil }
            self.stream = number
        }
        guard read(origin: Self.word(&rest)), read(direction: Self.word(&rest)) else { return nil }
        content = rest
        guard rest.first == UInt8(ascii: "[") else { return }
        let word = Self.word(&rest)
        guard word.hasSuffix("]"), let kind = Kind(rawValue: String(word.dropFirst().dropLast())) else { return nil }
        self.kind = kind
        content = rest
    }

    /// Takes the next word and the space behind it.
    private static func word(_ rest: inout ArraySlice<UInt8>) -> String {
        let word = rest.prefix { $0 != 0x20 }
        rest = rest.dropFirst(word.count + 1)
        return String(decoding: word, as: UTF8.self)
    }

    private static func number(_ text: Substring) -> Int? {
        text.utf8.allSatisfy(\.isDigit) && text.utf8.count < 19 ? Int(text) : nil
    }

    private mutating func read(direction word: String) -> Bool {
        switch word {
        case "→": direction = .clientToServer
        case "←": direction = .serverToClient
        case "·": direction = nil
        default: return false
        }
        return true
    }

    private mutating func read(origin word: String) -> Bool {
        let halves = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        session = halves.count > 1 ? String(halves[1]) : nil
        let parts = (halves.first ?? "").split(separator: "+", omittingEmptySubsequences: false)
        guard let first = parts.first, read(packets: first) else { return false }
        layers = parts.dropFirst().compactMap { TrafficRecord.Layer(rawValue: String($0)) }
        return layers.count == parts.count - 1
    }

    private mutating func read(packets word: Substring) -> Bool {
        if word == "-" { return true }
        guard word.hasPrefix("p") else { return false }
        for range in word.dropFirst().split(separator: ",", omittingEmptySubsequences: false) {
            let bounds = range.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
            guard let first = bounds.first.flatMap(Self.number), let last = bounds.last.flatMap(Self.number),
                first <= last, last - first < Self.packetLimit - packets.count, first > packets.last ?? -1
            else { return false }
            packets += first...last
        }
        return true
    }
}
