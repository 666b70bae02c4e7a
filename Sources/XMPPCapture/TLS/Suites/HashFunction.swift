import COpenSSL

/// A hash function that TLS uses in a MAC, a PRF or over a handshake.
enum HashFunction: Sendable, Equatable {
    case md5
    case sha1
    case sha256
    case sha384
    /// Both one after the other, as the PRF of TLS 1.0 and 1.1 has them (RFC 4346 §5).
    case md5AndSHA1

    /// The length of a digest, in bytes.
    var length: Int {
        switch self {
        case .md5: 16
        case .sha1: 20
        case .sha256: 32
        case .sha384: 48
        case .md5AndSHA1: 36
        }
    }

    /// OpenSSL's name for it.
    var name: StaticString {
        switch self {
        case .md5: "MD5"
        case .sha1: "SHA1"
        case .sha256: "SHA256"
        case .sha384: "SHA384"
        case .md5AndSHA1: "MD5-SHA1"
        }
    }

    /// OpenSSL's implementation.
    var implementation: OpaquePointer? {
        switch self {
        case .md5: EVP_md5()
        case .sha1: EVP_sha1()
        case .sha256: EVP_sha256()
        case .sha384: EVP_sha384()
        case .md5AndSHA1: EVP_md5_sha1()
        }
    }

    /// The digest of `bytes`; nil if OpenSSL refuses, as it does for MD5 under FIPS.
    func digest(_ bytes: [UInt8]) -> [UInt8]? {
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        guard EVP_Digest(bytes, bytes.count, &digest, &count, implementation, nil) == 1 else { return nil }
        return Array(digest.prefix(Int(count)))
    }
}
