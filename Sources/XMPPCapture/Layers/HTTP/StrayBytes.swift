/// Bytes of one direction of an HTTP connection that belong to a message whose head is not there.
struct StrayBytes {
    /// The body of a BOSH request or response, if they are one as far as they go.
    private(set) var body: HTTPBody?
    private var passed = PassedBytes()

    /// Takes the next bytes.
    mutating func append(_ run: SourceRun, _ openContent: OpenContent) {
        if passed.byteCount == 0, BOSHBody.seemsToBegin(Array(run.bytes.prefix(BOSHBody.headLimit))) {
            body = HTTPBody(openContent)
        }
        passed.append(run)
        body?.append(run)
    }

    /// What they were, once another message begins or is lost.
    mutating func take() -> PassedBytes? {
        defer { self = StrayBytes() }
        return passed.byteCount > 0 ? passed : nil
    }
}

/// How many bytes were passed over, and where they came from.
struct PassedBytes: Sendable {
    private(set) var byteCount: Int64 = 0
    private(set) var origin = SourceRun.Origin.none
    private var runCount = 0

    /// How many packets are named at most.
    private static let runLimit = 4096

    mutating func append(_ run: SourceRun) { append(byteCount: Int64(run.bytes.count), run.origin) }

    mutating func append(byteCount: Int64, _ origin: SourceRun.Origin) {
        guard byteCount > 0 else { return }
        self.byteCount &+= byteCount
        runCount &+= 1
        if runCount <= Self.runLimit { self.origin.formUnion(origin) } else { self.origin.time = origin.time }
    }

    /// What was passed over so far, after which the count begins anew; nil if that is nothing.
    mutating func take() -> PassedBytes? {
        guard byteCount > 0 else { return nil }
        defer { self = PassedBytes() }
        return self
    }
}
