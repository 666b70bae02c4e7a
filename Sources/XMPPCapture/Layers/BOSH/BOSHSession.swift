/// A BOSH session: the requests of one `sid`, on whichever connections they come.
final class BOSHSession {
    /// A recording of the session: a capture of both sides of a proxy has every request twice.
    fileprivate struct Leg {
        var nextRequest: Int64?
        /// Requests that are not there while later ones are.
        var missing: Set<Int64> = []
        var isOver = false

        func hasSeen(_ request: Int64) -> Bool {
            nextRequest.map { request < $0 && !missing.contains(request) } ?? false
        }
    }

    let sid: String
    private var legs = [Leg()]
    private var legOfServer: [Endpoint?: Int] = [:]
    /// Whether something is missing that may have been requests.
    private(set) var isLossy = false

    /// The largest request ID (XEP-0124 §14.1).
    private static let largestRequest: Int64 = 9_007_199_254_740_991
    /// What says in which order requests have to come.
    static let orderReference = "XEP-0124 §14.2"
    /// How many missing requests are remembered.
    fileprivate static let missingLimit: Int64 = 64
    /// How many servers, and so recordings, are told apart.
    private static let serverLimit = 8

    init(sid: String) {
        self.sid = sid
    }

    /// Which recording of the session has what goes to or comes from a server, counted from 0.
    func leg(of server: Endpoint?) -> Int { legOfServer[server] ?? 0 }

    /// Takes note that bytes are missing on a connection that the session goes over.
    func miss() { isLossy = true }

    /// Takes the `rid` of a request to a server.
    ///
    /// - Returns: what is wrong with it.
    func receive(request text: String?, to server: Endpoint?) -> [String] {
        if legOfServer[server] == nil, legOfServer.count < Self.serverLimit { meet(server, Self.number(text)) }
        return legs[leg(of: server)].receive(request: text, isLossy: isLossy)
    }

    /// What comes first on the way to another server begins another recording if those to its port have it already, or,
    /// if there are none, the first one; requests of one recording go to any number of a server's addresses.
    private func meet(_ server: Endpoint?, _ request: Int64?) {
        let samePort = legOfServer.filter { $0.key?.port == server?.port }.values.sorted()
        let known = samePort.isEmpty ? [0] : samePort
        if let leg = known.first(where: { leg in request.map { !legs[leg].hasSeen($0) } ?? true }) {
            legOfServer[server] = leg
        } else {
            legOfServer[server] = legs.count
            legs.append(Leg())
        }
    }

    /// Says that the session is terminated, on the way to or from a server.
    func end(at server: Endpoint?) { legs[leg(of: server)].isOver = true }

    static func number(_ text: String?) -> Int64? {
        guard let text, let number = Int64(text), (0...largestRequest).contains(number) else { return nil }
        return number
    }
}

extension BOSHSession.Leg {
    fileprivate mutating func receive(request text: String?, isLossy: Bool) -> [String] {
        var diagnostics: [String] = []
        if isOver { diagnostics.append("The session had been terminated before. (XEP-0124 §13)") }
        guard let request = BOSHSession.number(text) else {
            return diagnostics + ["The request has no valid ‘rid’. (XEP-0124 §14.1)"]
        }
        let faults = order(request)
        // What seems to be left out may be what the recording lacks.
        return diagnostics + (isLossy ? faults.filter { !$0.hasSuffix("(\(BOSHSession.orderReference))") } : faults)
    }

    private mutating func order(_ request: Int64) -> [String] {
        guard let expected = nextRequest else {
            nextRequest = request + 1
            return []
        }
        if request >= expected {
            nextRequest = request + 1
            guard request > expected else { return [] }
            if missing.count < BOSHSession.missingLimit {
                missing.formUnion(expected..<min(request, expected + BOSHSession.missingLimit))
            }
            return ["Request \(request) comes where \(expected) is next. (\(BOSHSession.orderReference))"]
        }
        if missing.remove(request) != nil {
            return ["Request \(request) comes after later ones. (\(BOSHSession.orderReference))"]
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
