extension PeerCertificate: CustomStringConvertible {
    /// Whom it is for, and what was found wrong with it, on one line.
    public var description: String {
        let objections = failures.map(\.description).joined(separator: "; ")
        return "of \(names)" + (objections.isEmpty ? "" : " (\(objections))")
    }
}

extension PeerCertificate.Failure: CustomStringConvertible {
    /// The kind of objection, and the objection in words.
    public var description: String { "\(kind.rawValue): \(reason)" }
}

extension CertificateNames: CustomStringConvertible {
    /// The names but for addresses of hosts, or the common name where there are none.
    public var description: String {
        let names = dnsNames + serviceNames + xmppAddresses
        return names.isEmpty ? commonName ?? "nobody" : names.joined(separator: ", ")
    }
}
