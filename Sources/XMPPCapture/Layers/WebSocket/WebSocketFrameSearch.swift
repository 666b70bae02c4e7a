import XMPPPrimitives

/// Looks for the next frame of one direction that begins a message of XMPP, where it is not known where frames begin.
///
/// A frame is taken for one only if its header is possible, what it carries is text that begins with a tag in a namespace
/// of XMPP, and, as far as that is there, ends with one and is followed by another header. No other bytes are like that
/// by accident: those of a mask and of compression are random, and a tag in the midst of a message has no header.
struct WebSocketFrameSearch {
    private enum Judgement {
        case isFrame, isNone, needsMore
    }

    private let allowsDeflate: Bool
    private var held: [SourceRun] = []
    private var heldBytes: [UInt8] = []
    /// What was passed over so far.
    private(set) var passed = PassedBytes()
    /// How often a payload may be tried: more often the more bytes there are.
    private var trials = 64

    /// How many bytes of a payload have to show that it is text of XMPP.
    private static let tagLimit = 1024
    /// For how many bytes there is one more trial.
    private static let bytesOfTrial = 64

    init(allowsDeflate: Bool) {
        self.allowsDeflate = allowsDeflate
    }

    /// Takes the next bytes.
    ///
    /// - Returns: the bytes from the frame on; nil if there is none yet.
    mutating func receive(_ run: SourceRun, isMasked: Bool) -> [SourceRun]? {
        held.append(run)
        heldBytes += run.bytes
        trials &+= run.bytes.count / Self.bytesOfTrial + 1
        var offset = 0
        scan: while offset < heldBytes.count {
            guard heldBytes[offset] & 0x3F == 1 else {
                offset += 1
                continue
            }
            switch judge(heldBytes[offset...], isMasked: isMasked) {
            case .isNone: offset += 1
            case .needsMore: break scan
            case .isFrame:
                pass(offset)
                defer { (held, heldBytes) = ([], []) }
                return held
            }
        }
        pass(offset)
        // Those before it have been detached already.
        if let last = held.indices.last { held[last] = held[last].detached }
        return nil
    }

    /// Says that what follows is not what came next, and takes what was passed over.
    mutating func interrupt() -> PassedBytes? {
        pass(heldBytes.count)
        return passed.take()
    }

    /// Says that bytes are missing here, which are passed over with the others.
    mutating func lack(_ byteCount: Int64, _ origin: SourceRun.Origin) {
        pass(heldBytes.count)
        passed.append(byteCount: byteCount, origin)
    }

    /// Takes what was passed over before the frame.
    mutating func takePassed() -> PassedBytes? { passed.take() }

    /// Holds the first bytes no longer.
    private mutating func pass(_ count: Int) {
        heldBytes.removeFirst(count)
        var rest = count
        while rest > 0, let first = held.first {
            var part = first
            part.bytes = first.bytes.prefix(rest)
            passed.append(part)
            rest -= part.bytes.count
            held[0].bytes = first.bytes.dropFirst(part.bytes.count)
            if held[0].bytes.isEmpty { held.removeFirst() }
        }
    }

    // MARK: Judging

    private mutating func judge(_ bytes: ArraySlice<UInt8>, isMasked: Bool) -> Judgement {
        guard let first = bytes.first, first & 0x40 == 0 || allowsDeflate else { return .isNone }
        let frame: WebSocketFrame
        let headerLength: Int
        switch WebSocketFrame.read(bytes.prefix(WebSocketFrame.longestHeader)) {
        case .needsMore:
            let hasMask = bytes.dropFirst().first.map { $0 & 0x80 != 0 }
            return hasMask ?? isMasked == isMasked ? .needsMore : .isNone
        case .invalid: return .isNone
        case .frame(let found, let length): (frame, headerLength) = (found, length)
        }
        guard (frame.mask != nil) == isMasked, frame.length > 0 else { return .isNone }
        let payload = bytes.dropFirst(headerLength).prefix(frame.length)
        let isWhole = payload.count == frame.length
        let content = frame.unmask(payload.prefix(Self.tagLimit), at: 0)
        let judgement =
            frame.isCompressed
            ? judge(compressed: content, isWhole: isWhole && payload.count <= Self.tagLimit)
            : judge(text: content, isWhole: isWhole)
        guard judgement == .isFrame else { return judgement }
        // In text, two bytes may look like a short header; where it ends shows whether they are one.
        guard isWhole else { return frame.length < 126 ? .needsMore : .isFrame }
        guard frame.isCompressed || !frame.isFinal || Self.endsWithTag(payload, of: frame) else { return .isNone }
        return Self.canFollow(bytes.dropFirst(headerLength + frame.length), isMasked: isMasked) ? .isFrame : .isNone
    }

    /// Whether the first bytes of a payload are text of XMPP.
    private mutating func judge(text: ArraySlice<UInt8>, isWhole: Bool) -> Judgement {
        guard text.first ?? UInt8(ascii: "<") == UInt8(ascii: "<") else { return .isNone }
        guard let initial = text.dropFirst().first else { return isWhole ? .isNone : .needsMore }
        guard initial.isLetter, trials > 0 else { return .isNone }
        trials -= 1
        guard text.allSatisfy({ $0 >= 0x20 || $0.isXMLSpace }) else { return .isNone }
        if WebSocketChannel.isXMPP(text) { return .isFrame }
        let isDecided = isWhole || text.count >= Self.tagLimit || text.contains(UInt8(ascii: ">"))
        return isDecided ? .isNone : .needsMore
    }

    /// Whether the first bytes of a compressed payload, which refers to nothing before itself, are text of XMPP.
    private mutating func judge(compressed: ArraySlice<UInt8>, isWhole: Bool) -> Judgement {
        guard isWhole || compressed.count >= Self.compressedLimit else { return .needsMore }
        guard trials > 0 else { return .isNone }
        trials -= 1
        var inflater = Inflater(.raw)
        inflater.receive(Array(compressed))
        // No more than is looked at: little may stand for very much.
        guard case .bytes(let text) = inflater.next(limit: Self.tagLimit) else { return .isNone }
        return judge(text: text[...], isWhole: true)
    }

    /// How many bytes of a compressed payload are tried if it is longer.
    private static let compressedLimit = 256

    private static func endsWithTag(_ payload: ArraySlice<UInt8>, of frame: WebSocketFrame) -> Bool {
        let start = max(payload.count - 16, 0)
        let end = frame.unmask(payload.dropFirst(start), at: start)
        return end.last { !$0.isXMLSpace } == UInt8(ascii: ">")
    }

    /// Whether bytes can be the next frame, as far as they go.
    private static func canFollow(_ bytes: ArraySlice<UInt8>, isMasked: Bool) -> Bool {
        if case .invalid = WebSocketFrame.read(bytes.prefix(WebSocketFrame.longestHeader)) { return false }
        return bytes.dropFirst().first.map { ($0 & 0x80 != 0) == isMasked } ?? true
    }
}
