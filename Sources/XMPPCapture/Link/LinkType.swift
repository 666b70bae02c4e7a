/// What kind of header a captured packet begins with: the registered LINKTYPE_ numbers.
public struct LinkType: RawRepresentable, Sendable, Hashable {
    /// The number as the file has it.
    public let rawValue: UInt16

    /// Creates a link type from its registered number.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// BSD loopback: the address family in the byte order of the capturing machine.
    public static let null = LinkType(rawValue: 0)
    /// IEEE 802.3 Ethernet.
    public static let ethernet = LinkType(rawValue: 1)
    /// PPP, with or without HDLC-like framing (RFC 1662).
    public static let ppp = LinkType(rawValue: 9)
    /// PPP in HDLC-like framing (RFC 1662).
    public static let pppHDLC = LinkType(rawValue: 50)
    /// PPPoE session packets (RFC 2516), without Ethernet before them.
    public static let pppoe = LinkType(rawValue: 51)
    /// Raw IPv4 or IPv6.
    public static let raw = LinkType(rawValue: 101)
    /// OpenBSD loopback: the address family in network byte order.
    public static let loop = LinkType(rawValue: 108)
    /// Linux "cooked" capture, as of the `any` device.
    public static let linuxSLL = LinkType(rawValue: 113)
    /// Raw IPv4.
    public static let ipv4 = LinkType(rawValue: 228)
    /// Raw IPv6.
    public static let ipv6 = LinkType(rawValue: 229)
    /// Linux "cooked" capture, second version.
    public static let linuxSLL2 = LinkType(rawValue: 276)

    /// The values of DLT_RAW that some systems write into files unmapped.
    static let unmappedRaw: Set<LinkType> = [LinkType(rawValue: 12), LinkType(rawValue: 14)]
}
