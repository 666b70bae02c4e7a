/// Finds the IP packet behind the header of a link layer.
enum LinkLayer {
    /// What is behind a link header.
    enum Content: Sendable {
        /// An IPv4 or IPv6 packet, with whatever padding follows it.
        case ip(WireBytes)
        /// Another protocol, which cannot carry TCP to us.
        case other
        /// The link type is not known here.
        case unsupported
        /// The header is cut or contradicts itself.
        case malformed(String)
    }

    /// How many VLAN tags may follow each other; IEEE 802.1ad has two.
    private static let maximumTags = 8

    /// The content of a frame of the given type.
    static func content(of frame: WireBytes, link: LinkType) -> Content {
        switch link {
        case .ethernet: return ethernet(frame)
        case .raw, .ipv4, .ipv6: return .ip(frame)
        case _ where LinkType.unmappedRaw.contains(link): return .ip(frame)
        case .null, .loop: return loopback(frame)
        case .linuxSLL: return typed(frame, etherTypeAt: 14, headerLength: 16)
        case .linuxSLL2: return typed(frame, etherTypeAt: 0, headerLength: 20)
        case .ppp, .pppHDLC: return ppp(frame)
        case .pppoe: return pppoeSession(frame)
        default: return .unsupported
        }
    }

    private static func ethernet(_ frame: WireBytes) -> Content {
        guard let type = frame.captured.uint16(at: 12) else { return .malformed("an Ethernet header is cut") }
        // IEEE 802.3: up to 1500 it is a length, and LLC follows.
        guard type <= 1500 else { return typed(frame, etherTypeAt: 12, headerLength: 14) }
        guard let frame = frame.dropping(14)?.limited(to: Int(type)) else { return .malformed("an LLC header is cut") }
        // LLC with SNAP and organization 0 (RFC 1042): an EtherType follows.
        guard frame.captured.uint32(at: 0) == 0xaaaa_0300, frame.captured.uint16(at: 4) == 0 else { return .other }
        return typed(frame, etherTypeAt: 6, headerLength: 8)
    }

    /// What a header says by EtherType, through VLAN tags and PPPoE.
    private static func typed(_ frame: WireBytes, etherTypeAt offset: Int, headerLength: Int) -> Content {
        guard var type = frame.captured.uint16(at: offset), var payload = frame.dropping(headerLength) else {
            return .malformed("a link header is cut")
        }
        for _ in 0...maximumTags {
            switch type {
            case 0x0800, 0x86dd: return .ip(payload)
            case 0x8864: return pppoeSession(payload)
            case 0x8100, 0x88a8, 0x9100, 0x9200:
                guard let inner = payload.captured.uint16(at: 2), let rest = payload.dropping(4) else {
                    return .malformed("a VLAN tag is cut")
                }
                (type, payload) = (inner, rest)
            default: return .other
            }
        }
        return .malformed("more than \(maximumTags) VLAN tags")
    }

    /// BSD loopback: the address family, in either byte order.
    private static func loopback(_ frame: WireBytes) -> Content {
        guard let family = frame.captured.uint32(at: 0), let payload = frame.dropping(4) else {
            return .malformed("a loopback header is cut")
        }
        switch min(family, family.byteSwapped) {
        // AF_INET everywhere; AF_INET6 of NetBSD and OpenBSD, FreeBSD, Apple, Linux.
        case 2, 24, 28, 30, 10: return .ip(payload)
        default: return .other
        }
    }

    /// RFC 2516 §4 and §6.
    private static func pppoeSession(_ frame: WireBytes) -> Content {
        guard let versionAndType = frame.captured.byte(at: 0), let code = frame.captured.byte(at: 1),
            let length = frame.captured.uint16(at: 4), let payload = frame.dropping(6)
        else { return .malformed("a PPPoE header is cut") }
        guard versionAndType == 0x11, code == 0 else { return .other }
        return ppp(payload.limited(to: Int(length)))
    }

    /// RFC 1661 §2 with the fields that RFC 1662 §3.1 adds or compresses.
    private static func ppp(_ frame: WireBytes) -> Content {
        var frame = frame
        if frame.captured.uint16(at: 0) == 0xff03, let rest = frame.dropping(2) { frame = rest }
        guard let first = frame.captured.byte(at: 0) else { return .malformed("a PPP header is cut") }
        let isCompressed = first & 1 == 1
        guard let type = isCompressed ? UInt16(first) : frame.captured.uint16(at: 0),
            let payload = frame.dropping(isCompressed ? 1 : 2)
        else { return .malformed("a PPP header is cut") }
        return type == 0x21 || type == 0x57 ? .ip(payload) : .other
    }
}
