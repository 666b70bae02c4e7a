import XMPPAddress
import XMPPPrimitives

/// Pseudonyms by the form of what they stand for.
extension Redactor {
    /// What stands for a value of which only its form tells what it is; white space stays.
    mutating func replacement(for value: String) -> String {
        let form = ValueForm(value)
        switch form {
        case .blank: return value
        case .address: return replacement(forAddress: value)
        case .uri(let scheme, let rest): return replacement(forURI: scheme, rest)
        case .ipv4, .ipv6, .host: return replacement(forHost: value)
        case .uuid: return replacement(forUUID: value)
        case .hexadecimal: return hexadecimal(value, count: value.utf8.count)
        case .base64: return base64(value)
        case .number: return digits(value)
        case .decimal: return decimal(value)
        case .date: return date(value)
        case .dateTime: return dateTime(value)
        case .offset: return "Z"
        case .words: return text(value)
        case .word: return pseudonyms.word(value)
        }
    }

    /// What stands for an identifier: of numbers, which are often short, something longer, so that no two become one.
    mutating func replacement(forIdentifier value: String) -> String {
        ValueForm(value) == .number ? pseudonyms.word(value) : replacement(for: value)
    }

    /// What stands for an identifier that has to be a number of 31 bits.
    mutating func replacement(forNumericIdentifier value: String) -> String {
        guard value.isNumber(ofDigits: 1...10) else { return replacement(forIdentifier: value) }
        return String(pseudonyms.number(for: value, in: 1...UInt64(Int32.max)))
    }

    /// What stands for base64, which is base64 again; of anything else, what is none.
    mutating func replacement(forBase64 value: String) -> String {
        if value.isBlank { return value }
        return value.isBase64 ? base64(value) : pseudonyms.word(value)
    }

    /// What stands for the `sid` of a session of BOSH, outside the elements that have it: the same, if it is one word.
    mutating func replacement(forSession sid: String) -> String {
        let identifier = replacement(forIdentifier: sid)
        return identifier.utf8.contains(where: \.isXMLSpace) ? pseudonyms.word(sid) : identifier
    }

    /// What stands for the number of a request of BOSH (XEP-0124 §7.1), by which nobody can guess the next one: all are
    /// moved by as much, so that their order stays.
    mutating func replacement(forRequestNumber value: String) -> String {
        guard value.isNumber(ofDigits: 1...16), let number = UInt64(value), number < 1 << 53 else {
            return value.isBlank ? value : pseudonyms.word(value)
        }
        let distance = pseudonyms.stream(for: "rid", count: 6).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return String((number + distance) & (1 << 53 - 1))
    }

    // MARK: Addresses

    /// What stands for a JID (RFC 7622 §3.1), part by part; equal addresses get equal ones.
    mutating func replacement(forAddress address: String) -> String {
        guard !address.isBlank else { return address }
        if let jid = try? JID(address) {
            return assemble(local: jid.local, domain: jid.domain, resource: jid.resource)
        }
        // What is no address must not become one.
        let replaced = replacement(forMalformed: address)
        return (try? JID(replaced)) == nil ? replaced : "\"@" + replaced
    }

    private mutating func replacement(forMalformed address: String) -> String {
        let parts = address.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let bare = parts.first ?? ""
        let sides = bare.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        let domain = sides.last.map(String.init) ?? ""
        return assemble(
            local: sides.count > 1 ? sides.first.map(String.init) : nil, domain: domain,
            resource: parts.count > 1 ? parts.last.map(String.init) : nil)
    }

    private mutating func assemble(local: String?, domain: String, resource: String?) -> String {
        var address = local.map { $0.isEmpty ? "@" : pseudonyms.word($0.lowercased()) + "@" } ?? ""
        if !domain.isEmpty { address += replacement(forHost: domain) }
        if let resource { address += "/" + (resource.isEmpty ? "" : pseudonyms.word(resource)) }
        return address
    }

    /// What stands for a domain or an IP address, with the port kept that may follow it.
    ///
    /// A domain keeps its number of labels, and what it shares with others above it.
    mutating func replacement(forHost host: String) -> String {
        guard !host.isBlank else { return host }
        switch ValueForm(host) {
        case .ipv4(let port): return ipv4(String(host.prefix { $0 != ":" })) + port
        case .ipv6(let address, let port):
            return port.isEmpty && !host.hasPrefix("[") ? ipv6(address) : "[" + ipv6(address) + "]" + port
        default: break
        }
        let (name, port) = host.splitPort
        // Each label costs as much as all behind it: of what is too long for a domain (RFC 7622 §3.2) none is looked at.
        guard name.utf8.count <= 1023 else { return pseudonyms.word(name) + port }
        let labels = name.lowercased().split(separator: ".").map(String.init)
        guard let last = labels.last else { return pseudonyms.word(host) + port }
        guard labels.count > 1 else { return pseudonyms.word(last) + port }
        var result = "invalid"
        var domain = last
        for label in labels.dropLast().reversed() {
            domain = label + "." + domain
            result = "x-" + pseudonyms.letters(for: domain, count: 10) + "." + result
        }
        return result + port
    }

    /// An address of 240.0.0.0/4, which is nobody's (RFC 1112 §4).
    private mutating func ipv4(_ address: String) -> String {
        let bytes = pseudonyms.stream(for: address, count: 4)
        return "\(240 | bytes[0] & 0x07).\(bytes[1]).\(bytes[2]).\(bytes[3])"
    }

    /// An address of 2001:db8::/32, which is for documentation (RFC 3849).
    private mutating func ipv6(_ address: String) -> String {
        let bytes = pseudonyms.stream(for: address.lowercased(), count: 6)
        let groups = [0, 2, 4].map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }
        return "2001:db8::" + groups.joined(separator: ":")
    }

    // MARK: URIs

    /// What stands for a URI (RFC 3986), part by part; of an XMPP URI (RFC 5122) the kind of query is kept.
    private mutating func replacement(forURI scheme: String, _ rest: String) -> String {
        let head = (ValueForm.schemes.contains(scheme.lowercased()) ? scheme : pseudonyms.word(scheme)) + ":"
        switch scheme.lowercased() {
        case "xmpp": return head + xmppPath(rest)
        case "mailto", "sip", "sips": return head + replacement(forAddress: rest)
        default: break
        }
        guard rest.hasPrefix("//") else { return head + (rest.isEmpty ? "" : replacement(for: rest)) }
        let body = rest.dropFirst(2)
        let authority = String(body.prefix { $0 != "/" && $0 != "?" && $0 != "#" })
        let host = String(authority.split(separator: "@", omittingEmptySubsequences: false).last ?? "")
        let user = authority.utf8.count > host.utf8.count ? String(authority.dropLast(host.count + 1)) : nil
        let result = head + "//" + (user.map { pseudonyms.word($0) + "@" } ?? "") + replacement(forHost: host)
        return result + tail(String(body.dropFirst(authority.count)))
    }

    private mutating func xmppPath(_ rest: String) -> String {
        if rest.hasPrefix("//") {
            let parts = rest.dropFirst(2).split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
            let authority = "//" + replacement(forAddress: String(parts.first ?? "").percentDecoded)
            return parts.count > 1 ? authority + "/" + xmppPath(String(parts[1])) : authority
        }
        let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let address = replacement(forAddress: (parts.first ?? "").percentDecoded)
        guard parts.count > 1 else { return address }
        let pairs = parts[1].split(separator: ";", omittingEmptySubsequences: false).map(String.init)
        return address + "?" + pairs.map { queryPair($0) }.joined(separator: ";")
    }

    private mutating func queryPair(_ pair: String) -> String {
        let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let key = sides.first ?? ""
        let name = ProtocolVocabulary.containsWord(key) || key.isEmpty ? key : pseudonyms.word(key)
        return sides.count > 1 ? name + "=" + replacement(for: sides[1].percentDecoded).withoutDelimiters : name
    }

    /// Path, query and fragment: as many segments as there were.
    private mutating func tail(_ text: String) -> String {
        var result = ""
        var piece = ""
        for character in text.unicodeScalars {
            if ["/", "?", "#", "&", "="].contains(character) {
                result += piece.isEmpty ? "" : pseudonyms.word(piece.percentDecoded)
                result.unicodeScalars.append(character)
                piece = ""
            } else {
                piece.unicodeScalars.append(character)
            }
        }
        return result + (piece.isEmpty ? "" : pseudonyms.word(piece.percentDecoded))
    }

    // MARK: Other forms

    private mutating func replacement(forUUID value: String) -> String {
        let digits = hexadecimal(value.lowercased(), count: 32)
        var parts: [Substring] = []
        var rest = digits[...]
        for length in [8, 4, 4, 4, 12] {
            parts.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        return parts.joined(separator: "-")
    }

    private mutating func hexadecimal(_ value: String, count: Int) -> String {
        String(decoding: pseudonyms.stream(for: value, count: count).map(Hexadecimal.digit), as: UTF8.self)
    }

    /// Base64 of random bytes; of as many as there were if those were a digest (20, 32, 48 or 64), else of a class.
    private mutating func base64(_ value: String) -> String {
        let content = value.utf8.filter { !$0.isXMLSpace && $0 != 0x3D }.count
        let byteCount = content * 3 / 4
        let isDigest = [20, 32, 48, 64].contains(byteCount)
        let size = isDigest ? byteCount : Pseudonyms.sizeClass(byteCount)
        return Base64Coding.text(of: pseudonyms.stream(for: value, count: size))
    }

    /// Text of the same size class, and of what can make trouble one sample each.
    private mutating func text(_ value: String) -> String {
        var samples = ""
        let scalars = value.unicodeScalars
        if scalars.contains(where: { ("\u{80}"..."\u{FFFF}").contains($0) }) { samples += " é" }
        if scalars.contains(where: { $0.value > 0xFFFF }) { samples += " 🙂" }
        if scalars.contains("<") || scalars.contains("&") { samples += " <&>" }
        if scalars.contains("\n") { samples += "\n" }
        let length = max(8, Pseudonyms.sizeClass(value.utf8.count) - samples.utf8.count)
        var letters = Array(pseudonyms.letters(for: value, count: length).utf8)
        for index in stride(from: 7, to: letters.count - 1, by: 8) { letters[index] = 0x20 }
        return String(decoding: letters, as: UTF8.self) + samples
    }
}
