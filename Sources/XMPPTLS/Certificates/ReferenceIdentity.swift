/// Whom a client means to reach, to be found in the server's certificate (RFC 6125 §6.2, RFC 6120 §13.7.2).
public struct ReferenceIdentity: Hashable, Sendable {
    /// What the certificate is used for.
    public enum Service: String, Hashable, Sendable {
        /// A client's connection to a server.
        case client = "xmpp-client"
        /// A server's connection to another.
        case server = "xmpp-server"
    }

    /// The XMPP domain in lower case, internationalized labels as A-labels (RFC 5890 §2.3.2.1).
    public let domain: String
    /// The XMPP domain as it is in addresses, with U-labels, to be compared with XMPP addresses.
    public let addressDomain: String
    /// What the certificate is used for.
    public let service: Service

    /// Creates a reference identity.
    ///
    /// - Parameters:
    ///   - domain: The domain of the account, *not* the host that SRV records lead to; A-labels, or an IP address
    ///     without brackets.
    ///   - addressDomain: The domain with U-labels, if that differs.
    ///   - service: What the certificate is used for.
    ///
    /// Throws ``TLSError/Code/invalidConfiguration`` for a domain that is empty or not ASCII.
    public init(domain: String, addressDomain: String? = nil, service: Service = .client) throws(TLSError) {
        let name = DNSName.withoutFinalDot(domain.lowercased())
        let isUsable = name.utf8.allSatisfy { 0x21...0x7E ~= $0 } && !name.isEmpty && name.utf8.count <= 253
        guard isUsable else {
            throw TLSError(.invalidConfiguration, "the domain to verify is not a domain of A-labels")
        }
        self.domain = name
        self.addressDomain = addressDomain.map { DNSName.withoutFinalDot($0) } ?? name
        self.service = service
    }

    /// Whether the domain is an IP address, which has no place in SNI (RFC 6066 §3).
    var isIPAddress: Bool { IPAddress.bytes(of: domain) != nil }
}

extension CertificateNames {
    /// Whether the certificate is one for the reference identity.
    ///
    /// DNS-IDs match as a whole or with a wildcard as their whole left-most label (RFC 6125 §6.4.3), SRV-IDs
    /// with the name of the service, XMPP addresses as bare domains. The common name counts only where there is none
    /// of those (RFC 6125 §6.4.4).
    public func match(_ reference: ReferenceIdentity) -> Bool {
        if let address = IPAddress.bytes(of: reference.domain) {
            return ipAddresses.contains(address)
        }
        if dnsNames.contains(where: { DNSName.matches(presented: $0, reference: reference.domain) }) { return true }
        let serviceName = "_\(reference.service.rawValue).\(reference.domain)"
        if serviceNames.contains(where: { DNSName.areEqual($0, serviceName) }) { return true }
        if xmppAddresses.contains(where: { DNSName.areEqual($0, reference.addressDomain) }) { return true }
        let hasIdentifiers = !(dnsNames.isEmpty && serviceNames.isEmpty && xmppAddresses.isEmpty && ipAddresses.isEmpty)
        guard !hasIdentifiers, let commonName else { return false }
        return DNSName.matches(presented: commonName, reference: reference.domain)
    }

    /// Whether one of the DNS-IDs is this host name, as a client asks for it by SNI.
    func match(serverName: String) -> Bool {
        dnsNames.contains { DNSName.matches(presented: $0, reference: serverName) }
    }
}
