/// A BOSH session: the requests of one `sid`, on whichever connections they come.
final class BOSHSession {
    let sid: String
    private var nextRequest: Int64?
    /// Requests that are not there while later ones are.
    private var missing: Set<Int64> = []
    private var isOver = false

    /// The largest request ID (XEP-0124 §14.1).
    private static let largestRequest: Int64 = 9_007_199_254_740_991
    /// What says in which order requests have to come.
    static let orderReference = "XEP-0124 §14.2"
    /// How many missing requests are remembered.
    private static let missingLimit: Int64 = 64

    init(sid: String) {
        self.sid = sid
    }

    /// Takes the `rid` of a request.
    ///
    /// - Returns: what is wrong with it.
    func receive(request text: String?) -> [String] {
        var diagnostics: [String] = []
        if isOver { diagnostics.append("The session had been terminated before. (XEP-0124 §13)") }
        guard let request = Self.number(text) else {
            return diagnostics + ["The request has no valid ‘rid’. (XEP-0124 §14.1)"]
        }
        return diagnostics + order(request)
    }

    /// Says that the session is terminated.
    func end() { isOver = true }

    static func number(_ text: String?) -> Int64? {
        guard let text, let number = Int64(text), (0...largestRequest).contains(number) else { return nil }
        return number
    }

    private func order(_ request: Int64) -> [String] {
        guard let expected = nextRequest else {
            nextRequest = request + 1
            return []
        }
        if request >= expected {
            nextRequest = request + 1
            guard request > expected else { return [] }
            if missing.count < Self.missingLimit {
                missing.formUnion(expected..<min(request, expected + Self.missingLimit))
            }
            return ["Request \(request) comes where \(expected) is next. (\(Self.orderReference))"]
        }
        if missing.remove(request) != nil {
            return ["Request \(request) comes after later ones. (\(Self.orderReference))"]
        }
        return ["Request \(request) has been sent before. (XEP-0124 §14.3)"]
    }
}

/// The BOSH sessions of one input.
final class BOSHSessions {
    private static let limit = 4096
    /// Servers give some 36 characters.
    private static let sidLimit = 1024

    private var sessions: [String: BOSHSession] = [:]
    /// The sessions in the order in which they appeared.
    private var order: [String] = []

    /// The session with this ID, new if there was none; nil for what cannot be an ID.
    func session(_ sid: String) -> BOSHSession? {
        if let session = sessions[sid] { return session }
        guard !sid.isEmpty, sid.utf8.count <= Self.sidLimit else { return nil }
        if order.count >= Self.limit {
            for old in order.prefix(Self.limit / 4) { sessions[old] = nil }
            order.removeFirst(Self.limit / 4)
        }
        let session = BOSHSession(sid: sid)
        sessions[sid] = session
        order.append(sid)
        return session
    }
}
