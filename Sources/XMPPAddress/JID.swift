/// An XMPP address (RFC 7622), prepared: `local@domain/resource`, of which only the domainpart must be there.
///
/// Two JIDs are equal exactly when their prepared strings are (RFC 7622 §3.1).
///
/// ```swift
/// let jid = try JID("Juliet@Example.COM/Balcony")
/// jid.local         // "juliet"
/// jid.bare          // juliet@example.com
/// ```
public struct JID: Sendable {
    /// The most octets of UTF-8 in each part after preparation (RFC 7622 §3.2 to §3.4).
    public static let maximumPartLength = 1023

    /// The whole address in its prepared form.
    public let full: String
    /// Octets of the localpart; 0 if there is none.
    let localLength: UInt16
    /// Octets of the domainpart.
    let domainLength: UInt16

    /// The caller vouches that `full` is made of prepared parts of these lengths.
    init(full: String, localLength: Int, domainLength: Int) {
        self.full = full
        self.localLength = UInt16(truncatingIfNeeded: localLength)
        self.domainLength = UInt16(truncatingIfNeeded: domainLength)
    }
}

// MARK: - Parts

extension JID {
    /// The localpart, such as the name of an account or a room; `nil` if there is none (RFC 7622 §3.3).
    public var local: String? {
        localLength == 0 ? nil : text(0..<Int(localLength))
    }

    /// The domainpart, in which internationalized labels are U-labels (RFC 7622 §3.2).
    public var domain: String {
        text(domainStart..<domainEnd)
    }

    /// The domainpart with A-labels in place of U-labels, as DNS and TLS have it (RFC 5890 §2.3.2.1).
    public var asciiDomain: String {
        Domainpart.ascii(domain)
    }

    /// The resourcepart, such as the name of a device or an occupant's nickname; `nil` if there is none
    /// (RFC 7622 §3.4).
    public var resource: String? {
        isBare ? nil : text(domainEnd + 1..<full.utf8.count)
    }

    /// Whether there is no resourcepart.
    public var isBare: Bool {
        full.utf8.count == domainEnd
    }

    /// The address without its resourcepart.
    public var bare: JID {
        if isBare { return self }
        return JID(full: text(0..<domainEnd), localLength: Int(localLength), domainLength: Int(domainLength))
    }

    /// The same bare address with another resourcepart, or with none.
    ///
    /// - Throws: `JIDError` if `resource` is not a resourcepart (RFC 7622 §3.4).
    public func with(resource: String?) throws(JIDError) -> JID {
        guard let resource else { return bare }
        let prepared = try Self.prepareResource(Array(resource.utf8)[...])
        return JID(
            full: text(0..<domainEnd) + "/" + prepared,
            localLength: Int(localLength),
            domainLength: Int(domainLength)
        )
    }

    /// Whether both addresses are equal without their resourceparts; makes no copy.
    public func isSameBare(as other: JID) -> Bool {
        localLength == other.localLength && domainLength == other.domainLength
            && slice(0..<domainEnd) == other.slice(0..<domainEnd)
    }

    private var domainStart: Int { localLength == 0 ? 0 : Int(localLength) + 1 }
    private var domainEnd: Int { domainStart + Int(domainLength) }

    private func text(_ range: Range<Int>) -> String {
        String(slice(range))
    }

    /// The parts are cut at ASCII characters, so octet offsets are always scalar boundaries.
    private func slice(_ range: Range<Int>) -> Substring {
        let utf8 = full.utf8
        let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
        return Substring(utf8[start..<utf8.index(start, offsetBy: range.count)])
    }
}
