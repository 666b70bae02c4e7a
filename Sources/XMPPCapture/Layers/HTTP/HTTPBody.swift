import XMPPPrimitives

/// The body of an HTTP message, as long as it may be BOSH: its content codings undone.
final class HTTPBody: BytesKeeper {
    private enum State {
        case reading
        /// It is none of ours, or cannot be read.
        case passedOver
    }

    /// The longest body that is kept, in bytes; servers refuse far shorter ones.
    private static let limit = 16 << 20

    /// How many bytes show for certain whether the body is one of BOSH.
    private static let headLength = BOSHBody.headLimit

    /// The body so far.
    private(set) var bytes: [UInt8] = []
    private(set) var map = SourceMap()
    /// Why the body cannot be read; nil if it can, or is none of ours.
    private(set) var problem: String?
    private var state = State.reading
    private var coding: String?
    private var inflater: RunInflater?
    /// The first byte of a `deflate` body, which alone does not tell what wraps it.
    private var first: SourceRun?
    /// Whether it was one of BOSH, as far as it was kept.
    private(set) var wasBOSH = false
    /// Where what is there of it comes from, for who says why it cannot be read.
    var origin: SourceRun.Origin { recorded.origin }
    private var recorded = PassedBytes()
    private let openContent: OpenContent

    /// What a body takes beside its bytes, and what a packet of it does.
    private static let overhead = 1024

    init(_ head: HTTPHead, _ openContent: OpenContent) {
        self.openContent = openContent
        let codings = (head.tokens("content-encoding") + head.tokens("transfer-encoding"))
            .filter { $0 != "identity" && $0 != "chunked" }
        coding = codings.first
        if codings.count > 1 { fail("has several content codings") }
    }

    /// A body whose head is not in the capture.
    init(_ openContent: OpenContent) {
        self.openContent = openContent
    }

    deinit { openContent.forget(self) }

    /// Whether there may be something in it.
    var isCandidate: Bool { state == .reading && !bytes.isEmpty }

    /// Takes the next bytes.
    func append(_ run: SourceRun) {
        if state == .reading || problem != nil { recorded.append(run) }
        guard state == .reading else { return }
        switch coding {
        case nil: keep(run)
        case "gzip", "x-gzip": inflate(run, .gzip)
        case "deflate": inflateDeflate(run)
        case .some(let name): fail("has the content coding “\(name)”, which cannot be undone")
        }
    }

    /// Says that bytes are missing here.
    func lack(_ byteCount: Int64) { fail("lacks \(byteCount) bytes that the capture does not have") }

    /// Whether a `<body/>` may be whole: what comes last can end it.
    var seemsToEnd: Bool {
        guard isCandidate, let end = bytes.lastIndex(where: { !$0.isXMLSpace }) else { return false }
        let tail = bytes[...end].suffix(5)
        return tail.elementsEqual("body>".utf8)
            || bytes.count <= Self.headLength && tail.suffix(2).elementsEqual("/>".utf8)
    }

    /// Whether it is a whole `<body/>`.
    var isReadable: Bool {
        if case .body = BOSHBody.read(bytes) { return true }
        return false
    }

    /// Reads nothing of it, because too much is kept.
    func giveUp() { fail("is given up, because too much waits for its end at a time") }

    private func fail(_ reason: String) {
        problem = reason
        wasBOSH = BOSHBody.seemsToBegin(bytes)
        passOver()
    }

    private func passOver() {
        state = .passedOver
        bytes = []
        map = SourceMap()
        inflater = nil
        if problem == nil { recorded = PassedBytes() }
        openContent.forget(self)
    }

    private func keep(_ run: SourceRun) {
        guard bytes.count + run.bytes.count <= Self.limit else { return fail("has more than \(Self.limit) bytes") }
        let known = bytes.count
        bytes += run.bytes
        map.append(byteCount: run.bytes.count, run.origin)
        let window = inflater == nil ? 0 : RunInflater.cost
        openContent.note(Self.overhead + bytes.count + window, of: self)
        guard known < Self.headLength else { return }
        if !Self.mayBeXML(bytes) || bytes.count >= Self.headLength && !BOSHBody.seemsToBegin(bytes) { passOver() }
    }

    /// Markup other than a document type, which BOSH forbids and pages of HTML begin with.
    private static func mayBeXML(_ bytes: [UInt8]) -> Bool {
        let text = bytes.drop { $0.isXMLSpace }
        guard let first = text.first else { return true }
        return first == UInt8(ascii: "<") && text.dropFirst().first != UInt8(ascii: "!")
    }

    private func inflate(_ run: SourceRun, _ wrapper: Inflater.Wrapper) {
        if inflater == nil { inflater = RunInflater(wrapper) }
        guard let (runs, ending) = inflater?.inflate(run, limit: Self.limit - bytes.count) else { return }
        for run in runs where state == .reading { keep(run) }
        switch ending {
        case .damaged(let reason): fail("is damaged in its compression: \(reason)")
        case .tooLarge: fail("inflates to more than \(Self.limit) bytes")
        case .complete, nil: break
        }
    }

    /// `deflate` means RFC 1950, but bare RFC 1951 is sent too (RFC 9110 §8.4.1.2).
    private func inflateDeflate(_ run: SourceRun) {
        if inflater != nil { return inflate(run, .zlib) }
        let start = (first.map { Array($0.bytes) } ?? []) + run.bytes
        guard let header = start[...].uint16(at: 0) else {
            if !start.isEmpty { first = run.detached }
            return
        }
        let isWrapped = header >> 8 & 0x0F == 8 && header % 31 == 0
        for run in [first, run].compactMap({ $0 }) { inflate(run, isWrapped ? .zlib : .raw) }
    }
}
