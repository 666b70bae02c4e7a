// MARK: - WebSocket messages

extension XMLStreamParser {
    /// Settles the message that has been read, and goes on to the next.
    mutating func advanceMessage() -> Bool {
        if isInMessage {
            isInMessage = false
            finishMessage()
            return true
        }
        guard nextMessage < messages.count else { return false }
        replaceInput(with: takeMessage())
        guard phase != .closed else { return true }
        startOffset = inputOffset
        phase = .prolog
        isInMessage = true
        return true
    }

    /// Takes the message that has waited longest, at a cost that does not depend on how many wait.
    private mutating func takeMessage() -> [UInt8] {
        var message: [UInt8] = []
        swap(&message, &messages[nextMessage])
        nextMessage += 1
        if nextMessage * 2 >= messages.count {
            messages.removeFirst(nextMessage)
            nextMessage = 0
        }
        return message
    }

    /// A message is exactly one element (RFC 7395 §3.3).
    private mutating func finishMessage() {
        guard failure == nil, phase != .closed else { return abandonEngine() }
        let end = inputOffset + input.count
        let state = engine?.state
        let isComplete = held.isEmpty && phase == .content && (state?.pointee.depth ?? 0) == 0
        if !isComplete {
            fail(.unfinishedMessage, at: end)
        } else if let state, state.pointee.finished.count > 1 {
            fail(.secondElement, at: state.pointee.finished[1].range.lowerBound)
        } else if let only = state?.pointee.finished.popFirst() {
            deliver(only)
        } else {
            fail(.emptyMessage, at: end)
        }
        abandonEngine()
    }

    private mutating func deliver(_ only: FinishedElements.Entry) {
        if only.element.namespace == .none { return fail(.unqualifiedMessage, at: only.range.lowerBound) }
        switch only.element.name {
        case .framedOpen where !context.rawName.isEmpty:
            fail(.secondHeader, at: only.range.lowerBound)
        case .framedOpen:
            context = StreamContext(bindings: [], rawName: Array("open".utf8))
            boundaries = [(.streamOpen(StreamOpening(element: only.element, contentNamespace: nil)), only.range)]
        case .framedClose:
            phase = .closed
            boundaries = [(.streamClose(only.element), only.range)]
        default:
            boundaries = [(.element(only.element), only.range)]
        }
    }
}
