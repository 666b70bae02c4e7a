/// One direction of a WebSocket connection: its frames become messages.
final class WebSocketSide: BytesKeeper {
    /// What the direction has brought.
    enum Event {
        case message([SourceRun], isText: Bool)
        case error(String, SourceRun.Origin)
        case note(String, SourceRun.Origin)
        /// Bytes that are missing, or belong to no message that can be read; the sentence says why.
        case gap(Int64, SourceRun.Origin, String? = nil)
    }

    private enum State {
        case header
        case payload(WebSocketFrame, position: Int)
        /// Looking for a frame.
        case seeking
    }

    private let direction: Direction
    private let allowsDeflate: Bool
    private var state: State
    private var header: [UInt8] = []
    private var headerOrigin = SourceRun.Origin.none
    private var message: WebSocketMessage?
    private let openContent: OpenContent
    /// Whether ``openContent`` knows of the message.
    private var isCounted = false
    private var control: [UInt8] = []
    private var inflater: MessageInflater
    private var hasReportedMask = false
    private var search: WebSocketFrameSearch
    /// Compressed messages that refer to what was missed, behind the first that was told of.
    private var unreadable = PassedBytes()
    private var hasReportedCompression = false
    /// Whether the beginning of the message that goes on is missing.
    private var isWithinMissedMessage: Bool
    private var events: [Event] = []

    init(_ direction: Direction, _ agreement: WebSocketAgreement, _ openContent: OpenContent) {
        self.openContent = openContent
        self.direction = direction
        allowsDeflate = agreement.allowsDeflate
        search = WebSocketFrameSearch(allowsDeflate: agreement.allowsDeflate)
        inflater = MessageInflater(isIsolated: agreement.isolatedDirections.contains(direction))
        state = agreement.isWhole ? .header : .seeking
        isWithinMissedMessage = !agreement.isWhole
        if !agreement.isWhole { inflater.miss() }
    }

    deinit { openContent.forget(self) }

    // MARK: Input

    func receive(_ event: Channel.SourceEvent) -> [Event] {
        defer { countMessage() }
        switch event {
        case .run(let run): receive(run)
        case .gap(_, let byteCount, let kind, let origin): skip(byteCount, kind, origin)
        }
        return takeEvents()
    }

    private func takeEvents() -> [Event] {
        defer { events = [] }
        return events
    }

    /// What is left to say when nothing more comes.
    func finish() -> [Event] {
        tellPassed(search.interrupt())
        tellUnreadable()
        return takeEvents()
    }

    private func tellPassed(_ passed: PassedBytes?) {
        guard let passed else { return }
        events.append(
            .gap(
                passed.byteCount, passed.origin,
                "These bytes belong to a WebSocket message whose beginning is missing or broken."))
    }

    private func tellUnreadable() {
        guard let passed = unreadable.take() else { return }
        events.append(
            .gap(
                passed.byteCount, passed.origin,
                "These bytes are compressed messages that refer to one that could not be read."))
    }

    /// The message that is not complete.
    var openMessage: WebSocketMessage? { message }

    private func countMessage() {
        let cost = (message?.cost ?? 0) + inflater.cost
        if cost > 0 { openContent.note(cost, of: self) } else if isCounted { openContent.forget(self) }
        isCounted = cost > 0
    }

    /// Reads nothing of the message that goes on, because too much is kept.
    func giveUp() {
        isCounted = false
        message?.fail("is given up, because too much waits for its end at a time")
        if inflater.cost > 0 { inflater.giveUp() }
    }

    private func receive(_ run: SourceRun) {
        var runs = read(run)
        while !runs.isEmpty {
            let next = runs.removeFirst()
            runs = read(next) + runs
        }
    }

    /// Reads bytes up to where a frame cannot be followed.
    ///
    /// - Returns: the bytes among which the next one is to be looked for, or from the one that was found on.
    private func read(_ run: SourceRun) -> [SourceRun] {
        if case .seeking = state {
            let isMasked = (direction == .clientToServer) != hasReportedMask
            guard let found = search.receive(run, isMasked: isMasked) else { return [] }
            tellPassed(search.takePassed())
            state = .header
            return found
        }
        var rest = run.bytes
        while !rest.isEmpty {
            switch state {
            case .header:
                let (known, knownOrigin, start) = (header, headerOrigin, rest)
                readHeader(&rest, run.origin)
                guard case .seeking = state else { continue }
                let before = SourceRun(direction: direction, bytes: known[...], origin: knownOrigin)
                let after = SourceRun(direction: direction, bytes: start, origin: run.origin)
                return known.isEmpty ? [after] : [before, after]
            case .payload(let frame, let position): readPayload(frame, position, &rest, run.origin)
            case .seeking: return [SourceRun(direction: direction, bytes: rest, origin: run.origin)]
            }
        }
        return []
    }

    /// Goes on behind missing bytes if all of them, whose number is known, belong to the payload of one frame.
    private func skip(_ byteCount: Int64, _ kind: GapKind, _ origin: SourceRun.Origin) {
        if message?.isCompressed ?? allowsDeflate { inflater.miss() }
        if case .payload(let frame, let position) = state, kind.isExact, byteCount <= frame.length - position {
            tellUnreadable()
            events.append(.gap(byteCount, origin, kind.sentence))
            message?.fail("lacks bytes that the capture does not have")
            return advance(frame, to: position + Int(byteCount), origin)
        }
        if !header.isEmpty {
            _ = search.receive(
                SourceRun(direction: direction, bytes: header[...], origin: headerOrigin), isMasked: false)
        }
        tellPassed(search.interrupt())
        tellUnreadable()
        if let message, message.origin != .none {
            let problem = message.problem ?? "is cut off by bytes that the capture does not have"
            events.append(.error("The WebSocket message that begins here \(problem).", message.origin))
        }
        events.append(.gap(byteCount, origin, kind.sentence))
        loseFrames()
    }

    /// Looks for the next message from here on.
    private func loseFrames() {
        state = .seeking
        header = []
        message = nil
        isWithinMissedMessage = true
    }

    // MARK: Frames

    private func readHeader(_ rest: inout ArraySlice<UInt8>, _ origin: SourceRun.Origin) {
        let known = header.count
        if known == 0 { headerOrigin = origin } else { headerOrigin.formUnion(origin) }
        header += rest.prefix(WebSocketFrame.longestHeader - known)
        switch WebSocketFrame.read(header[...]) {
        case .needsMore: rest = []
        case .invalid(let reason):
            events.append(.error(reason, headerOrigin))
            loseFrames()
        case .frame(let frame, let length):
            rest = rest.dropFirst(length - known)
            header = []
            begin(frame)
        }
    }

    private func begin(_ frame: WebSocketFrame) {
        if frame.isCompressed, !allowsDeflate {
            events.append(.error("A frame is compressed, which was not agreed. (RFC 6455 §5.2)", headerOrigin))
            return loseFrames()
        }
        if (frame.mask != nil) != (direction == .clientToServer), !hasReportedMask {
            hasReportedMask = true
            let fault = frame.mask == nil ? "A frame of the client is not masked" : "A frame of the server is masked"
            events.append(.error("\(fault). (RFC 6455 §5.1)", headerOrigin))
        }
        if frame.opcode.isControl { control = [] } else { beginPart(of: frame) }
        advance(frame, to: 0, headerOrigin)
    }

    private func beginPart(of frame: WebSocketFrame) {
        if frame.opcode == .continuation {
            guard message == nil, !isWithinMissedMessage else { return }
            events.append(.error("A frame continues a message that has not begun. (RFC 6455 §5.4)", headerOrigin))
            isWithinMissedMessage = true
            return
        }
        if let open = message {
            events.append(.error("A message begins before the one before it ends. (RFC 6455 §5.4)", headerOrigin))
            if open.isCompressed { inflater.miss() }
        }
        isWithinMissedMessage = false
        message = WebSocketMessage(isText: frame.opcode == .text, isCompressed: frame.isCompressed)
    }

    private func readPayload(
        _ frame: WebSocketFrame, _ position: Int, _ rest: inout ArraySlice<UInt8>, _ origin: SourceRun.Origin
    ) {
        let part = rest.prefix(frame.length - position)
        rest = rest.dropFirst(part.count)
        let bytes = frame.unmask(part, at: position)
        if frame.opcode.isControl {
            control += bytes
        } else {
            message?.append(SourceRun(direction: direction, bytes: bytes, origin: origin))
        }
        advance(frame, to: position + part.count, origin)
    }

    private func advance(_ frame: WebSocketFrame, to position: Int, _ origin: SourceRun.Origin) {
        guard position >= frame.length else {
            state = .payload(frame, position: position)
            return
        }
        state = .header
        if frame.opcode == .close {
            reportClose(origin)
        } else if !frame.opcode.isControl, frame.isFinal {
            isWithinMissedMessage = false
            if let message { deliver(message) }
            message = nil
        }
    }

    // MARK: Messages

    private func deliver(_ message: WebSocketMessage) {
        if let problem = message.problem {
            if message.isCompressed { inflater.miss() }
            events.append(.error("This WebSocket message \(problem).", message.origin))
        } else if message.isCompressed {
            switch inflater.inflate(message, direction) {
            case .message(let runs):
                tellUnreadable()
                events.append(.message(runs, isText: message.isText))
            case .refersToMissed where hasReportedCompression:
                for run in message.runs { unreadable.append(run) }
            case .refersToMissed:
                hasReportedCompression = true
                events.append(
                    .error(
                        "This WebSocket message refers to a compressed message that could not be read.", message.origin)
                )
            case .failed(let reason): events.append(.error("This WebSocket message \(reason).", message.origin))
            }
        } else {
            tellUnreadable()
            events.append(.message(message.runs, isText: message.isText))
        }
    }

    /// A normal end says nothing that the stream does not say (RFC 6455 §7.4.1).
    private func reportClose(_ origin: SourceRun.Origin) {
        guard let code = control[...].uint16(at: 0), code != 1000 else { return }
        let reason = String(decoding: control.dropFirst(2), as: UTF8.self)
        let words = reason.isEmpty ? "" : ": “\(reason)”"
        events.append(.note("The WebSocket connection is closed with code \(code)\(words). (RFC 6455 §7.4)", origin))
    }
}
