import XMLStream
import XMPPAddress

/// The IQ requests of one direction that are not answered.
struct RequestTable: Sendable {
    /// Who is asked, as far as an answer has to come from there (RFC 6120 §8.1.2.1, §10.3.3).
    enum Party: Sendable, Hashable {
        /// The server itself, for the account of the stream.
        case server
        /// Somebody, by a hash of the prepared address.
        case entity(Int)
        /// An address that is none, or of which it is not known whether it is one of the server's.
        case unknown
    }

    struct Request: Sendable {
        let party: Party
        let place: TrafficPlace
        /// The name of what is asked for.
        let payload: String
    }

    /// What is known about an answer.
    enum Match: Sendable {
        case request(Request)
        /// There are requests with its identifier, but to others than the one who answers.
        case otherParty(Request)
        case none
    }

    private let limit: Int
    private var requests: [Int: [Request]] = [:]
    private var order: [(id: Int, number: Int)] = []
    private var forgotten = 0
    private(set) var count = 0
    /// How many requests were given up because too many were waiting.
    private(set) var evicted = 0

    init(limit: Int) {
        self.limit = max(limit, 1)
    }

    /// The requests that are waiting, oldest first.
    var waiting: [Request] { requests.values.joined().sorted { $0.place.number < $1.place.number } }

    /// Adds a request.
    ///
    /// - Returns: the request with the same identifier to the same party that is still waiting.
    mutating func add(_ request: Request, id: String) -> Request? {
        let key = id.hashValue
        let twin = requests[key]?.first { $0.party == request.party }
        requests[key, default: []].append(request)
        order.append((key, request.place.number))
        count += 1
        if count > limit { evictOldest() }
        return twin
    }

    /// Whether a request with this identifier to this party waits.
    func isWaiting(id: String, _ party: Party) -> Bool {
        requests[id.hashValue]?.contains { $0.party == party } ?? false
    }

    /// Takes the request that an answer from `party` belongs to.
    mutating func take(id: String, from party: Party) -> Match {
        let key = id.hashValue
        guard let candidates = requests[key], let oldest = candidates.first else { return .none }
        let isFit = { (request: Request) in
            request.party == party || request.party == .unknown || party == .unknown
        }
        if let index = candidates.firstIndex(where: isFit) {
            remove(key, at: index)
            return .request(candidates[index])
        }
        return .otherParty(oldest)
    }

    private mutating func evictOldest() {
        while forgotten < order.count {
            let (key, number) = order[forgotten]
            forgotten += 1
            guard let index = requests[key]?.firstIndex(where: { $0.place.number == number }) else { continue }
            remove(key, at: index)
            evicted += 1
            break
        }
    }

    private mutating func remove(_ key: Int, at index: Int) {
        requests[key]?.remove(at: index)
        if requests[key]?.isEmpty == true { requests[key] = nil }
        count -= 1
        if order.count > 4 * limit + 64 { compact() }
    }

    /// Drops the places of requests that are no longer there.
    private mutating func compact() {
        order = order[forgotten...].filter { entry in
            requests[entry.id]?.contains { $0.place.number == entry.number } ?? false
        }
        forgotten = 0
    }
}

extension RequestTable.Request {
    /// Creates the entry of an IQ.
    init(_ stanza: Element, to party: RequestTable.Party, at place: TrafficPlace) {
        let payload = stanza.children.first { _ in true }?.name.description ?? ""
        self.init(party: party, place: place, payload: String(payload.prefix(100)))
    }
}
