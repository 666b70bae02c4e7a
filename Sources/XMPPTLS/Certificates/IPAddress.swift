import COpenSSL

/// IP addresses in the form that certificates have them in.
enum IPAddress {
    /// The 4 or 16 bytes of an address in text form, with or without the brackets of an IPv6 address; `nil` for
    /// anything else.
    static func bytes(of text: String) -> [UInt8]? {
        let bare = text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
        guard let octets = a2i_IPADDRESS(bare) else { return nil }
        defer { ASN1_OCTET_STRING_free(octets) }
        guard let data = ASN1_STRING_get0_data(octets) else { return nil }
        return Array(UnsafeBufferPointer(start: data, count: Int(ASN1_STRING_length(octets))))
    }
}
