/// Inflates runs of bytes, and keeps track of the packets that brought what comes out.
struct RunInflater: ~Copyable {
    /// Why nothing more comes out.
    enum Ending: Equatable {
        /// The compressed data ended; `rest` is what followed.
        case complete(rest: [UInt8])
        /// The data is broken.
        case damaged(String)
        /// One run would have given more than was allowed.
        case tooLarge
    }

    /// What it takes, its window of 32 KiB included, in bytes.
    static let cost = 48 << 10

    private var inflater: Inflater
    /// What has brought nothing out so far: the next bytes begin in there.
    private var pending = SourceRun.Origin.none

    init(_ wrapper: Inflater.Wrapper) {
        inflater = Inflater(wrapper)
    }

    /// Inflates one run to at most `limit` bytes; what lies before an ending is good.
    mutating func inflate(_ run: SourceRun, limit: Int) -> (runs: [SourceRun], ending: Ending?) {
        inflater.receive(Array(run.bytes))
        pending.formUnion(run.origin)
        var runs: [SourceRun] = []
        var total = 0
        while true {
            switch inflater.next(limit: min(limit - total + 1, 1 << 17)) {
            case .bytes(let bytes):
                total += bytes.count
                guard total <= limit else { return (runs, .tooLarge) }
                runs.append(SourceRun(direction: run.direction, bytes: bytes[...], origin: pending))
            case .needsInput:
                if total > 0 || inflater.isBetweenBlocks { pending = .none }
                return (runs, nil)
            case .end(let rest): return (runs, .complete(rest: rest))
            case .damaged(let reason): return (runs, .damaged(reason))
            }
        }
    }
}
