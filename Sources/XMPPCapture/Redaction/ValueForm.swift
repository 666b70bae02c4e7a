import XMPPPrimitives

/// What a value looks like.
enum ValueForm: Equatable {
    /// White space, or nothing.
    case blank
    /// A JID with a localpart or a resourcepart.
    case address
    /// A scheme, and what follows its colon.
    case uri(scheme: String, rest: String)
    /// An IPv4 address; `port` is `:5222`, for instance, or empty.
    case ipv4(port: String)
    /// An IPv6 address, which has brackets around it if a port follows.
    case ipv6(address: String, port: String)
    /// A domain of several labels, or one with a port.
    case host
    case uuid
    /// A digest in hexadecimal digits.
    case hexadecimal
    case base64
    case number
    /// A number with a fraction or a sign, or both.
    case decimal
    /// A date of XEP-0082 §3.1.
    case date
    /// A date with a time (XEP-0082 §3.2), or one as XEP-0091 has it.
    case dateTime
    /// The offset of a time zone (XEP-0082 §4).
    case offset
    /// Anything with white space in it.
    case words
    /// Anything without.
    case word

    /// The schemes that are kept.
    static let schemes: Set<String> = [
        "xmpp", "http", "https", "ws", "wss", "mailto", "sip", "sips", "tel", "cid", "data", "urn", "geo", "aesgcm",
        "ftp", "file", "magnet",
    ]

    init(_ value: String) {
        if value.isBlank {
            self = .blank
        } else if let (scheme, rest) = Self.uri(value) {
            self = .uri(scheme: scheme, rest: rest)
        } else if let form = Self.ipv4(value) ?? Self.ipv6(value) ?? Self.number(value) ?? Self.time(value) {
            self = form
        } else if Self.isUUID(value) {
            self = .uuid
        } else if [32, 40, 64, 96, 128].contains(value.utf8.count), value.utf8.allSatisfy(\.isHexDigit) {
            self = .hexadecimal
        } else if Self.isBase64(value) {
            self = .base64
        } else if value.utf8.contains(where: \.isXMLSpace) {
            self = Self.isAddress(value.prefix { $0 != "/" }) && value.contains("/") ? .address : .words
        } else if Self.isAddress(value[...]) {
            self = .address
        } else {
            self = Self.isHost(value) ? .host : .word
        }
    }

    private static func number(_ value: String) -> ValueForm? {
        if value.isNumber(ofDigits: 1...Int.max) { return .number }
        let digits = value.hasPrefix("-") || value.hasPrefix("+") ? value.dropFirst() : value[...]
        let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.allSatisfy { String($0).isNumber(ofDigits: 1...30) } ? .decimal : nil
    }

    private static func time(_ value: String) -> ValueForm? {
        if value.isOffset { return .offset }
        if value.isDate { return .date }
        return value.isDateTime ? .dateTime : nil
    }

    /// A JID shows by its `@`, with something of one word before it and a domain behind.
    private static func isAddress(_ value: Substring) -> Bool {
        guard value.utf8.contains(0x40), let at = value.firstIndex(of: "@"), at > value.startIndex else { return false }
        let domain = value[value.index(after: at)...].prefix { $0 != "/" }
        return !domain.isEmpty && !value.prefix(while: { $0 != "/" }).utf8.contains(where: \.isXMLSpace)
    }

    /// A scheme that is known, or any before two slashes (RFC 3986 §3.1).
    private static func uri(_ value: String) -> (String, String)? {
        let scheme = value.utf8.prefix { $0.isLetter || $0.isDigit || [0x2B, 0x2D, 0x2E].contains($0) }
        guard let text = String(scheme), scheme.first?.isLetter == true else { return nil }
        let behind = value.dropFirst(text.count)
        guard behind.hasPrefix(":") else { return nil }
        let rest = String(behind.dropFirst())
        guard rest.hasPrefix("//") || schemes.contains(text.lowercased()) else { return nil }
        return rest.utf8.contains(where: \.isXMLSpace) ? nil : (text, rest)
    }

    private static func ipv4(_ value: String) -> ValueForm? {
        guard value.utf8.first?.isDigit == true else { return nil }
        let (address, port) = value.splitPort
        let parts = address.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4, parts.allSatisfy({ String($0).isNumber(ofDigits: 1...3) && (Int($0) ?? 256) < 256 })
        else { return nil }
        return .ipv4(port: port)
    }

    private static func ipv6(_ value: String) -> ValueForm? {
        guard value.utf8.contains(0x3A) else { return nil }
        if value.hasPrefix("["), let end = value.firstIndex(of: "]") {
            let address = String(value[..<end].dropFirst())
            let port = String(value[value.index(after: end)...])
            guard isIPv6(address), port.isEmpty || port.hasPrefix(":") else { return nil }
            return .ipv6(address: address, port: String(port.dropFirst()).isNumber(ofDigits: 1...5) ? port : "")
        }
        return isIPv6(value) ? .ipv6(address: value, port: "") : nil
    }

    /// Groups of hexadecimal digits (RFC 4291 §2.2), an IPv4 address at the end, a zone behind `%`.
    private static func isIPv6(_ value: String) -> Bool {
        let address = value.prefix { $0 != "%" }
        let groups = address.split(separator: ":", omittingEmptySubsequences: false)
        guard (3...9).contains(groups.count), groups.count == 8 || address.contains("::") else { return false }
        return groups.enumerated().allSatisfy { index, group in
            if index == groups.count - 1, group.contains(".") { return ipv4(String(group)) != nil }
            return group.utf8.count <= 4 && group.utf8.allSatisfy(\.isHexDigit)
        }
    }

    private static func isUUID(_ value: String) -> Bool {
        guard value.utf8.count == 36 else { return false }
        let groups = value.split(separator: "-", omittingEmptySubsequences: false)
        return groups.map(\.utf8.count) == [8, 4, 4, 4, 12] && groups.allSatisfy { $0.utf8.allSatisfy(\.isHexDigit) }
    }

    /// Whole groups of four characters, 16 at least, that are not all of one kind, as a word's would be.
    private static func isBase64(_ value: String) -> Bool {
        let content = value.utf8.filter { !$0.isXMLSpace }
        guard content.count >= 16, content.count.isMultiple(of: 4) else { return false }
        let padding = content.suffix(2).reversed().prefix { $0 == 0x3D }.count
        let body = content.dropLast(padding)
        guard body.allSatisfy({ $0.isLetter || $0.isDigit || $0 == 0x2B || $0 == 0x2F }) else { return false }
        let hasUpper = body.contains { $0.isLetter && $0 & 0x20 == 0 }
        let hasLower = body.contains { $0.isLetter && $0 & 0x20 != 0 }
        return hasUpper && hasLower && (padding > 0 || body.contains { $0.isDigit })
    }

    private static func isHost(_ value: String) -> Bool {
        guard value.utf8.contains(where: { $0 == 0x2E || $0 == 0x3A }) else { return false }
        let (name, port) = value.splitPort
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count > 1 || !port.isEmpty else { return false }
        return labels.allSatisfy { label in
            !label.isEmpty
                && label.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == 0x2D || $0 == 0x5F || $0 >= 0x80 }
        }
    }
}
