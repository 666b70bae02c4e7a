/// One direction of an HTTP/1.1 connection: its bytes become the parts of messages, one at a time.
final class HTTPSide {
    enum Part {
        /// A head is complete. How its body is framed has to be said with ``HTTPSide/beginBody(_:)``.
        case head(HTTPHead, SourceRun.Origin)
        /// The next bytes of the body, without their framing.
        case body(SourceRun)
        /// Bytes of the body that the capture does not have.
        case missing(Int64, SourceRun.Origin)
        /// The message ends.
        case end(SourceRun.Origin)
        /// The message cannot be followed further, because of a gap or of what was found; another may begin later.
        case lost(Loss, SourceRun.Origin)
        /// Bytes between a loss and the next head.
        case stray(SourceRun)
    }

    enum Loss {
        case gap(Int64, GapKind)
        case malformed(String)
    }

    private enum State {
        case head
        case awaitsFraming
        case body(remaining: Int)
        case chunkSize, chunkEnd, trailer
        case chunk(remaining: Int)
        case untilClose
        /// Looking for a run that begins with a message.
        case seeking
    }

    /// The longest head, chunk size line or trailer, in bytes; servers allow 8 to 16 KiB.
    private static let lineLimit = 64 << 10

    let direction: Direction
    private var state: State
    private var waiting: [Channel.SourceEvent] = []
    private var position = 0
    /// A head, chunk size line or trailer that is not complete, and where it comes from.
    private var line: [UInt8] = []
    private(set) var lineOrigin = SourceRun.Origin.none
    private(set) var waitingByteCount = 0
    /// A few bytes with which a head may begin, behind a loss.
    private var carried: SourceRun?

    init(_ direction: Direction, isWhole: Bool) {
        self.direction = direction
        state = isWhole ? .head : .seeking
    }

    // MARK: Input

    func receive(_ event: Channel.SourceEvent) {
        waiting.append(event)
        if case .run(let run) = event { waitingByteCount += run.bytes.count }
    }

    /// How many bytes are kept of a line, or of a head, that is not complete.
    var heldByteCount: Int { line.count }

    /// The few bytes behind a loss that nothing follows.
    func takeCarried() -> SourceRun? { carried.take() }

    /// Looks for the next message instead of the end of what is held.
    func giveUp() {
        guard !line.isEmpty else { return }
        state = .seeking
        line = []
    }

    /// Has the last run that waits own its bytes: a part of a packet keeps alive all that was read with it.
    func detachLast() {
        if case .run(let run) = waiting.last { waiting[waiting.count - 1] = .run(run.detached) }
    }

    /// Says how the body ends that belongs to the head returned last.
    func beginBody(_ framing: HTTPFraming) {
        switch framing {
        case .length(let count): state = .body(remaining: count)
        case .chunked: state = .chunkSize
        case .untilClose: state = .untilClose
        case .tunnel, .invalid: state = .seeking
        }
    }

    /// Whether the body goes on until the connection ends.
    var isUntilClose: Bool {
        if case .untilClose = state { return true }
        return false
    }

    /// What has not been read, for who reads on.
    func takeRest() -> [Channel.SourceEvent] {
        defer {
            waiting = []
            (position, waitingByteCount) = (0, 0)
        }
        return Array(waiting[position...])
    }

    // MARK: Output

    /// The next part; nil if more bytes are needed.
    func next() -> Part? {
        while true {
            if case .body(0) = state {
                state = .head
                return .end(lineOrigin)
            }
            if case .awaitsFraming = state { return nil }
            guard let event = takeEvent() else { return nil }
            switch event {
            case .gap(_, let byteCount, let kind, let origin):
                if let carried = carried.take() {
                    putBack(event)
                    return .stray(carried)
                }
                if let part = skip(byteCount, kind, origin) { return part }
            case .run(let run):
                if let part = read(run) { return part }
            }
        }
    }

    private func takeEvent() -> Channel.SourceEvent? {
        guard position < waiting.count else {
            waiting.removeAll(keepingCapacity: true)
            position = 0
            return nil
        }
        let event = waiting[position]
        if case .run(let run) = event { waitingByteCount -= run.bytes.count }
        waiting[position] = .gap(direction, byteCount: 0, .missing, .none)
        position += 1
        return event
    }

    private func putBack(_ bytes: ArraySlice<UInt8>, of run: SourceRun) {
        guard !bytes.isEmpty else { return }
        putBack(.run(SourceRun(direction: run.direction, bytes: bytes, origin: run.origin)))
    }

    private func putBack(_ event: Channel.SourceEvent) {
        guard position > 0 else { return }
        position -= 1
        waiting[position] = event
        if case .run(let run) = event { waitingByteCount += run.bytes.count }
    }

    /// Goes on behind missing bytes if all of them belong to a body whose length is known, as theirs is.
    private func skip(_ byteCount: Int64, _ kind: GapKind, _ origin: SourceRun.Origin) -> Part? {
        guard byteCount > 0 else { return nil }
        let isExact = kind.isExact
        switch state {
        case .untilClose: return .missing(byteCount, origin)
        case .body(let remaining) where isExact && byteCount <= remaining:
            state = .body(remaining: remaining - Int(byteCount))
            lineOrigin = origin
            return .missing(byteCount, origin)
        case .chunk(let remaining) where isExact && byteCount <= remaining:
            state = .chunk(remaining: remaining - Int(byteCount))
            return .missing(byteCount, origin)
        case .head where !line.isEmpty:
            putBack(.gap(direction, byteCount: byteCount, kind, origin))
            defer { giveUp() }
            return .stray(SourceRun(direction: direction, bytes: line[...], origin: lineOrigin))
        default: return lose(.gap(byteCount, kind), origin)
        }
    }

    private func lose(_ loss: Loss, _ origin: SourceRun.Origin) -> Part {
        state = .seeking
        line = []
        return .lost(loss, origin)
    }

    private func read(_ run: SourceRun) -> Part? {
        switch state {
        case .head: return readHead(run)
        case .body(let remaining):
            lineOrigin = run.origin
            return .body(take(run, remaining) { .body(remaining: $0) })
        case .untilClose: return .body(run)
        case .chunkSize: return readChunkSize(run)
        case .chunk(0), .chunkEnd:
            state = .chunkEnd
            guard let line = takeLine(run) else { return lineFailure(run) }
            guard line.isBlankLine else {
                return lose(.malformed("A chunk of an HTTP body is longer than its size (RFC 9112 §7.1)"), run.origin)
            }
            state = .chunkSize
            return nil
        case .chunk(let remaining): return .body(take(run, remaining) { .chunk(remaining: $0) })
        case .trailer:
            guard let line = takeLine(run) else { return lineFailure(run) }
            guard line.isBlankLine else { return nil }
            state = .head
            return .end(run.origin)
        case .seeking: return seek(run)
        case .awaitsFraming: return nil
        }
    }

    private func take(_ run: SourceRun, _ remaining: Int, _ next: (Int) -> State) -> SourceRun {
        let part = run.bytes.prefix(remaining)
        state = next(remaining - part.count)
        putBack(run.bytes.dropFirst(part.count), of: run)
        return SourceRun(direction: run.direction, bytes: part, origin: run.origin)
    }

    /// Passes over bytes up to the next head.
    private func seek(_ next: SourceRun) -> Part? {
        let run = carried.take().map { $0.joined(with: next) } ?? next
        guard let start = HTTPHead.start(in: run.bytes) else {
            guard run.bytes.count < Self.carriedLimit, ProtocolProbe.judge(run.bytes) == .needsMore else {
                return .stray(run)
            }
            carried = run.detached
            return nil
        }
        guard start == run.bytes.startIndex else {
            putBack(run.bytes[start...], of: run)
            return .stray(SourceRun(direction: run.direction, bytes: run.bytes[..<start], origin: run.origin))
        }
        state = .head
        return readHead(run)
    }

    /// As long as the longest of the words that a head begins with.
    private static let carriedLimit = 8

    // MARK: Lines

    private func readHead(_ run: SourceRun) -> Part? {
        // RFC 9112 §2.2: empty lines before a start line are passed over.
        let isFirst = line.isEmpty
        let bytes = isFirst ? run.bytes.drop { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") } : run.bytes
        guard appendHead(bytes, of: run) else {
            guard line.count > Self.lineLimit else { return nil }
            return lose(.malformed("The head of an HTTP message has no end"), lineOrigin)
        }
        let head = HTTPHead(line[...])
        line = []
        guard let head else { return lose(.malformed("This is no head of an HTTP message"), lineOrigin) }
        state = .awaitsFraming
        return .head(head, lineOrigin)
    }

    /// Adds to the head up to the empty line; whether that was found.
    private func appendHead(_ bytes: ArraySlice<UInt8>, of run: SourceRun) -> Bool {
        if line.isEmpty { lineOrigin = run.origin } else { lineOrigin.formUnion(run.origin) }
        for (index, byte) in zip(bytes.indices, bytes) {
            line.append(byte)
            if byte == UInt8(ascii: "\n"), line.endsWithEmptyLine {
                putBack(bytes[(index + 1)...], of: run)
                return true
            }
            if line.count > Self.lineLimit { return false }
        }
        return false
    }

    private func readChunkSize(_ run: SourceRun) -> Part? {
        guard let line = takeLine(run) else { return lineFailure(run) }
        // What follows a semicolon is an extension (RFC 9112 §7.1.1).
        let digits = line.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }
        let text = String(decoding: digits, as: UTF8.self).filter { $0 != " " && $0 != "\t" }
        guard text.first != "-", text.first != "+", let size = Int(text, radix: 16) else {
            return lose(.malformed("A chunk of an HTTP body has no size (RFC 9112 §7.1)"), run.origin)
        }
        state = size == 0 ? .trailer : .chunk(remaining: size)
        return nil
    }

    /// The line that ends in this run, with its end; nil if it goes on.
    private func takeLine(_ run: SourceRun) -> [UInt8]? {
        guard let end = run.bytes.firstIndex(of: UInt8(ascii: "\n")) else {
            line += run.bytes.prefix(Self.lineLimit + 1)
            return nil
        }
        putBack(run.bytes[(end + 1)...], of: run)
        defer { line = [] }
        return line + run.bytes[...end].prefix(Self.lineLimit)
    }

    private func lineFailure(_ run: SourceRun) -> Part? {
        guard line.count > Self.lineLimit else { return nil }
        return lose(.malformed("A line of an HTTP body has no end"), run.origin)
    }
}

extension [UInt8] {
    fileprivate var isBlankLine: Bool { allSatisfy { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") } }

    /// Whether the last line, just ended, is empty.
    fileprivate var endsWithEmptyLine: Bool {
        let rest = dropLast().last == UInt8(ascii: "\r") ? dropLast(2) : dropLast()
        return rest.last == UInt8(ascii: "\n")
    }
}
