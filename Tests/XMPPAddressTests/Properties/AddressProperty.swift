import XMPPAddress

/// An address that was read is prepared once and for all, is equal exactly to those with the same string, and is made
/// of its parts; what is escaped reads as what it was (XEP-0106).
///
/// The lines of a case are addresses, which are also compared with each other, and names to escape.
public enum AddressProperty {
    /// What does not hold for a case, or nil.
    public static func fault(of testCase: [UInt8]) -> String? {
        let lines = testCase.split(separator: UInt8(ascii: "\n"), maxSplits: 3, omittingEmptySubsequences: false)
        var addresses: [JID] = []
        for line in lines.map({ Array($0) }) {
            let text = String(decoding: line, as: UTF8.self)
            if let fault = escapingFault(of: text) { return fault }
            let read = Result { () throws(JIDError) in try JID(utf8: line.span) }
            if Array(text.utf8) == line, read != Result(catching: { () throws(JIDError) in try JID(text) }) {
                return "\(text) and its octets read differently"
            }
            guard case .success(let address) = read else {
                if case .failure(let error) = read, let fault = errorFault(error, line) { return fault }
                continue
            }
            if let fault = preparationFault(of: address) ?? partsFault(of: address) { return fault }
            addresses.append(address)
        }
        for a in addresses {
            for b in addresses {
                if let fault = comparisonFault(a, b) { return fault }
            }
        }
        return nil
    }

    private static func isSame(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }

    // MARK: Addresses

    private static func preparationFault(of address: JID) -> String? {
        guard let again = try? JID(address.full) else { return "\(address) is not read again" }
        guard isSame(again.full, address.full), again == address else { return "\(address) is prepared to \(again)" }
        for part in [address.local, address.domain, address.resource] {
            let count = part?.utf8.count ?? 1
            guard (1...JID.maximumPartLength).contains(count) else { return "\(address) has a part of \(count) octets" }
        }
        return nil
    }

    private static func partsFault(of address: JID) -> String? {
        let (local, resource) = (address.local, address.resource)
        let joined = (local.map { $0 + "@" } ?? "") + address.domain + (resource.map { "/" + $0 } ?? "")
        guard isSame(joined, address.full) else { return "\(address) is not \(joined)" }
        guard let parts = try? JID(local: local, domain: address.domain, resource: resource), parts == address else {
            return "the parts of \(address) do not make it"
        }
        let bare = address.bare
        guard bare.isBare, bare.resource == nil, bare.local == local, bare.domain == address.domain else {
            return "\(bare) is not bare"
        }
        guard address.isBare == (resource == nil), (bare == address) == address.isBare, bare.isSameBare(as: address)
        else { return "\(address) and its bare \(bare) are at odds" }
        guard let again = try? bare.with(resource: resource), again == address, isSame(again.full, address.full) else {
            return "\(bare) with its resource is not \(address)"
        }
        return nil
    }

    private static func comparisonFault(_ a: JID, _ b: JID) -> String? {
        let isEqual = isSame(a.full, b.full)
        guard (a == b) == isEqual, !isEqual || a.hashValue == b.hashValue else { return "\(a) == \(b)" }
        guard (a < b) == a.full.utf8.lexicographicallyPrecedes(b.full.utf8) else { return "\(a) < \(b)" }
        return a.isSameBare(as: b) == isSame(a.bare.full, b.bare.full) ? nil : "the bare ones of \(a) and \(b)"
    }

    private static func errorFault(_ error: JIDError, _ line: [UInt8]) -> String? {
        if error.description.isEmpty { return "an error without words" }
        if let offset = error.offset, !(0...line.count).contains(offset) { return "\(error) at \(offset)" }
        return nil
    }

    // MARK: Escaping

    private static func escapingFault(of name: String) -> String? {
        guard let escaped = try? JIDEscaping.escape(name) else {
            return name.hasPrefix(" ") || name.hasSuffix(" ") ? nil : "\(name) cannot be escaped"
        }
        guard isSame(JIDEscaping.unescape(escaped), name) else { return "\(name) is escaped as \(escaped)" }
        guard !escaped.utf8.contains(where: " \"&'/:<>@".utf8.contains) else { return "\(escaped) is not escaped" }
        guard let address = try? JID(unescapedLocal: name, domain: "a.example"),
            name.utf8.allSatisfy({ $0 < 0x80 })
        else { return nil }
        let shown = address.unescapedLocal ?? ""
        return isSame(shown, name.lowercased()) ? nil : "\(name) is shown as \(shown)"
    }
}
