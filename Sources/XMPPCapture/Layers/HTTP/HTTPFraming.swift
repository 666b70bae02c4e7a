import XMPPPrimitives

/// How the end of a message's body is found (RFC 9112 §6.3).
enum HTTPFraming: Sendable, Equatable {
    case length(Int)
    case chunked
    /// The body ends with the connection.
    case untilClose
    /// The connection is HTTP's no longer.
    case tunnel
    /// What the head says about it makes no sense.
    case invalid

    /// The framing of a request.
    init(request head: HTTPHead) {
        if !head.tokens("transfer-encoding").isEmpty {
            self = head.tokens("transfer-encoding").last == "chunked" ? .chunked : .invalid
        } else {
            self = Self.declaredLength(of: head) ?? .length(0)
        }
    }

    /// The framing of a response to a request with `method`; nil if the capture does not show the request.
    init(response head: HTTPHead, status: Int, to method: String?) {
        if status == 101 || method == "CONNECT" && (200..<300).contains(status) {
            self = .tunnel
        } else if method == "HEAD" || (100..<200).contains(status) || status == 204 || status == 304 {
            self = .length(0)
        } else if !head.tokens("transfer-encoding").isEmpty {
            self = head.tokens("transfer-encoding").last == "chunked" ? .chunked : .untilClose
        } else {
            self = Self.declaredLength(of: head) ?? .untilClose
        }
    }

    /// What Content-Length says; the same number more than once is one number (RFC 9110 §8.6).
    private static func declaredLength(of head: HTTPHead) -> HTTPFraming? {
        let values = head.list("content-length")
        guard let first = values.first else { return nil }
        guard values.allSatisfy({ $0 == first }), first.utf8.allSatisfy(\.isDigit),
            let length = Int(first)
        else { return .invalid }
        return .length(length)
    }
}
