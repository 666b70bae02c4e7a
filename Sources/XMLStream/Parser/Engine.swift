import CExpat
import Synchronization

/// An expat parser with the state of its callbacks, always inside a root element of ours.
///
/// To expat, everything lies within one element that never ends, so between two elements of a stream an engine
/// holds nothing of that stream: engines are lent to streams while an element is open and go back to a pool.
/// Owned by one stream at a time, hence `@unchecked Sendable`.
final class Engine: @unchecked Sendable {
    /// What became of the bytes that were given to expat.
    enum Outcome {
        case parsed
        /// A callback stopped; the reason is in the state.
        case stopped
        /// Expat refused them, at this place in its count.
        case refused(XML_Error, at: Int)
    }

    private static let root: StaticString = "<r>"
    /// An engine that came to remember this many names that are not the program's own starts anew.
    private static let strangeNameLimit = 1024
    /// More scratch memory than this is given back to the system; ordinary traffic stays far below.
    private static let keptCapacity = 256 << 10

    let parser: XML_Parser
    let state: UnsafeMutablePointer<EngineState>
    /// A single token this long was parsed: expat keeps buffers of that size.
    private var largestPiece = 0
    /// Whether expat could begin anew when it last had to; it refuses once it has used very much memory.
    private var isUsable = true

    /// Creates an engine, or returns nil when there is no memory for one.
    init?() {
        guard let parser = XML_ParserCreate("UTF-8") else { return nil }
        self.parser = parser
        state = .allocate(capacity: 1)
        state.initialize(to: EngineState(parser: parser))
        prepare()
        if !isUsable { return nil }
    }

    deinit {
        XML_ParserFree(parser)
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// Makes expat forget everything, the open elements and all names.
    func reset() {
        XML_ParserReset(parser, "UTF-8")
        state.pointee.forget()
        prepare()
    }

    /// What expat's tables of names are salted with, so that no peer can choose names that collide. Expat would ask the
    /// system for another salt each time it begins anew, which takes longer than the rest of that.
    private static let hashSalt = CUnsignedLong.random(in: 1...CUnsignedLong.max)

    private func prepare() {
        _ = XML_SetHashSalt(parser, Self.hashSalt)
        stanzakit_disable_reparse_deferral(parser)
        let status = Self.root.withUTF8Buffer { root in
            root.withMemoryRebound(to: CChar.self) { XML_Parse(parser, $0.baseAddress, CInt($0.count), 0) }
        }
        isUsable = status == XML_STATUS_OK
        position = Self.root.utf8CodeUnitCount
        XML_SetUserData(parser, UnsafeMutableRawPointer(state))
        XML_SetElementHandler(
            parser,
            { data, name, attributes in
                guard let data, let name, let attributes else { return }
                data.assumingMemoryBound(to: EngineState.self).pointee
                    .startElement(UnsafeRawPointer(name).assumingMemoryBound(to: UInt8.self), attributes)
            },
            { data, _ in
                guard let data else { return }
                data.assumingMemoryBound(to: EngineState.self).pointee.endElement()
            }
        )
        XML_SetCharacterDataHandler(parser) { data, text, count in
            guard let data, let text else { return }
            data.assumingMemoryBound(to: EngineState.self).pointee
                .text(UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), Int(count))
        }
        XML_SetCommentHandler(parser) { data, _ in
            data?.assumingMemoryBound(to: EngineState.self).pointee.fail(.comment)
        }
        XML_SetProcessingInstructionHandler(parser) { data, _, _ in
            data?.assumingMemoryBound(to: EngineState.self).pointee.fail(.processingInstruction)
        }
        XML_SetCdataSectionHandler(
            parser,
            { data in data?.assumingMemoryBound(to: EngineState.self).pointee.isInCDATA = true },
            { data in data?.assumingMemoryBound(to: EngineState.self).pointee.isInCDATA = false }
        )
    }

    // MARK: Parsing

    /// The context of the last header that this engine parsed: most streams have the same, and share it.
    private var lastContext = StreamContext.empty

    /// What a header sets for the elements of its stream.
    func context(of header: EngineState.Header) -> StreamContext {
        let last = lastContext
        if last.bindings == header.bindings, last.language == header.language, last.rawName == header.rawName {
            return last
        }
        lastContext = StreamContext(bindings: header.bindings, language: header.language, rawName: header.rawName)
        return lastContext
    }

    /// How many bytes expat has been given since it was reset, our root element included.
    private(set) var position = 0

    func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Outcome {
        guard let start = bytes.baseAddress, let count = CInt(exactly: bytes.count) else { return .parsed }
        largestPiece = max(largestPiece, bytes.count)
        position += bytes.count
        let status = XML_Parse(parser, UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self), count, 0)
        if status == XML_STATUS_OK { return .parsed }
        if state.pointee.isStopped { return .stopped }
        return .refused(XML_GetErrorCode(parser), at: Int(XML_GetCurrentByteIndex(parser)))
    }

    /// Where the token begins that expat holds because it is not complete, in its own count.
    var heldFrom: Int { Int(XML_GetCurrentByteIndex(parser)) }

    // MARK: Pool

    private static let pool = Mutex<[Engine]>([])
    private static let pooled = 8

    /// Lends an engine that is between elements.
    static func lend() -> Engine? {
        let idle = pool.withLock { $0.popLast() }
        guard let engine = idle ?? Engine() else { return nil }
        engine.state.pointee.updateNames()
        return engine
    }

    /// Whether nothing of a stream is open in expat, which at the top can only be a CDATA section of white space.
    var isBetweenElements: Bool { state.pointee.depth == 0 && !state.pointee.isInCDATA }

    /// Takes back an engine that is between elements.
    func giveBack() {
        state.pointee.context = .empty
        renewIfNeeded()
        guard isUsable, largestPiece <= 64 << 10, state.pointee.capacity <= Self.keptCapacity else { return }
        Self.pool.withLock { if $0.count < Self.pooled { $0.append(self) } }
    }

    /// Takes back an engine wherever it is.
    func abandon() {
        reset()
        state.pointee.finished.removeAll()
        state.pointee.header = nil
        state.pointee.violation = nil
        giveBack()
    }

    /// To be called between elements: starts anew when peers have made expat remember too much.
    ///
    /// Returns whether the engine can still be used.
    @discardableResult
    func renewIfNeeded() -> Bool {
        if state.pointee.strangeNames > Self.strangeNameLimit { reset() }
        return isUsable
    }
}
