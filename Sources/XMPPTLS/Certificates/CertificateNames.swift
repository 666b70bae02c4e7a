import COpenSSL

/// The names in a certificate that can stand for an XMPP address (RFC 6120 §13.7.1).
public struct CertificateNames: Hashable, Sendable {
    /// DNS-IDs: `dNSName` entries, among them those with a wildcard.
    public var dnsNames: [String] = []
    /// SRV-IDs: `id-on-dnsSRV` entries (RFC 4985), such as `_xmpp-client.example.org`.
    public var serviceNames: [String] = []
    /// `id-on-xmppAddr` entries (RFC 6120 §13.7.1.4): XMPP addresses.
    public var xmppAddresses: [String] = []
    /// `iPAddress` entries: 4 or 16 bytes.
    public var ipAddresses: [[UInt8]] = []
    /// The common name of the subject, the last if there are several.
    public var commonName: String?

    /// Creates an empty set of names.
    public init() {}

    /// Takes the names out of a certificate. A name that is not text of its kind is left out.
    init(of certificate: OpaquePointer) {
        commonName = Self.commonName(of: certificate)
        let extensionValue = X509_get_ext_d2i(certificate, NID_subject_alt_name, nil, nil)
        guard let names = extensionValue.map({ OpaquePointer($0) }) else { return }
        defer { GENERAL_NAMES_free(names) }
        for index in 0..<stanzakit_general_names_count(names) {
            guard let name = stanzakit_general_names_value(names, index) else { continue }
            add(name)
        }
    }

    private mutating func add(_ name: UnsafeMutablePointer<GENERAL_NAME>) {
        switch name.pointee.type {
        case GEN_DNS:
            if let text = Self.text(of: name.pointee.d.dNSName) { dnsNames.append(text) }
        case GEN_IPADD:
            ipAddresses.append(Self.bytes(of: name.pointee.d.iPAddress))
        case GEN_OTHERNAME:
            guard let other = name.pointee.d.otherName, let value = other.pointee.value else { return }
            switch (Self.objectIdentifier(other.pointee.type_id), value.pointee.type) {
            case ("1.3.6.1.5.5.7.8.7", V_ASN1_IA5STRING):
                if let text = Self.text(of: value.pointee.value.ia5string) { serviceNames.append(text) }
            case ("1.3.6.1.5.5.7.8.5", V_ASN1_UTF8STRING):
                if let text = Self.text(of: value.pointee.value.utf8string) { xmppAddresses.append(text) }
            default: return
            }
        default: return
        }
    }

    private static func commonName(of certificate: OpaquePointer) -> String? {
        guard let subject = X509_get_subject_name(certificate) else { return nil }
        var last: Int32 = -1
        while true {
            let next = X509_NAME_get_index_by_NID(subject, NID_commonName, last)
            guard next >= 0 else { break }
            last = next
        }
        guard last >= 0, let entry = X509_NAME_get_entry(subject, last) else { return nil }
        var utf8: UnsafeMutablePointer<UInt8>?
        let length = ASN1_STRING_to_UTF8(&utf8, X509_NAME_ENTRY_get_data(entry))
        guard length >= 0, let utf8 else { return nil }
        defer { CRYPTO_free(utf8, nil, 0) }
        return text(UnsafeRawBufferPointer(start: utf8, count: Int(length)))
    }

    private static func text(of string: UnsafeMutablePointer<ASN1_STRING>?) -> String? {
        guard let string, let data = ASN1_STRING_get0_data(string) else { return nil }
        return text(UnsafeRawBufferPointer(start: data, count: Int(ASN1_STRING_length(string))))
    }

    /// Text, unless it is not UTF-8 or hides its end behind a NUL.
    private static func text(_ bytes: UnsafeRawBufferPointer) -> String? {
        bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
    }

    private static func bytes(of string: UnsafeMutablePointer<ASN1_STRING>?) -> [UInt8] {
        guard let string, let data = ASN1_STRING_get0_data(string) else { return [] }
        return Array(UnsafeBufferPointer(start: data, count: Int(ASN1_STRING_length(string))))
    }

    private static func objectIdentifier(_ object: OpaquePointer?) -> String? {
        var buffer = [CChar](repeating: 0, count: 64)
        let length = OBJ_obj2txt(&buffer, Int32(buffer.count), object, 1)
        guard length > 0, length < buffer.count else { return nil }
        return String(decoding: buffer.prefix(Int(length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
