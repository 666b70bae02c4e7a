/// Undoes permessage-deflate in one direction (RFC 7692 §7.2.2).
struct MessageInflater: ~Copyable {
    enum Outcome {
        case message([SourceRun])
        /// It refers to an earlier message that could not be read.
        case refersToMissed
        case failed(String)
    }

    /// Whether a message refers to nothing before itself.
    private let isIsolated: Bool
    /// A window that is kept serves those messages too that do not refer to it.
    private var inflater: RunInflater?
    /// Whether the other end has more in its window than there is in this one: what refers to that cannot be read, and
    /// is not read wrongly, as it reaches beyond the beginning of this one.
    private var lacksWindow = false

    init(isIsolated: Bool) {
        self.isIsolated = isIsolated
    }

    /// What it takes, in bytes.
    var cost: Int { inflater == nil ? 0 : RunInflater.cost }

    /// Keeps its window no longer.
    mutating func giveUp() { miss() }

    /// Says that a compressed message was missed, to which later ones may refer.
    mutating func miss() {
        inflater = nil
        lacksWindow = !isIsolated
    }

    /// Inflates a whole message.
    mutating func inflate(_ message: WebSocketMessage, _ direction: Direction) -> Outcome {
        let tail = SourceRun(direction: direction, bytes: [0, 0, 0xFF, 0xFF], origin: message.origin)
        var result: [SourceRun] = []
        var total = 0
        for run in message.runs + [tail] {
            var rest: SourceRun? = run
            while let next = rest {
                rest = nil
                if inflater == nil { inflater = RunInflater(.raw) }
                guard let (runs, end) = inflater?.inflate(next, limit: WebSocketMessage.limit - total) else { break }
                for run in runs { total += run.bytes.count }
                result += runs
                switch end {
                case nil: break
                case .complete(let bytes):
                    // A block may be marked as the last (RFC 7692 §7.2.3.4); the next one begins afresh.
                    inflater = RunInflater(.raw)
                    if !bytes.isEmpty { rest = SourceRun(direction: direction, bytes: bytes[...], origin: run.origin) }
                case .damaged(let reason):
                    defer { miss() }
                    return lacksWindow ? .refersToMissed : .failed("is damaged in its compression: \(reason)")
                case .tooLarge:
                    miss()
                    return .failed("inflates to more than \(WebSocketMessage.limit) bytes")
                }
            }
        }
        return .message(result)
    }
}
