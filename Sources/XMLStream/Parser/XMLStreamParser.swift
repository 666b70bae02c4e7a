/// Turns the bytes of an XMPP stream, as they come in, into elements.
///
/// Feed it with `receive(_:)` and drain it with `next()` until that returns nil, which means that more bytes are
/// needed. However the bytes are cut, the same events come out, each as soon as its last byte is in; the first
/// violation of RFC 6120 is thrown, at the same offset, once what came before it has been drained, and ever after.
///
///     var parser = XMLStreamParser()
///     parser.receive(bytes)
///     while let event = try parser.next() { … }
///
/// ## How it works
/// Expat tokenizes; namespaces, limits and RFC 6120 §11 are dealt with in its callbacks (`EngineState`), which
/// write each element to a tape. Expat never gets to see the prolog, the end of the stream, or a tag that is not
/// complete (`TokenScanner`), and to it all elements are children of one root that never ends. So it can be
/// reset between any two elements, and lent to another stream (`Engine`): an idle stream has none.
public struct XMLStreamParser: ~Copyable, Sendable {
    /// How elements are put on the wire.
    public enum Framing: Sendable, Hashable {
        /// One long document, which the stream header opens (RFC 6120 §4.2).
        case stream
        /// Every call of `receive(_:)` brings one message, a document of its own (RFC 7395 §3.3).
        case webSocket
        /// Elements from within streams, whose usual bindings are assumed (`jabber:client` as the default, the
        /// prefixes `stream` and `db`); headers, declarations and ends of streams may stand among them.
        case fragments
    }

    enum Phase {
        /// Before the header, or before the element of a WebSocket message.
        case prolog
        /// In an XML declaration, which is held.
        case declaration
        case content
        /// After the end of the stream: whatever follows is ignored (RFC 6120 §4.4).
        case closed
        /// Looking for the next recognisable element.
        case seeking
    }

    /// The framing that was chosen.
    public let framing: Framing
    // What takes a byte stands together: apart, each would take eight of every stream at rest.
    var phase: Phase
    var expectation: EngineState.Expectation
    var endOfInput = EndOfInputState.open
    /// Whether a WebSocket message is in `input`.
    var isInMessage = false
    /// Whether the rest of the token is to be held back until the scanner has seen its end.
    var isHolding = false
    /// The limits in force.
    public private(set) var limits: XMLStreamLimits

    var context: StreamContext
    var engine: Engine? {
        didSet { engineState = engine?.state }
    }
    /// The engine's state, from which elements are taken without counting a reference to the engine.
    private nonisolated(unsafe) var engineState: UnsafeMutablePointer<EngineState>?
    /// What follows the finished elements, last first.
    var boundaries: [(event: XMLStreamEvent, range: Range<Int>)] = []
    var failure: XMLStreamError?

    enum EndOfInputState { case open, announced, reported }

    /// Bytes that have come in; those before `inputPosition` have been dealt with.
    var input: [UInt8] = []
    var inputPosition = 0
    /// The offset of the first byte of `input`, and the line feeds before it.
    var inputOffset = 0
    var lineFeedsBeforeInput = 0
    /// How far the line feeds in `input` have been counted, so that many failures do not count them many times.
    var countedLines = (position: 0, lineFeeds: 0)
    /// WebSocket messages that wait behind the one in `input`, and what has been found in that one.
    /// Those before `nextMessage` have been taken, and are empty.
    var messages: [[UInt8]] = []
    var nextMessage = 0

    /// An unfinished token, or the start of one, which began at `heldOffset`.
    var held: [UInt8] = []
    var heldOffset = 0
    /// How many bytes of it expat already has.
    var heldGiven = 0
    var scanner = TokenScanner()
    /// Where the present stream, or message, began.
    var startOffset = 0
    /// The end of what has been handed out.
    var deliveredOffset = 0
    /// What looks for the next recognisable element, after a failure or a gap.
    var finder: BoundaryFinder?
    /// Where that begins which is passed over, if that is before the place where the search does: an element that was
    /// refused for its size. A number that is no offset rather than an optional, because every stream at rest has it.
    var skippedFrom = XMLStreamParser.nowhere
    static let nowhere = Int.max
    /// The bytes, as offsets from the first byte ever received, of the event that `next()` returned last.
    public private(set) var eventRange: Range<Int> = 0..<0

    /// Creates a parser at the start of a stream.
    public init(framing: Framing = .stream, limits: XMLStreamLimits = .default) {
        self.framing = framing
        self.limits = limits.bounded
        phase = framing == .fragments ? .content : .prolog
        context = framing == .fragments ? .assumed : .empty
        expectation = Self.expectation(framing)
    }

    deinit {
        engine?.abandon()
    }

    private static func expectation(_ framing: Framing) -> EngineState.Expectation {
        switch framing {
        case .stream: .header
        case .webSocket: .element
        case .fragments: .elementOrHeader
        }
    }

    /// How many bytes have been received.
    public var receivedByteCount: Int {
        messages.reduce(inputOffset + input.count) { $0 + $1.count }
    }

    // MARK: Input

    /// Takes bytes, any number of them; with `.webSocket` framing, exactly one message.
    public mutating func receive(_ bytes: [UInt8]) {
        if framing == .webSocket {
            messages.append(bytes)
        } else if inputPosition == input.count && !hasUndelivered {
            replaceInput(with: bytes)
        } else {
            input.append(contentsOf: bytes)
        }
    }

    mutating func replaceInput(with bytes: [UInt8]) {
        lineFeedsBeforeInput += input.lineFeedCount
        inputOffset += input.count
        inputPosition = 0
        countedLines = (0, 0)
        input = bytes
    }

    /// Says that no more bytes will come; `next()` reports it after everything else.
    public mutating func finish() {
        if endOfInput == .open { endOfInput = .announced }
    }

    // MARK: Output

    /// The next event, or nil if more bytes are needed for one.
    ///
    /// Throws the violation that ended the stream, again at every call.
    public mutating func next() throws(XMLStreamError) -> XMLStreamEvent? {
        while true {
            if let element = nextFinished() { return .element(element) }
            if !boundaries.isEmpty { return nextBoundary() }
            if let failure { throw failure }
            guard advance() else { break }
        }
        if !input.isEmpty { replaceInput(with: []) }
        return endOfInput == .announced ? reportEndOfInput() : nil
    }

    @inline(never)
    private mutating func nextBoundary() -> XMLStreamEvent? {
        guard let (event, range) = boundaries.popLast() else { return nil }
        (eventRange, deliveredOffset) = (range, range.upperBound)
        return event
    }

    @inline(__always)
    private mutating func nextFinished() -> Element? {
        guard let engineState, framing != .webSocket else { return nil }
        guard let next = engineState.pointee.finished.popFirst() else {
            if let engine { release(engine) }
            return nil
        }
        eventRange = next.range
        deliveredOffset = next.range.upperBound
        return next.element
    }

    /// Lets the engine go when the stream holds nothing in it.
    private mutating func release(_ engine: Engine) {
        if failure != nil || phase == .closed {
            abandonEngine()
        } else if held.isEmpty && engine.isBetweenElements {
            if inputPosition == input.count || !engine.renewIfNeeded() {
                engine.giveBack()
                self.engine = nil
                letGoOfHeld()
            }
        }
    }

    mutating func abandonEngine() {
        engine?.abandon()
        engine = nil
    }

    private var hasUndelivered: Bool {
        !boundaries.isEmpty || (engine.map { $0.state.pointee.finished.count > 0 } ?? false)
    }

    @inline(never)
    private mutating func reportEndOfInput() -> XMLStreamEvent {
        endOfInput = .reported
        let end = inputOffset + input.count
        eventRange = end..<end
        switch phase {
        case .closed: return .endOfInput(.outsideStream)
        case .prolog where held.isEmpty: return .endOfInput(.outsideStream)
        default: return .endOfInput(openElementOffset.map { .withinElement(offset: $0) } ?? .betweenElements)
        }
    }

    /// The offset at which the element, header or other markup began whose end has not come yet, if there is one.
    public var openElementOffset: Int? {
        if let finder { return min(skippedFrom, finder.offset) }
        if phase != .closed, let state = engine?.state, state.pointee.depth > 0 {
            return state.pointee.streamOffset(state.pointee.elementStart)
        }
        return held.isEmpty ? nil : heldOffset
    }

    /// Whether no place to go on from has been found since `resynchronize()` was called; the bytes from
    /// `openElementOffset` on belong to no element then.
    public var isResynchronizing: Bool { finder != nil }

    @inline(__always)
    private mutating func advance() -> Bool {
        if phase == .content && inputPosition < input.count { return advanceContent() }
        return advanceOtherwise()
    }

    @inline(never)
    private mutating func advanceOtherwise() -> Bool {
        guard inputPosition < input.count else { return framing == .webSocket && advanceMessage() }
        switch phase {
        case .prolog: return advanceProlog()
        case .declaration: return advanceDeclaration()
        case .content: return advanceContent()
        case .seeking: return seek()
        case .closed:
            inputPosition = input.count
            return framing == .webSocket && advanceMessage()
        }
    }

    // MARK: Stopping and starting again

    /// Stops right behind the event that `next()` returned last, and takes the bytes behind it out of the parser.
    ///
    /// For when the rest belongs to someone else: to TLS after `<proceed/>` (RFC 6120 §5.4.3.3), to zlib after
    /// `<compressed/>`. Everything that was found beyond that event is forgotten. To be called before `next()`
    /// returns nil; afterwards the bytes that an unfinished element has used up are not among those returned.
    /// The parser is at the start of a new stream then.
    public mutating func stop() -> [UInt8] {
        rewind()
        let rest = Array(input[inputPosition...]) + messages.joined()
        input.removeSubrange(inputPosition...)
        (messages, nextMessage) = ([], 0)
        replaceInput(with: [])
        inputOffset += rest.count
        lineFeedsBeforeInput += rest.lineFeedCount
        beginStream()
        return rest
    }

    /// Expects a new stream header right behind the event that `next()` returned last (RFC 6120 §4.3.3).
    ///
    /// Bytes that were received beyond it stay and belong to the new stream; offsets count on.
    ///
    /// - Parameter limits: The limits of the new stream; nil for those of the old.
    public mutating func restart(limits: XMLStreamLimits? = nil) {
        rewind()
        if let limits { self.limits = limits.bounded }
        beginStream()
    }

    /// Puts other limits into force right behind the element that `next()` returned last, on the same stream: SASL2 starts no
    /// new one after the login (XEP-0388 §2.6.1).
    ///
    /// Whatever was found beyond that element is forgotten and judged anew.
    public mutating func change(_ limits: XMLStreamLimits) {
        rewind()
        self.limits = limits.bounded
        if phase == .closed { phase = .content }
    }

    /// Goes on behind the event that was returned last, forgetting what was found beyond it.
    private mutating func rewind() {
        if deliveredOffset >= inputOffset { inputPosition = min(inputPosition, deliveredOffset - inputOffset) }
        abandonEngine()
        boundaries = []
        failure = nil
        letGoOfHeld()
    }

    mutating func letGoOfHeld() {
        held = []
        heldGiven = 0
        isHolding = false
    }

    private mutating func beginStream() {
        startOffset = inputOffset + inputPosition
        deliveredOffset = startOffset
        finder = nil
        isInMessage = false
        phase = framing == .fragments ? .content : .prolog
        context = framing == .fragments ? .assumed : .empty
        expectation = Self.expectation(framing)
        if endOfInput == .reported { endOfInput = .announced }
    }
}
