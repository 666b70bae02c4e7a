/// Finds the IP packet behind the header of a link layer.
enum LinkLayer {
    /// What is behind a link header.
    enum Content: Sendable {
        /// An IPv4 or IPv6 packet, with whatever padding follows it.
        case ip(PacketPart)
        /// Another protocol, which cannot carry TCP to us.
        case other
        /// The link type is not known here.
        case unsupported
        /// The header is cut or contradicts itself.
        case malformed(String)
    }

    /// How many VLAN tags may follow each other; IEEE 802.1ad has two.
    private static let maximumTags = 8

    /// The content of a frame of the given type, of which `bytes` were captured and `length` were on the wire.
    static func content(of bytes: ArraySlice<UInt8>, length: Int, link: LinkType) -> Content {
        let frame = PacketPart(bytes, length: length)
        switch link {
        case .ethernet: return ethernet(frame, in: bytes)
        case .raw, .ipv4, .ipv6: return .ip(frame)
        case _ where LinkType.unmappedRaw.contains(link): return .ip(frame)
        case .null, .loop: return loopback(frame, in: bytes)
        case .linuxSLL: return typed(frame, in: bytes, etherTypeAt: 14, headerLength: 16)
        case .linuxSLL2: return typed(frame, in: bytes, etherTypeAt: 0, headerLength: 20)
        case .ppp, .pppHDLC: return ppp(frame, in: bytes)
        case .pppoe: return pppoeSession(frame, in: bytes)
        default: return .unsupported
        }
    }

    private static func ethernet(_ frame: PacketPart, in bytes: ArraySlice<UInt8>) -> Content {
        guard let type = frame.uint16(at: 12, in: bytes) else { return .malformed("an Ethernet header is cut") }
        // IEEE 802.3: up to 1500 it is a length, and LLC follows.
        guard type <= 1500 else { return typed(frame, in: bytes, etherTypeAt: 12, headerLength: 14) }
        guard let frame = frame.dropping(14)?.limited(to: Int(type)) else { return .malformed("an LLC header is cut") }
        // LLC with SNAP and organization 0 (RFC 1042): an EtherType follows.
        guard frame.uint32(at: 0, in: bytes) == 0xaaaa_0300, frame.uint16(at: 4, in: bytes) == 0 else { return .other }
        return typed(frame, in: bytes, etherTypeAt: 6, headerLength: 8)
    }

    /// What a header says by EtherType, through VLAN tags and PPPoE.
    private static func typed(
        _ frame: PacketPart,
        in bytes: ArraySlice<UInt8>,
        etherTypeAt offset: Int,
        headerLength: Int
    ) -> Content {
        guard var type = frame.uint16(at: offset, in: bytes), var payload = frame.dropping(headerLength) else {
            return .malformed("a link header is cut")
        }
        for _ in 0...maximumTags {
            switch type {
            case 0x0800, 0x86dd: return .ip(payload)
            case 0x8864: return pppoeSession(payload, in: bytes)
            case 0x8100, 0x88a8, 0x9100, 0x9200:
                guard let inner = payload.uint16(at: 2, in: bytes), let rest = payload.dropping(4) else {
                    return .malformed("a VLAN tag is cut")
                }
                (type, payload) = (inner, rest)
            default: return .other
            }
        }
        return .malformed("more than \(maximumTags) VLAN tags")
    }

    /// BSD loopback: the address family, in either byte order.
    private static func loopback(_ frame: PacketPart, in bytes: ArraySlice<UInt8>) -> Content {
        guard let family = frame.uint32(at: 0, in: bytes), let payload = frame.dropping(4) else {
            return .malformed("a loopback header is cut")
        }
        switch min(family, family.byteSwapped) {
        // AF_INET everywhere; AF_INET6 of NetBSD and OpenBSD, FreeBSD, Apple, Linux.
        case 2, 24, 28, 30, 10: return .ip(payload)
        default: return .other
        }
    }

    /// RFC 2516 §4 and §6.
    private static func pppoeSession(_ frame: PacketPart, in bytes: ArraySlice<UInt8>) -> Content {
        guard let versionAndType = frame.byte(at: 0, in: bytes), let code = frame.byte(at: 1, in: bytes),
            let length = frame.uint16(at: 4, in: bytes), let payload = frame.dropping(6)
        else { return .malformed("a PPPoE header is cut") }
        guard versionAndType == 0x11, code == 0 else { return .other }
        return ppp(payload.limited(to: Int(length)), in: bytes)
    }

    /// RFC 1661 §2 with the fields that RFC 1662 §3.1 adds or compresses.
    private static func ppp(_ frame: PacketPart, in bytes: ArraySlice<UInt8>) -> Content {
        var frame = frame
        if frame.uint16(at: 0, in: bytes) == 0xff03, let rest = frame.dropping(2) { frame = rest }
        guard let first = frame.byte(at: 0, in: bytes) else { return .malformed("a PPP header is cut") }
        let isCompressed = first & 1 == 1
        guard let type = isCompressed ? UInt16(first) : frame.uint16(at: 0, in: bytes),
            let payload = frame.dropping(isCompressed ? 1 : 2)
        else { return .malformed("a PPP header is cut") }
        return type == 0x21 || type == 0x57 ? .ip(payload) : .other
    }
}
