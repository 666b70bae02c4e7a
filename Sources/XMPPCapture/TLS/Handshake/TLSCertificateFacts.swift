// OpenSSL reads certificates through pointers; those stay in here.
import COpenSSL

/// Whom a certificate in a handshake names.
public struct TLSCertificateFacts: Sendable, Hashable {
    /// The subject's distinguished name as RFC 2253 writes it, `CN=example.test,O=Example`; it may be empty.
    public let subject: String
    /// The names of its subjectAltName that are domains, addresses of mail or URIs, in order.
    public let alternativeNames: [String]

    /// Reads a certificate in DER; nil if it is none.
    init?(der: ArraySlice<UInt8>) {
        defer { ERR_clear_error() }
        let certificate = der.withUnsafeBufferPointer { bytes in
            var start = bytes.baseAddress
            return d2i_X509(nil, &start, bytes.count)
        }
        guard let certificate else { return nil }
        defer { X509_free(certificate) }
        subject = Self.text(of: X509_get_subject_name(certificate))
        alternativeNames = Self.alternativeNames(of: certificate)
    }

    /// OpenSSL's flags for RFC 2253, without the one that escapes UTF-8.
    private static let rfc2253 = [
        ASN1_STRFLGS_ESC_2253, ASN1_STRFLGS_ESC_CTRL, ASN1_STRFLGS_UTF8_CONVERT, ASN1_STRFLGS_DUMP_UNKNOWN,
        ASN1_STRFLGS_DUMP_DER, Int32(XN_FLAG_SEP_COMMA_PLUS), Int32(XN_FLAG_DN_REV), Int32(XN_FLAG_FN_SN),
        Int32(XN_FLAG_DUMP_UNKNOWN_FIELDS),
    ].reduce(0) { $0 | UInt($1) }

    private static func text(of name: OpaquePointer?) -> String {
        guard let name, let output = BIO_new(BIO_s_mem()) else { return "" }
        defer { BIO_free(output) }
        guard X509_NAME_print_ex(output, name, 0, rfc2253) >= 0 else { return "" }
        var start: UnsafeMutablePointer<CChar>?
        let count = BIO_ctrl(output, BIO_CTRL_INFO, 0, &start)
        guard count > 0, let start else { return "" }
        return start.withMemoryRebound(to: UInt8.self, capacity: count) {
            String(decoding: UnsafeBufferPointer(start: $0, count: count), as: UTF8.self)
        }
    }

    private static func alternativeNames(of certificate: OpaquePointer) -> [String] {
        guard let found = X509_get_ext_d2i(certificate, NID_subject_alt_name, nil, nil) else { return [] }
        let names = OpaquePointer(found)
        defer { GENERAL_NAMES_free(names) }
        return (0..<stanzakit_general_names_count(names)).compactMap { index in
            guard let name = stanzakit_general_names_value(names, index),
                [GEN_DNS, GEN_EMAIL, GEN_URI].contains(name.pointee.type)
            else { return nil }
            // All three are IA5String.
            guard let value = name.pointee.d.ia5, let bytes = ASN1_STRING_get0_data(value) else { return nil }
            let count = Int(ASN1_STRING_length(value))
            return String(decoding: UnsafeBufferPointer(start: bytes, count: max(count, 0)), as: UTF8.self)
        }
    }
}
