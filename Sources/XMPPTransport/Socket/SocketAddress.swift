#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// An IP address and a port.
public struct SocketAddress: Hashable, Sendable {
    /// The address: 4 bytes for IPv4, 16 for IPv6.
    public let bytes: [UInt8]
    /// The port.
    public var port: UInt16
    /// Which network interface a link-local IPv6 address belongs to (RFC 4007 §6); 0 for none.
    public let scope: UInt32

    /// Whether it is an IPv6 address.
    public var isIPv6: Bool { bytes.count == 16 }

    /// Takes up an address; nil unless it has 4 or 16 bytes.
    public init?(bytes: [UInt8], port: UInt16, scope: UInt32 = 0) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
        self.port = port
        self.scope = scope
    }

    /// Reads an address in its usual text form, IPv6 without brackets; nil for anything else.
    public init?(_ text: String, port: UInt16) {
        let (bare, zone) = Self.split(text)
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET6, bare, &bytes) == 1 {
            let scope = zone.map { UInt32($0) ?? if_nametoindex($0) } ?? 0
            guard zone == nil || scope != 0 else { return nil }
            self.init(bytes: bytes, port: port, scope: scope)
        } else if zone == nil, inet_pton(AF_INET, bare, &bytes) == 1 {
            self.init(bytes: Array(bytes.prefix(4)), port: port)
        } else {
            return nil
        }
    }

    private static func split(_ text: String) -> (address: String, zone: String?) {
        guard let percent = text.firstIndex(of: "%") else { return (text, nil) }
        return (String(text[..<percent]), String(text[text.index(after: percent)...]))
    }
}

extension SocketAddress: CustomStringConvertible {
    /// Address and port, as in `[::1]:5222`.
    public var description: String { isIPv6 ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// The address alone, in its usual text form.
    public var host: String {
        var text = [CChar](repeating: 0, count: 64)
        guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "" }
        let address = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return scope == 0 ? address : "\(address)%\(scope)"
    }
}

// MARK: - The system's form

extension SocketAddress {
    var family: Int32 { isIPv6 ? AF_INET6 : AF_INET }

    /// Reads what the system has filled in; nil for other families.
    init?(_ storage: UnsafePointer<sockaddr>) {
        switch Int32(storage.pointee.sa_family) {
        case AF_INET:
            let address = UnsafeRawPointer(storage).loadUnaligned(as: sockaddr_in.self)
            let bytes = withUnsafeBytes(of: address.sin_addr) { Array($0) }
            self.init(bytes: bytes, port: UInt16(bigEndian: address.sin_port))
        case AF_INET6:
            let address = UnsafeRawPointer(storage).loadUnaligned(as: sockaddr_in6.self)
            let bytes = withUnsafeBytes(of: address.sin6_addr) { Array($0) }
            self.init(bytes: bytes, port: UInt16(bigEndian: address.sin6_port), scope: address.sin6_scope_id)
        default:
            return nil
        }
    }

    /// Lends the address in the form that system calls want.
    func withSystemAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        isIPv6 ? withIPv6Address(body) : withIPv4Address(body)
    }

    private func withIPv4Address<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        var address = sockaddr_in()
        #if canImport(Darwin)
            address.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
        #endif
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        withUnsafeMutableBytes(of: &address.sin_addr) { $0.copyBytes(from: bytes) }
        return Self.lend(&address, body)
    }

    private func withIPv6Address<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        var address = sockaddr_in6()
        #if canImport(Darwin)
            address.sin6_len = UInt8(MemoryLayout<sockaddr_in6>.size)
        #endif
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = port.bigEndian
        address.sin6_scope_id = scope
        withUnsafeMutableBytes(of: &address.sin6_addr) { $0.copyBytes(from: bytes) }
        return Self.lend(&address, body)
    }

    private static func lend<Address, Result>(
        _ address: inout Address,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<Address>.size))
            }
        }
    }
}
