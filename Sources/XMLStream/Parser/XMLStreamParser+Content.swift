import CExpat

// MARK: - Giving bytes to expat

extension XMLStreamParser {
    /// The most that expat is given at once, in bytes: what an element can exceed its limits by, in memory.
    private static let pieceSize = 16 << 10

    mutating func advanceContent() -> Bool {
        if framing == .fragments, beginDeclarationAhead() { return true }
        guard attachEngine() else {
            fail(.outOfMemory, at: inputOffset + inputPosition)
            return true
        }
        if isHolding {
            advanceHeld()
            return true
        }
        // No more than makes what is held as long as a token may be: a longer one has to be seen coming.
        let count = min(input.count - inputPosition, Self.pieceSize, max(1, limits.tokenBytes - held.count))
        let start = inputPosition
        inputPosition += count
        give(start..<inputPosition)
        return true
    }

    /// Begins with a declaration that is next, before expat comes upon it where to expat there can be none.
    private mutating func beginDeclarationAhead() -> Bool {
        guard input[inputPosition] == 0x3C, held.isEmpty, inputPosition + 1 < input.count,
            input[inputPosition + 1] == 0x3F, engine.map(\.isBetweenElements) ?? true
        else { return false }
        resume(at: inputOffset + inputPosition + 1)
        beginDeclaration(heldFrom: inputOffset + inputPosition - 1)
        return true
    }

    private mutating func attachEngine() -> Bool {
        if engine != nil { return true }
        guard let lent = Engine.lend() else { return false }
        lent.state.pointee.context = context
        lent.state.pointee.limits = limits
        lent.state.pointee.expectation = expectation
        engine = lent
        return true
    }

    /// Looks on for the end of the token that is held, and gives it to expat when it is there.
    @inline(never)
    private mutating func advanceHeld() {
        var position = inputPosition
        let limits = limits
        let outcome = input.withUnsafeBufferPointer { scanner.scan($0, from: &position, limits: limits) }
        held.append(contentsOf: input[inputPosition..<position])
        inputPosition = position
        switch outcome {
        case .unfinished:
            checkElementLength(at: heldOffset + held.count)
        case .exceeded(let excess):
            let offset = heldOffset + scanner.length - 1
            fail(.init(excess), at: offset, detected: offset)
        case .decided:
            isHolding = false
            giveHeld()
        }
    }

    /// Gives expat the bytes of the held token that it does not have.
    private mutating func giveHeld() {
        guard let engine else { return }
        let given = heldGiven
        engine.state.pointee.offsetShift = engine.position - (heldOffset + given)
        let outcome = held.withUnsafeBufferPointer { engine.parse(UnsafeBufferPointer(rebasing: $0[given...])) }
        heldGiven = held.count
        guard case .parsed = outcome else {
            let buffer = TokenBuffer(bytes: held, offset: heldOffset, startsInCDATA: false)
            letGoOfHeld()
            return settle(outcome, buffer)
        }
        keepTail(engine.position - engine.heldFrom, isFirstCut: false)
    }

    /// Gives expat a range of the input; `inputPosition` is behind it already.
    private mutating func give(_ range: Range<Int>) {
        guard let engine, !range.isEmpty else { return }
        let firstOffset = inputOffset + range.lowerBound
        engine.state.pointee.offsetShift = engine.position - firstOffset
        let wasInCDATA = engine.state.pointee.isInCDATA
        let outcome = input.withUnsafeBufferPointer { engine.parse(UnsafeBufferPointer(rebasing: $0[range])) }
        guard case .parsed = outcome else { return settle(outcome, range, wasInCDATA) }
        let tailLength = engine.position - engine.heldFrom
        let isFirstCut = tailLength <= range.count
        if isFirstCut {
            held.replaceSubrange(0..<held.count, with: input[(range.upperBound - tailLength)..<range.upperBound])
        } else {
            held.append(contentsOf: input[range])
        }
        keepTail(tailLength, isFirstCut: isFirstCut)
    }

    /// Keeps the beginning of a token that expat could not finish, the last bytes of `held`, and decides whether to
    /// hold back its rest.
    ///
    /// `isFirstCut` says that all of the token came at once: expat may then see it again, with what comes next.
    private mutating func keepTail(_ length: Int, isFirstCut: Bool) {
        if held.count > length { held.removeFirst(held.count - length) }
        heldGiven = held.count
        heldOffset = inputOffset + inputPosition - held.count
        if !held.isEmpty && engine?.state.pointee.isInCDATA == false { considerHolding(isFirstCut: isFirstCut) }
        if failure == nil { checkElementLength(at: inputOffset + inputPosition) }
    }

    private mutating func considerHolding(isFirstCut: Bool) {
        guard let first = held.first, first == 0x3C || first == 0x26 else { return }
        if held.count > 1, held[1] == 0x3F || held[1] == 0x21, considerMarkup() { return }
        // So short a token cannot exceed a limit, and to have expat look at it twice costs less than to look here.
        if isFirstCut && held.count < min(limits.nameBytes, 4 * limits.attributes, limits.tokenBytes) { return }
        beginHolding()
    }

    @inline(never)
    private mutating func beginHolding() {
        scanner = TokenScanner()
        let limits = limits
        var position = 0
        let outcome = held.withUnsafeBufferPointer { scanner.scan($0, from: &position, limits: limits) }
        switch outcome {
        case .unfinished: isHolding = true
        case .decided: break
        case .exceeded(let excess):
            fail(.init(excess), at: heldOffset + position - 1, detected: heldOffset + position - 1)
        }
    }

    /// Looks at what is held and begins with `<?` or `<!`; returns whether that decides what becomes of it.
    @inline(never)
    private mutating func considerMarkup() -> Bool {
        if held[1] == 0x3F {
            if !beginDeclaration(at: heldOffset) {
                fail(.processingInstruction, at: heldOffset, detected: heldOffset + 1)
            }
            return true
        }
        if held.starts(with: [0x3C, 0x21, 0x2D, 0x2D]) {
            fail(.comment, at: heldOffset, detected: heldOffset + 3)
            return true
        }
        guard let position = misspeltCDATA else { return false }
        // Expat looks at the six characters behind `<![` only when all are there.
        let violation = Violation(XML_ERROR_INVALID_TOKEN, at: held[position])
        fail(violation, at: heldOffset + position, detected: heldOffset + position)
        return true
    }

    /// Where what is held departs from `<![CDATA[`, if it begins like that.
    private var misspeltCDATA: Int? {
        guard held.starts(with: [0x3C, 0x21, 0x5B]) else { return nil }
        return zip(held.indices, zip(held, "<![CDATA[".utf8)).first { $1.0 != $1.1 }?.0
    }

    private mutating func checkElementLength(at end: Int) {
        guard let state = engine?.state, state.pointee.depth > 0 else { return }
        let limit = state.pointee.streamOffset(state.pointee.elementStart) + limits.stanzaBytes
        if end > limit { fail(.stanzaTooLong, at: limit) }
    }
}

// MARK: - When expat stopped

extension XMLStreamParser {
    /// `range` of the input has been given to expat last.
    @inline(never)
    private mutating func settle(_ outcome: Engine.Outcome, _ range: Range<Int>, _ wasInCDATA: Bool) {
        let buffer = TokenBuffer(
            bytes: held + input[range], offset: inputOffset + range.lowerBound - held.count, startsInCDATA: wasInCDATA)
        letGoOfHeld()
        settle(outcome, buffer)
    }

    private mutating func settle(_ outcome: Engine.Outcome, _ buffer: TokenBuffer) {
        guard let engine else { return }
        let state = engine.state
        if let header = state.pointee.header {
            state.pointee.header = nil
            return finishHeader(header, buffer)
        }
        if let (violation, offset, detected) = state.pointee.violation {
            state.pointee.violation = nil
            let place = state.pointee.streamOffset(offset)
            if violation == .textBetweenElements { return failForText(at: place, buffer) }
            return fail(violation, place, state.pointee.streamOffset(detected), buffer)
        }
        if let end = state.pointee.closedRoot {
            return finishStream(nameAt: state.pointee.streamOffset(end) + 2, buffer)
        }
        guard case .refused(let code, let position) = outcome else { return }
        let offset = state.pointee.streamOffset(position)
        if code == XML_ERROR_INVALID_TOKEN, state.pointee.depth == 0 {
            // Expat does not report the text that ends in `]]>`, which is wrong by itself between elements.
            let start = max(buffer.offset, state.pointee.finished.lastRange?.upperBound ?? 0)
            if start < offset - 2, let text = buffer.firstText(in: start..<offset - 2, limits: limits) {
                return failForText(at: text, buffer)
            }
        }
        let detected = buffer.judgement(of: offset, limits: limits)
        switch code {
        case XML_ERROR_TAG_MISMATCH where state.pointee.depth == 0:
            finishStream(nameAt: offset, buffer)
        case XML_ERROR_TAG_MISMATCH:
            fail(.mismatchedTag, offset - 2, detected, buffer)
        case XML_ERROR_UNDEFINED_ENTITY:
            // Expat names the tag when the reference stands in an attribute.
            fail(.entityReference, buffer.entityReference(from: offset) ?? offset, detected, buffer)
        case XML_ERROR_MISPLACED_XML_PI:
            fail(.processingInstruction, offset, offset + 1, buffer)
        default:
            fail(Violation(code, at: buffer[offset]), offset, detected, buffer)
        }
    }

    private mutating func failForText(at offset: Int, _ buffer: TokenBuffer) {
        fail(.textBetweenElements, offset, buffer.judgement(of: offset, limits: limits), buffer)
    }

    /// Fails for the first violation that the bytes up to `detected` contain, which need not be the one that expat
    /// or a callback came upon.
    private mutating func fail(_ violation: Violation, _ offset: Int, _ detected: Int, _ buffer: TokenBuffer) {
        // What looks like markup behind the byte that expat stopped at is part of a character that is none.
        guard let earlier = buffer.firstViolation(upTo: detected, limits: limits),
            earlier.offset <= offset || !earlier.violation.isMarkup
        else { return fail(violation, at: offset, detected: detected, in: buffer) }
        if earlier.violation == .processingInstruction, beginDeclaration(at: earlier.offset) { return }
        fail(earlier, in: buffer)
    }

    private mutating func finishHeader(_ header: EngineState.Header, _ buffer: TokenBuffer) {
        guard let engine else { return }
        let start = engine.state.pointee.streamOffset(header.range.lowerBound)
        let range = start..<start + header.range.count
        let last = range.upperBound - 1
        if let earlier = buffer.firstViolation(upTo: last, limits: limits) { return fail(earlier, in: buffer) }
        if framing == .stream && !context.rawName.isEmpty {
            return fail(.secondHeader, at: range.lowerBound, detected: last, in: buffer)
        }
        context = engine.context(of: header)
        expectation = .elementOrHeader
        engine.reset()
        engine.state.pointee.context = context
        engine.state.pointee.expectation = expectation
        resume(at: range.upperBound)
        boundaries = [(.streamOpen(header.opening), range)]
        if buffer[last - 1] == 0x2F { close(range.upperBound..<range.upperBound) }
    }

    /// An end tag stands where none is open but that of the stream: it must be the stream's own.
    private mutating func finishStream(nameAt offset: Int, _ buffer: TokenBuffer) {
        var end = offset
        while let byte = buffer[end], byte != 0x3E { end += 1 }
        let name = (offset..<end).compactMap { buffer[$0] }.prefix { !XMLCharacters.isWhitespace($0) }
        // Among fragments, the header may have been lost.
        let isAssumed = framing == .fragments && context.rawName.isEmpty
        let expected = isAssumed ? Array("stream:stream".utf8) : context.rawName
        guard framing != .webSocket, name.elementsEqual(expected) else {
            return fail(.mismatchedTag, offset - 2, end, buffer)
        }
        if let earlier = buffer.firstViolation(upTo: end, limits: limits) { return fail(earlier, in: buffer) }
        resume(at: end + 1)
        close(offset - 2..<end + 1)
    }

    private mutating func close(_ range: Range<Int>) {
        boundaries.insert((.streamClose(nil), range), at: 0)
        if framing == .fragments {
            engine?.reset()
            context = .assumed
            engine?.state.pointee.context = context
        } else {
            phase = .closed
        }
    }

    /// Goes on with the byte at `offset`, which is among the input.
    private mutating func resume(at offset: Int) {
        inputPosition = min(max(0, offset - inputOffset), input.count)
        letGoOfHeld()
    }

    /// Among fragments, a declaration may stand before each header.
    private mutating func beginDeclaration(at offset: Int) -> Bool {
        guard framing == .fragments, let engine, engine.state.pointee.depth == 0 else { return false }
        engine.reset()
        resume(at: offset + 1)
        beginDeclaration(heldFrom: offset)
        return true
    }

    private mutating func beginDeclaration(heldFrom offset: Int) {
        held = [0x3C]
        heldOffset = offset
        phase = .declaration
    }
}

// MARK: - Failing

extension XMLStreamParser {
    /// Ends the stream: nothing but this error comes after what has been found.
    ///
    /// The bytes behind the one that made it certain, which is `detected`, count as not yet dealt with, whether or
    /// not they came together with it; a `<` is itself among them, as it may begin something sound.
    ///
    /// - Parameter refused: Where the tag or reference began that is refused for its size, if that is not held.
    mutating func fail(
        _ violation: Violation, at offset: Int, detected: Int? = nil, in buffer: TokenBuffer? = nil, refused: Int? = nil
    ) {
        var (violation, offset, detected) = (violation, offset, detected ?? offset)
        if let state = engine?.state, state.pointee.depth > 0 {
            let limit = state.pointee.streamOffset(state.pointee.elementStart) + limits.stanzaBytes
            if detected >= limit { (violation, offset, detected) = (.stanzaTooLong, limit, limit) }
        }
        inputPosition = min(max(0, detected - inputOffset), input.count)
        if inputPosition < input.count, input[inputPosition] != 0x3C { inputPosition += 1 }
        let facts = violation.facts
        let isRefused = facts.condition == .policyViolation
        skippedFrom = isRefused ? openOffset(after: violation) ?? refused ?? Self.nowhere : Self.nowhere
        failure = XMLStreamError(
            condition: facts.condition, offset: offset, line: line(at: offset, buffer), message: facts.message,
            rule: facts.rule)
    }

    private mutating func fail(_ finding: TokenBuffer.Finding, in buffer: TokenBuffer) {
        fail(
            finding.violation, at: finding.offset, detected: finding.detected, in: buffer, refused: finding.refused)
    }

    /// Where the element began that a violation was found in, as far as one had.
    private func openOffset(after violation: Violation) -> Int? {
        guard let state = engine?.state, state.pointee.depth > 0 || violation == .stanzaTooLong else {
            return held.isEmpty ? nil : heldOffset
        }
        return state.pointee.streamOffset(state.pointee.elementStart)
    }

    private mutating func line(at offset: Int, _ buffer: TokenBuffer?) -> Int {
        if offset >= inputOffset {
            let position = min(offset - inputOffset, input.count)
            if position < countedLines.position { countedLines = (0, 0) }
            countedLines.lineFeeds += input[countedLines.position..<position].lineFeedCount
            countedLines.position = position
            return 1 + lineFeedsBeforeInput + countedLines.lineFeeds
        }
        let (bytes, start) = buffer.map { ($0.bytes, $0.offset) } ?? (held, heldOffset)
        let after = bytes.dropFirst(max(0, offset - start)).prefix(inputOffset - max(offset, start))
        return 1 + lineFeedsBeforeInput - after.lineFeedCount
    }
}

extension EngineState.Header {
    var opening: StreamOpening {
        var contentNamespace: Namespace?
        var prefixes: [StreamOpening.Prefix] = []
        for binding in ownBindings {
            let namespace = Namespace(rawValue: String(decoding: binding.namespace, as: UTF8.self))
            if binding.prefix.isEmpty {
                contentNamespace = namespace == .none ? nil : namespace
            } else {
                prefixes.append(
                    StreamOpening.Prefix(prefix: String(decoding: binding.prefix, as: UTF8.self), namespace: namespace)
                )
            }
        }
        return StreamOpening(element: element, contentNamespace: contentNamespace, prefixes: prefixes)
    }
}
