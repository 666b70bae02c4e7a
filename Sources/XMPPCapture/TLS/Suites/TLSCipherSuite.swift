/// A cipher suite by its registered number (RFC 8446 §B.4, RFC 5246 §A.5).
public struct TLSCipherSuite: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The number on the wire.
    public let rawValue: UInt16

    /// Creates a suite from its number, known or not.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// The name in the IANA registry, `TLS_AES_128_GCM_SHA256`; the number in hexadecimal if it has none.
    public var name: String {
        Self.registeredName(of: rawValue) ?? "0x" + String(rawValue, radix: 16)
    }

    public var description: String { name }
}

extension TLSCipherSuite {
    /// What the records of a suite are protected with; nil for one that cannot be decrypted here.
    ///
    /// The name says it all (RFC 5246 §C): `TLS_<key exchange>_WITH_<cipher>_<hash>`.
    var algorithms: SuiteAlgorithms? {
        guard let name = Self.registeredName(of: rawValue) else { return nil }
        let words = name.split(separator: "_").dropFirst()
        guard let with = words.firstIndex(of: "WITH") else {
            return SuiteAlgorithms(keyExchange: nil, cipherWords: words)
        }
        let keyExchange = words[..<with].joined(separator: "_")
        return SuiteAlgorithms(keyExchange: keyExchange, cipherWords: words[(with + 1)...])
    }
}

/// The algorithms that a cipher suite stands for.
struct SuiteAlgorithms: Sendable, Equatable {
    /// How the peers came to their secret, `RSA` or `ECDHE_RSA`; nil in TLS 1.3, where suites do not say.
    let keyExchange: String?
    let cipher: BulkCipher
    /// The hash of the suite's name; for CBC that of the record MAC.
    let hash: HashFunction

    fileprivate init?(keyExchange: String?, cipherWords words: ArraySlice<Substring>) {
        self.keyExchange = keyExchange
        let (bare, hash) = Self.splitHash(words)
        guard let cipher = BulkCipher(name: bare.joined(separator: "_")) else { return nil }
        self.cipher = cipher
        // A name without a hash is one of AES-CCM, whose PRF is that of TLS 1.2 (RFC 6655 §3).
        self.hash = hash ?? .sha256
    }

    /// The hash of TLS 1.2's PRF (RFC 5246 §5, RFC 5289 §3.1).
    var prfHash: HashFunction { hash == .sha384 ? .sha384 : .sha256 }

    private static func splitHash(_ words: ArraySlice<Substring>) -> (ArraySlice<Substring>, HashFunction?) {
        let hash: HashFunction? =
            switch words.last {
            case "SHA": .sha1
            case "SHA256": .sha256
            case "SHA384": .sha384
            case "MD5": .md5
            default: nil
            }
        return (hash == nil ? words : words.dropLast(), hash)
    }
}
