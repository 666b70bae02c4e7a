/// An IPv4 or IPv6 address.
public struct IPAddress: Sendable, Hashable {
    /// The first eight bytes of an IPv6 address in network order; 0 for IPv4.
    let high: UInt64
    /// The last eight bytes of an IPv6 address, or the four of an IPv4 address.
    let low: UInt64
    /// Whether this is an IPv4 address.
    public let isIPv4: Bool

    /// Creates an IPv4 address from its 32 bits in network order.
    public init(ipv4 bits: UInt32) {
        high = 0
        low = UInt64(bits)
        isIPv4 = true
    }

    /// Creates an IPv6 address from its two halves in network order.
    public init(ipv6High high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
        isIPv4 = false
    }
}

extension IPAddress: CustomStringConvertible {
    /// Dotted decimal, or the canonical text of RFC 5952.
    public var description: String {
        guard !isIPv4 else {
            let octets = [low >> 24, low >> 16, low >> 8, low].map { String($0 & 0xff) }
            return octets.joined(separator: ".")
        }
        let groups = Self.groups(of: high) + Self.groups(of: low)
        if high == 0, groups[4] == 0, groups[5] == 0xffff {
            return "::ffff:" + IPAddress(ipv4: UInt32(truncatingIfNeeded: low)).description
        }
        let zeros = Self.longestZeroRun(in: groups)
        let text = { (part: ArraySlice<UInt64>) in part.map { String($0, radix: 16) }.joined(separator: ":") }
        guard zeros.count > 1 else { return text(groups[...]) }
        return text(groups[..<zeros.lowerBound]) + "::" + text(groups[zeros.upperBound...])
    }

    private static func groups(of half: UInt64) -> [UInt64] {
        [half >> 48, half >> 32, half >> 16, half].map { $0 & 0xffff }
    }

    private static func longestZeroRun(in groups: [UInt64]) -> Range<Int> {
        var (best, start) = (0..<0, 0)
        for index in groups.indices {
            if groups[index] != 0 {
                start = index + 1
            } else if index + 1 - start > best.count {
                best = start..<index + 1
            }
        }
        return best
    }
}

/// One end of a TCP connection.
public struct Endpoint: Sendable, Hashable {
    /// The address.
    public let address: IPAddress
    /// The TCP port.
    public let port: UInt16

    /// Creates an endpoint.
    public init(address: IPAddress, port: UInt16) {
        self.address = address
        self.port = port
    }
}

extension Endpoint: CustomStringConvertible {
    /// `192.0.2.1:5222` or `[2001:db8::1]:5222`.
    public var description: String { address.isIPv4 ? "\(address):\(port)" : "[\(address)]:\(port)" }
}
